// Package objects is a reference without an ECS. Every entity is an object on the heap; its
// class has the fields and behaviour of its kind. The program calls a virtual method of each
// object in turn.
//
// There is a class for each set of components of a kernel. All other combinations are objects
// with a list of parts ([composite]). An object that gains or loses a component is replaced by
// an object of another class.
package objects

import (
	"embed"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

//go:embed *.go
var source embed.FS

// Implementation is the entry of the registry.
var Implementation = impls.Implementation{
	Name:  "objects",
	Doc:   "heap objects with virtual methods, called one by one: what an ECS replaces",
	From:  "the book of an ECS in 500 lines, and an ECS in C++ of sorted vectors",
	Role:  results.Reference,
	Modes: []results.AccessMode{results.BatchByList},
	Parts: []impls.Part{
		{Functions: "objects.(*world).classOf", Memory: impls.ForComponents},
		{Functions: "objects.ownClass", Memory: impls.ForComponents},
		{Functions: "objects.newPart", Memory: impls.ForComponents},
		{Functions: "objects.(*world)", Memory: impls.ForIndex},
	},
	Source: source,
	Open:   func(cfg impls.Config, _ impls.Values) (impls.World, error) { return open(cfg), nil },
}

// world is the list of all objects, and a way to find one by its handle.
type world struct {
	impls.MakesHandles[seed.Entity]
	cfg     impls.Config
	pool    *seed.Pool
	objects []object
	at      []uint32  // by ID: index in objects
	ids     []seed.ID // scratch
}

type handles = impls.HandlesOf[seed.Entity]

func open(cfg impls.Config) *world {
	w := &world{cfg: cfg, pool: seed.NewPool(seed.LastFirst)}
	if n := cfg.Capacity; n > 0 {
		w.pool.Reserve(n)
		w.objects = make([]object, 0, n)
		w.at = make([]uint32, 0, n)
	}
	return w
}

// Spawn is impls.World.Spawn. Objects are made one by one in any case.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	w.ids = seed.GrowTo(w.ids, len(es))
	ids := w.ids[:len(es)]
	w.pool.Create(es, ids)
	w.at = seed.GrowTo(w.at, w.pool.Bound())
	construct := w.classOf(w.cfg.Bundles[bundle])
	for i, id := range ids {
		o := construct(id)
		o.initialise(first + uint32(i))
		w.at[id] = uint32(len(w.objects))
		w.objects = append(w.objects, o)
	}
}

// Run is impls.World.Run, as an iteration of dispatches.
func (w *world) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if s.Kernel != kernel.Idle {
		return loopOver(s.Kernel, w.objects, dt)
	}
	for _, o := range w.objects {
		if s.Wants(o.components()) {
			visited++
		}
	}
	return visited
}

// Clear is impls.World.Clear.
func (w *world) Clear() int {
	cleared := len(w.objects)
	for _, o := range w.objects {
		w.pool.Destroy(o.owner())
	}
	clear(w.objects)
	w.objects = w.objects[:0]
	return cleared
}

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
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

// Exchange is impls.Changer: it replaces each object by one of the class for the changed
// components.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := w.cfg.Moves[move]
	for i, e := range r.(handles) {
		if !w.pool.Alive(e) {
			continue
		}
		old := w.objects[w.at[e.ID()]]
		set := old.components()
		if !m.Fits(set) {
			continue
		}
		o := w.classOf(m.Of(set))(e.ID())
		for _, c := range o.components() {
			if kept := old.part(c); kept != nil {
				o.part(c).assign(kept)
			} else {
				o.part(c).initialise(first + uint32(i))
			}
		}
		w.objects[w.at[e.ID()]] = o
		changed++
	}
	return changed
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	for _, e := range r.(handles) {
		if w.pool.Alive(e) {
			if p := w.objects[w.at[e.ID()]].part(c); p != nil {
				sum += p.glance()
			}
		}
	}
	return sum
}

// Len is impls.World.Len.
func (w *world) Len() int { return len(w.objects) }

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	r.(handles).Hash(dst, w.pool.Alive, func(e seed.Entity, add func(kernel.Component, uint64)) {
		o := w.objects[w.at[e.ID()]]
		for _, c := range o.components() {
			add(c, o.part(c).hash())
		}
	})
}
