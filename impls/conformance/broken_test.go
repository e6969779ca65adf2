package conformance_test

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/conformance/check"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// openBroken opens the run-time over storages with a fault; "" is none.
func openBroken(fault string) check.Open {
	return func(cfg impls.Config) (impls.World, error) {
		return seed.Open(cfg, impls.Values{"dispatch": string(ecs.Interest)}, seed.Backend{
			Column: func(shape kernel.ShapeID, _ kernel.Component) ecs.Storage { return newBroken(shape, fault) },
			NewSet: ecs.NewSparseSet,
			Each:   eachBroken,
			Look: func(w *seed.World, es []ecs.Entity) (sum uint64) {
				for _, e := range es {
					if w.World.Has(e, kernel.PositionID) {
						sum += at[kernel.Position](w, kernel.PositionID, e.ID()).(*kernel.Position).Glance()
					}
				}
				return sum
			},
		})
	}
}

// A broken storage finds components by a map, and has a fault.
type broken[T any] struct {
	packed ecs.Packed[T]
	at     map[ecs.ID]int
	fault  string
}

func (c *broken[T]) Insert(ids []ecs.ID, first uint32) {
	full := cap(c.packed.Values)
	start := c.packed.Append(ids, first)
	for i, id := range ids {
		c.at[id] = start + i
	}
	switch {
	case c.fault == "growth" && start > 0 && cap(c.packed.Values) != full:
		clear(c.packed.Values[start-1 : start])
	case c.fault == "fill" && len(ids) > 1:
		c.packed.Values[start+1] = c.packed.Values[start]
	}
}

func (c *broken[T]) Delete(ids []ecs.ID) {
	for _, id := range ids {
		at := c.at[id]
		delete(c.at, id)
		moved := c.packed.DeleteAt(at)
		if moved != id && c.fault != "swap" {
			c.at[moved] = at
		}
		if c.fault == "delete" && len(c.packed.Values) > at {
			clear(c.packed.Values[at : at+1]) // deletes the one that moved in
		}
	}
}

func (c *broken[T]) Reserve(n int)                   { c.packed.Reserve(n) }
func (c *broken[T]) Len() int                        { return c.packed.Len() }
func (c *broken[T]) Hash(sums []uint64, salt uint64) { c.packed.Hash(sums, salt) }

func newBroken(shape kernel.ShapeID, fault string) ecs.Storage {
	switch shape {
	case kernel.PositionShape:
		return breakIn(kernel.PositionTraits, fault)
	case kernel.VelocityShape:
		return breakIn(kernel.VelocityTraits, fault)
	case kernel.MassShape:
		return breakIn(kernel.MassTraits, fault)
	case kernel.TransformShape:
		return breakIn(kernel.TransformTraits, fault)
	case kernel.InventoryShape:
		return breakIn(kernel.InventoryTraits, fault)
	case kernel.BonesShape:
		return breakIn(kernel.BonesTraits, fault)
	case kernel.HeadingShape:
		return breakIn(kernel.HeadingTraits, fault)
	case kernel.ForceShape:
		return breakIn(kernel.ForceTraits, fault)
	case kernel.WordShape:
		return breakIn(kernel.WordTraits, fault)
	case kernel.PairShape:
		return breakIn(kernel.PairTraits, fault)
	case kernel.QuadShape:
		return breakIn(kernel.QuadTraits, fault)
	case kernel.BlockShape:
		return breakIn(kernel.BlockTraits, fault)
	case kernel.TagShape:
		return breakIn(kernel.TagTraits, fault)
	case kernel.LinkShape:
		return breakIn(kernel.LinkTraits, fault)
	case kernel.LabelShape:
		return breakIn(kernel.LabelTraits, fault)
	case kernel.LineShape:
		return breakIn(kernel.LineTraits, fault)
	case kernel.SlabShape:
		return breakIn(kernel.SlabTraits, fault)
	case kernel.SheetShape:
		return breakIn(kernel.SheetTraits, fault)
	}
	panic("no such shape")
}

func breakIn[T any](traits ecs.Traits[T], fault string) *broken[T] {
	return &broken[T]{packed: ecs.Packed[T]{Traits: traits}, at: make(map[ecs.ID]int), fault: fault}
}

func at[T any](w *seed.World, c kernel.Component, id ecs.ID) any {
	b := seed.Column[*broken[T]](w, c)
	i := b.at[id]
	if i >= len(b.packed.Values) { // after a swap was forgotten
		return new(T)
	}
	return &b.packed.Values[i]
}

// eachBroken runs kernels one entity at a time.
func eachBroken(k kernel.ID, members []ecs.ID, w *seed.World, dt float32) int {
	reach := map[kernel.Component]func(*seed.World, kernel.Component, ecs.ID) any{
		kernel.PositionID: at[kernel.Position], kernel.VelocityID: at[kernel.Velocity], kernel.MassID: at[kernel.Mass],
		kernel.TransformID: at[kernel.Transform], kernel.InventoryID: at[kernel.Inventory], kernel.BonesID: at[kernel.Bones],
		kernel.HeadingID: at[kernel.Heading], kernel.ForceID: at[kernel.Force],
	}
	kernel := k.Get()
	parameters := make([]any, len(kernel.Needs))
	for _, id := range members {
		for i, c := range kernel.Needs {
			parameters[i] = reach[c](w, c, id)
		}
		kernel.Apply(parameters, dt)
	}
	return len(members)
}
