package check

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// A value is a component of an entity in the model.
type value interface{ hash() uint64 }

type held[T any] struct {
	traits *ecs.Traits[T]
	v      [1]T
}

func (h *held[T]) hash() uint64 { return h.traits.Hash(&h.v[0]) }

func hold[T any](traits *ecs.Traits[T], n uint32) value {
	h := &held[T]{traits: traits}
	traits.Fill(h.v[:], n)
	return h
}

// initial returns the initial value numbered n of a component of this kind.
func initial(kind impls.Kind, n uint32) value {
	switch kind {
	case impls.KindPosition:
		return hold(&impls.PositionTraits, n)
	case impls.KindVelocity:
		return hold(&impls.VelocityTraits, n)
	case impls.KindMass:
		return hold(&impls.MassTraits, n)
	case impls.KindTransform:
		return hold(&impls.TransformTraits, n)
	case impls.KindInventory:
		return hold(&impls.InventoryTraits, n)
	case impls.KindBones:
		return hold(&impls.BonesTraits, n)
	case impls.KindWord:
		return hold(&impls.WordTraits, n)
	case impls.KindPair:
		return hold(&impls.PairTraits, n)
	case impls.KindQuad:
		return hold(&impls.QuadTraits, n)
	default:
		return hold(&impls.BlockTraits, n)
	}
}

// An entity is what the model knows of one.
type entity map[impls.Component]value

func (e entity) hasAll(cs []impls.Component) bool {
	for _, c := range cs {
		if e[c] == nil {
			return false
		}
	}
	return true
}

func (e entity) hash() uint64 {
	var sum uint64
	for c, v := range e {
		sum += impls.ComponentHash(c, v.hash())
	}
	return impls.EntityHash(sum)
}

func at[T any](e entity, c impls.Component) *T { return &e[c].(*held[T]).v[0] }

// run does the work of a kernel; the entity has what it requires.
func (e entity) run(k impls.Kernel, dt float32) {
	switch k {
	case impls.DriftPos:
		impls.Drift(at[impls.Position](e, impls.PositionID), dt)
	case impls.MovePos:
		impls.Move(at[impls.Position](e, impls.PositionID), at[impls.Velocity](e, impls.VelocityID), dt)
	case impls.MoveScaled:
		impls.MoveByMass(at[impls.Position](e, impls.PositionID), at[impls.Velocity](e, impls.VelocityID), at[impls.Mass](e, impls.MassID), dt)
	case impls.PlaceModel:
		impls.Place(at[impls.Position](e, impls.PositionID), at[impls.Transform](e, impls.TransformID))
	case impls.CountItems:
		impls.Count(at[impls.Inventory](e, impls.InventoryID))
	case impls.AnimateAll:
		impls.Animate(at[impls.Bones](e, impls.BonesID), dt)
	}
}
