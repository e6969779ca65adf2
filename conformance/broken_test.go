package conformance_test

import (
	"reflect"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// openBroken opens the run-time over storages with a fault; "" is none.
func openBroken(fault string) impls.Open {
	return func(cfg impls.Config) (impls.World, error) {
		return seed.Open(cfg, impls.Values{"dispatch": string(seed.Interest)}, seed.Backend{
			Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage {
				return &broken{shape: kernel.Shapes()[shape], at: make(map[seed.ID]int), fault: fault}
			},
			NewSet: seed.NewSparseSet,
			Each:   eachBroken,
		}), nil
	}
}

// A broken storage keeps components of any shape, finds them by a map, and has a
// fault.
type broken struct {
	shape  kernel.Shape
	values []reflect.Value // pointers
	owners []seed.ID
	at     map[seed.ID]int
	fault  string
}

func (c *broken) Insert(ids []seed.ID, first uint32) {
	full, start := cap(c.values), len(c.values)
	for i, id := range ids {
		value := reflect.New(c.shape.Go)
		c.shape.Init(value.UnsafePointer(), first+uint32(i))
		c.at[id] = len(c.values)
		c.values, c.owners = append(c.values, value), append(c.owners, id)
	}
	switch {
	case c.fault == "growth" && start > 0 && cap(c.values) != full:
		c.values[start-1].Elem().SetZero()
	case c.fault == "fill" && len(ids) > 1:
		c.values[start+1].Elem().Set(c.values[start].Elem())
	}
}

func (c *broken) Delete(ids []seed.ID) {
	for _, id := range ids {
		at, last := c.at[id], len(c.values)-1
		delete(c.at, id)
		moved := c.owners[last]
		c.values[at], c.owners[at] = c.values[last], moved
		c.values, c.owners = c.values[:last], c.owners[:last]
		if moved != id && c.fault != "swap" {
			c.at[moved] = at
		}
		if c.fault == "delete" && at < last {
			c.values[at].Elem().SetZero() // deletes the one that moved in
		}
	}
}

func (c *broken) Reserve(int) {}

func (c *broken) Len() int { return len(c.values) }

func (c *broken) Look(es []seed.Entity, having *seed.Having) (sum uint64) {
	for _, e := range es {
		if having.Has(e) {
			sum += kernel.GlanceAt(c.values[c.at[e.ID()]].UnsafePointer(), c.shape.Go.Size())
		}
	}
	return sum
}

func (c *broken) Hash(sums []uint64, salt uint64) {
	for i, value := range c.values {
		sums[c.owners[i]] += kernel.Mix(c.shape.Hash(value.UnsafePointer()) ^ salt)
	}
}

// component returns a pointer to a component of an entity.
func component(w *seed.World, c kernel.Component, id seed.ID) any {
	b := seed.Column[*broken](w, c)
	i := b.at[id]
	if i >= len(b.values) { // after a forgotten swap
		return reflect.New(b.shape.Go).Interface()
	}
	return b.values[i].Interface()
}

// eachBroken runs kernels one entity at a time.
func eachBroken(k kernel.ID, members []seed.ID, w *seed.World, dt float32) int {
	kernel := k.Get()
	parameters := make([]any, len(kernel.Needs))
	for _, id := range members {
		for i, c := range kernel.Needs {
			parameters[i] = component(w, c, id)
		}
		kernel.Apply(parameters, dt)
	}
	return len(members)
}
