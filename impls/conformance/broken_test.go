package conformance_test

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/conformance/check"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// openBroken opens the run-time over storages with a fault; "" is none.
func openBroken(fault string) check.Open {
	return func(cfg impls.Config) (impls.World, error) {
		w, err := seed.Open(cfg, ecs.Interest, seed.Backend{
			Column: func(kind impls.Kind, _ impls.Component) ecs.Storage { return newBroken(kind, fault) },
			NewSet: ecs.NewSparseSet,
		})
		return &brokenWorld{w}, err
	}
}

// A broken storage finds components by a map, and has a fault.
type broken[T any] struct {
	ecs.Packed[T]
	at    map[ecs.ID]int
	fault string
}

func (c *broken[T]) Insert(ids []ecs.ID, first uint32) {
	full := cap(c.Values)
	start := c.Append(ids, first)
	for i, id := range ids {
		c.at[id] = start + i
	}
	switch {
	case c.fault == "growth" && start > 0 && cap(c.Values) != full:
		clear(c.Values[start-1 : start])
	case c.fault == "fill" && len(ids) > 1:
		c.Values[start+1] = c.Values[start]
	}
}

func (c *broken[T]) Delete(ids []ecs.ID) {
	for _, id := range ids {
		at := c.at[id]
		delete(c.at, id)
		moved := c.DeleteAt(at)
		if moved != id && c.fault != "swap" {
			c.at[moved] = at
		}
		if c.fault == "delete" && len(c.Values) > at {
			clear(c.Values[at : at+1]) // deletes the one that moved in
		}
	}
}

func newBroken(kind impls.Kind, fault string) ecs.Storage {
	switch kind {
	case impls.KindPosition:
		return breakIn(impls.PositionTraits, fault)
	case impls.KindVelocity:
		return breakIn(impls.VelocityTraits, fault)
	case impls.KindMass:
		return breakIn(impls.MassTraits, fault)
	case impls.KindTransform:
		return breakIn(impls.TransformTraits, fault)
	case impls.KindInventory:
		return breakIn(impls.InventoryTraits, fault)
	case impls.KindBones:
		return breakIn(impls.BonesTraits, fault)
	case impls.KindWord:
		return breakIn(impls.WordTraits, fault)
	case impls.KindPair:
		return breakIn(impls.PairTraits, fault)
	case impls.KindQuad:
		return breakIn(impls.QuadTraits, fault)
	}
	return breakIn(impls.BlockTraits, fault)
}

func breakIn[T any](traits ecs.Traits[T], fault string) *broken[T] {
	return &broken[T]{Packed: ecs.Packed[T]{Traits: traits}, at: make(map[ecs.ID]int), fault: fault}
}

type brokenWorld struct{ *seed.World }

func at[T any](w *brokenWorld, c impls.Component, id ecs.ID) *T {
	b := seed.Column[*broken[T]](w.World, c)
	i := b.at[id]
	if i >= len(b.Values) { // after a swap was forgotten
		return new(T)
	}
	return &b.Values[i]
}

func (w *brokenWorld) Update(system int, dt float32) int {
	members := w.Members(system)
	for _, id := range members {
		switch w.Systems[system].Kernel {
		case impls.DriftPos:
			impls.Drift(at[impls.Position](w, 0, id), dt)
		case impls.MovePos:
			impls.Move(at[impls.Position](w, 0, id), at[impls.Velocity](w, 1, id), dt)
		case impls.MoveScaled:
			impls.MoveByMass(at[impls.Position](w, 0, id), at[impls.Velocity](w, 1, id), at[impls.Mass](w, 2, id), dt)
		case impls.PlaceModel:
			impls.Place(at[impls.Position](w, 0, id), at[impls.Transform](w, 3, id))
		case impls.CountItems:
			impls.Count(at[impls.Inventory](w, 4, id))
		case impls.AnimateAll:
			impls.Animate(at[impls.Bones](w, 5, id), dt)
		}
	}
	return len(members)
}
