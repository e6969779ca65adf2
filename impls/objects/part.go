package objects

import (
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// A part is one component of an object, whichever its type.
type part interface {
	initialise(n uint32) // sets the initial value numbered n
	assign(from part)    // copies the value of a part of the same type
	hash() uint64
}

// A field is a component as it lies in its object. The traits of its type are
// a type parameter, so that it takes no more room than the value.
type field[T any, K traitsOf[T]] struct{ value T }

type traitsOf[T any] interface{ traits() *ecs.Traits[T] }

func (f *field[T, K]) initialise(n uint32) {
	var kind K
	kind.traits().Fill(unsafe.Slice(&f.value, 1), n)
}

func (f *field[T, K]) assign(from part) { *f = *from.(*field[T, K]) }

func (f *field[T, K]) hash() uint64 {
	var kind K
	return kind.traits().Hash(&f.value)
}

type (
	position  = field[impls.Position, positionTraits]
	velocity  = field[impls.Velocity, velocityTraits]
	mass      = field[impls.Mass, massTraits]
	transform = field[impls.Transform, transformTraits]
	inventory = field[impls.Inventory, inventoryTraits]
	bones     = field[impls.Bones, bonesTraits]
	word      = field[impls.Word, wordTraits]
	pair      = field[impls.Pair, pairTraits]
	quad      = field[impls.Quad, quadTraits]
	block     = field[impls.Block, blockTraits]
)

type (
	positionTraits  struct{}
	velocityTraits  struct{}
	massTraits      struct{}
	transformTraits struct{}
	inventoryTraits struct{}
	bonesTraits     struct{}
	wordTraits      struct{}
	pairTraits      struct{}
	quadTraits      struct{}
	blockTraits     struct{}
)

func (positionTraits) traits() *ecs.Traits[impls.Position]   { return &impls.PositionTraits }
func (velocityTraits) traits() *ecs.Traits[impls.Velocity]   { return &impls.VelocityTraits }
func (massTraits) traits() *ecs.Traits[impls.Mass]           { return &impls.MassTraits }
func (transformTraits) traits() *ecs.Traits[impls.Transform] { return &impls.TransformTraits }
func (inventoryTraits) traits() *ecs.Traits[impls.Inventory] { return &impls.InventoryTraits }
func (bonesTraits) traits() *ecs.Traits[impls.Bones]         { return &impls.BonesTraits }
func (wordTraits) traits() *ecs.Traits[impls.Word]           { return &impls.WordTraits }
func (pairTraits) traits() *ecs.Traits[impls.Pair]           { return &impls.PairTraits }
func (quadTraits) traits() *ecs.Traits[impls.Quad]           { return &impls.QuadTraits }
func (blockTraits) traits() *ecs.Traits[impls.Block]         { return &impls.BlockTraits }

func newPart(kind impls.Kind) part {
	switch kind {
	case impls.KindPosition:
		return new(position)
	case impls.KindVelocity:
		return new(velocity)
	case impls.KindMass:
		return new(mass)
	case impls.KindTransform:
		return new(transform)
	case impls.KindInventory:
		return new(inventory)
	case impls.KindBones:
		return new(bones)
	case impls.KindWord:
		return new(word)
	case impls.KindPair:
		return new(pair)
	case impls.KindQuad:
		return new(quad)
	default:
		return new(block)
	}
}
