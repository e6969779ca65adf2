package impls

import (
	"math"

	"github.com/ecsbench/ecsbench/ecs"
)

// The component types that kernels work on have fixed numbers; a configuration
// registers at least these, in this order, and fillers after them.
const (
	PositionID Component = iota
	VelocityID
	MassID
	TransformID
	InventoryID
	BonesID
	FirstFiller // the first number without a fixed meaning
)

// A Kind is the Go type of a component type.
type Kind int

// The kinds. The first ones are also the kinds of the component types with the
// same numbers; the last four are what fillers are made of.
const (
	KindPosition  Kind = iota // Position, 8 bytes
	KindVelocity              // Velocity, 8 bytes
	KindMass                  // Mass, 4 bytes
	KindTransform             // Transform, 64 bytes
	KindInventory             // Inventory, 128 bytes
	KindBones                 // Bones, 256 bytes
	KindWord                  // Word, 4 bytes
	KindPair                  // Pair, 8 bytes
	KindQuad                  // Quad, 16 bytes
	KindBlock                 // Block, 32 bytes
	kinds
)

var kindNames = [kinds]string{
	"position", "velocity", "mass", "transform", "inventory", "bones",
	"word", "pair", "quad", "block",
}

var kindSizes = [kinds]int{8, 8, 4, 64, 128, 256, 4, 8, 16, 32}

// String returns the name of the kind in lower case.
func (k Kind) String() string { return kindNames[k] }

// Size returns the size of a value in bytes.
func (k Kind) Size() int { return kindSizes[k] }

// ComponentKinds returns the kinds of n component types: those with fixed
// numbers, then fillers of all sizes in turn. n is at least FirstFiller.
func ComponentKinds(n int) []Kind {
	list := make([]Kind, n)
	for i := range list {
		if i < int(FirstFiller) {
			list[i] = Kind(i)
		} else {
			list[i] = KindWord + Kind(i-int(FirstFiller))%(kinds-KindWord)
		}
	}
	return list
}

// The types of the components. Position, Velocity and Mass are the seed's.
type (
	Position  struct{ X, Y float32 }
	Velocity  struct{ X, Y float32 }
	Mass      struct{ Value float32 }
	Transform struct{ M [16]float32 } // the translation is M[12], M[13]
	Inventory struct{ Slots [32]uint32 }
	Bones     struct{ Angles [64]float32 }
	Word      struct{ A uint32 }
	Pair      struct{ A, B uint32 }
	Quad      struct{ A [4]uint32 }
	Block     struct{ A [8]uint32 }
)

// The initial values. They differ from entity to entity, so that work done on
// the wrong entity shows, and are small integers, so that sums of them and of
// multiples of [DeltaTime] are exact in float32.
var (
	PositionTraits = ecs.Traits[Position]{
		Fill: func(dst []Position, first uint32) {
			for i := range dst {
				n := first + uint32(i)
				dst[i] = Position{X: float32(n & 1023), Y: float32(n >> 10 & 1023)}
			}
		},
		Hash: func(v *Position) uint64 { return pair(v.X, v.Y) },
	}
	VelocityTraits = ecs.Traits[Velocity]{
		Fill: func(dst []Velocity, first uint32) {
			for i := range dst {
				n := first + uint32(i)
				dst[i] = Velocity{X: float32(n&7) - 3, Y: float32(n>>3&7) - 3}
			}
		},
		Hash: func(v *Velocity) uint64 { return pair(v.X, v.Y) },
	}
	MassTraits = ecs.Traits[Mass]{
		Fill: func(dst []Mass, first uint32) {
			for i := range dst {
				dst[i] = Mass{Value: masses[(first+uint32(i))&3]}
			}
		},
		Hash: func(v *Mass) uint64 { return uint64(math.Float32bits(v.Value)) },
	}
	TransformTraits = ecs.Traits[Transform]{
		Fill: func(dst []Transform, first uint32) {
			for i := range dst {
				t := &dst[i].M
				clear(t[:])
				t[0], t[5], t[10], t[15] = 1, 1, 1, 1
				t[14] = float32((first + uint32(i)) & 1023)
			}
		},
		Hash: func(v *Transform) uint64 { return floats(v.M[:]) },
	}
	InventoryTraits = ecs.Traits[Inventory]{
		Fill: func(dst []Inventory, first uint32) {
			for i := range dst {
				for slot := range dst[i].Slots {
					dst[i].Slots[slot] = first + uint32(i+slot)
				}
			}
		},
		Hash: func(v *Inventory) uint64 { return words(v.Slots[:]) },
	}
	BonesTraits = ecs.Traits[Bones]{
		Fill: func(dst []Bones, first uint32) {
			for i := range dst {
				n := (first + uint32(i)) & 255
				for bone := range dst[i].Angles {
					dst[i].Angles[bone] = float32(n + uint32(bone))
				}
			}
		},
		Hash: func(v *Bones) uint64 { return floats(v.Angles[:]) },
	}
	WordTraits = ecs.Traits[Word]{
		Fill: func(dst []Word, first uint32) {
			for i := range dst {
				dst[i] = Word{A: first + uint32(i)}
			}
		},
		Hash: func(v *Word) uint64 { return uint64(v.A) },
	}
	PairTraits = ecs.Traits[Pair]{
		Fill: func(dst []Pair, first uint32) {
			for i := range dst {
				n := first + uint32(i)
				dst[i] = Pair{A: n, B: ^n}
			}
		},
		Hash: func(v *Pair) uint64 { return uint64(v.A)<<32 | uint64(v.B) },
	}
	QuadTraits = ecs.Traits[Quad]{
		Fill: func(dst []Quad, first uint32) {
			for i := range dst {
				n := first + uint32(i)
				dst[i] = Quad{A: [4]uint32{n, n + 1, n + 2, n + 3}}
			}
		},
		Hash: func(v *Quad) uint64 { return words(v.A[:]) },
	}
	BlockTraits = ecs.Traits[Block]{
		Fill: func(dst []Block, first uint32) {
			for i := range dst {
				n := first + uint32(i)
				dst[i] = Block{A: [8]uint32{n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7}}
			}
		},
		Hash: func(v *Block) uint64 { return words(v.A[:]) },
	}
)

var masses = [4]float32{0.25, 0.5, 1, 2}

func pair(a, b float32) uint64 {
	return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b))
}

// words is the FNV-1a hash, word by word.
func words(v []uint32) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range v {
		h = (h ^ uint64(w)) * 1099511628211
	}
	return h
}

func floats(v []float32) uint64 {
	h := uint64(14695981039346656037)
	for _, f := range v {
		h = (h ^ uint64(math.Float32bits(f))) * 1099511628211
	}
	return h
}

// EntityHash combines the hashes of an entity's component values, in any
// order, to that of the entity: start with 0, add [ComponentHash] of each
// component, and finish with ecs.Mix.
func EntityHash(sum uint64) uint64 { return ecs.Mix(sum) }

// ComponentHash is what a component with this hash of its value contributes
// to the sum of its entity.
func ComponentHash(c Component, value uint64) uint64 { return ecs.Mix(value ^ ecs.Salt(c)) }
