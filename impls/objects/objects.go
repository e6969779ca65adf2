// Package objects is what an ECS replaces (seeds 002 and 003): every entity is
// an object on the heap, of a class that has the fields and the behaviour of
// its kind, and the program calls a virtual method of each object in turn.
//
// There is a class for each of the common kinds, every one extending the last
// by a field ([dot], [mover], [body]), and one for all other combinations, an
// object that holds a list of parts ([composite]). An object that gains or
// loses a component becomes an object of another class.
package objects

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name: "objects",
	Doc:  "heap objects with virtual methods, called one by one: what an ECS replaces",
	Seed: "002, 003",
	Role: impls.Reference,
	Open: func(cfg impls.Config, _ impls.Values) (impls.World, error) { return open(cfg), nil },
}

// world is the list of all objects, and a way to find one by its handle.
type world struct {
	kinds   []impls.Kind
	systems []impls.System
	sets    [][]impls.Component

	pool    *ecs.Pool
	objects []object
	at      []uint32 // by ID: index in objects
	ids     []ecs.ID // scratch
}

func open(cfg impls.Config) *world {
	w := &world{
		kinds:   cfg.Components,
		systems: cfg.Systems,
		sets:    cfg.Sets,
		pool:    ecs.NewPool(ecs.LastFirst),
	}
	if n := cfg.Capacity; n > 0 {
		w.pool.Reserve(n)
		w.objects = make([]object, 0, n)
		w.at = make([]uint32, 0, n)
	}
	return w
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(set int, first uint32, dst []impls.Entity) {
	w.ids = ecs.GrowTo(w.ids, len(dst))
	ids := w.ids[:len(dst)]
	w.pool.Create(dst, ids)
	w.at = ecs.GrowTo(w.at, w.pool.Bound())
	construct := w.classOf(w.sets[set])
	for i, id := range ids {
		o := construct(id)
		o.initialise(first + uint32(i))
		w.at[id] = uint32(len(w.objects))
		w.objects = append(w.objects, o)
	}
}

// Destroy is impls.World.Destroy.
func (w *world) Destroy(es []impls.Entity) (destroyed int) {
	for _, e := range es {
		if !w.pool.Alive(e) {
			continue
		}
		w.pool.Destroy(e.ID())
		at, last := w.at[e.ID()], len(w.objects)-1
		moved := w.objects[last]
		w.objects[at] = moved
		w.at[moved.owner()] = at
		w.objects[last] = nil
		w.objects = w.objects[:last]
		destroyed++
	}
	return destroyed
}

// Add is impls.World.Add.
func (w *world) Add(c impls.Component, es []impls.Entity, first uint32) (added int) {
	for i, e := range es {
		if w.Alive(e) && !w.Has(e, c) {
			w.become(e.ID(), c).part(c).initialise(first + uint32(i))
			added++
		}
	}
	return added
}

// Remove is impls.World.Remove.
func (w *world) Remove(c impls.Component, es []impls.Entity) (removed int) {
	for _, e := range es {
		if w.Has(e, c) {
			w.become(e.ID(), c)
			removed++
		}
	}
	return removed
}

// become replaces an object by one of the class that has component c too, or
// has it no longer, and returns it.
func (w *world) become(id ecs.ID, toggled impls.Component) object {
	old := w.objects[w.at[id]]
	o := w.classOf(toggle(old.components(), toggled))(id)
	for _, c := range o.components() {
		if c != toggled {
			o.part(c).assign(old.part(c))
		}
	}
	w.objects[w.at[id]] = o
	return o
}

// Alive is impls.World.Alive.
func (w *world) Alive(e impls.Entity) bool { return w.pool.Alive(e) }

// Has is impls.World.Has.
func (w *world) Has(e impls.Entity, c impls.Component) bool {
	return w.pool.Alive(e) && w.objects[w.at[e.ID()]].part(c) != nil
}

// Len is impls.World.Len.
func (w *world) Len() int { return len(w.objects) }

// Each is impls.World.Each.
func (w *world) Each(system int, visit func(impls.Entity)) {
	requires := w.systems[system].Requires
	var members []impls.Entity
	for _, o := range w.objects {
		if hasAll(o, requires) {
			members = append(members, w.pool.Entity(o.owner()))
		}
	}
	for _, e := range members {
		if w.pool.Alive(e) && hasAll(w.objects[w.at[e.ID()]], requires) {
			visit(e)
		}
	}
}

func hasAll(o object, cs []impls.Component) bool {
	for _, c := range cs {
		if o.part(c) == nil {
			return false
		}
	}
	return true
}

// Hash is impls.World.Hash.
func (w *world) Hash(es []impls.Entity, dst []uint64) {
	for i, e := range es {
		dst[i] = 0
		if !w.pool.Alive(e) {
			continue
		}
		o := w.objects[w.at[e.ID()]]
		var sum uint64
		for _, c := range o.components() {
			sum += impls.ComponentHash(c, o.part(c).hash())
		}
		dst[i] = impls.EntityHash(sum)
	}
}
