package main

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

// Implementation is what --impl ownimpl names.
//
// To measure a library, put it in the place of the storage below. Keep what its
// users would keep (filters, queries, maps) in world, and make it in open. Write
// the loops in each.go.tmpl; its comment explains how. Name the library's module
// in Modules, so that results have its version.
var Implementation = impls.Implementation{
	Name: "ownimpl",
	Doc:  "a map of entities, each of them a list of components",
	// Modes: []results.AccessMode{results.BatchByList, results.Chunk},
	// Modules: []string{"example.com/library"},
	Open: open,
}

// A handle is how the library names an entity. The zero handle is none.
type handle uint64

type handles = impls.HandlesOf[handle]

// A world has what every implementation can do (impls.World), and what of
// impls.Changer, Looker, Deferrer and Ticker it has the methods of. What it lacks
// is shown as unsupported.
type world struct {
	cfg      impls.Config
	entities map[handle]*entity
	last     handle
}

// An entity is components and where their values are.
type entity struct {
	set    []kernel.Component // ascending
	values []unsafe.Pointer   // in the same order
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	const limit = 512
	if len(cfg.Types) > limit {
		return nil, &impls.Unsupported{Reason: "ownimpl can have at most 512 component types"}
	}
	return &world{cfg: cfg, entities: make(map[handle]*entity, cfg.Capacity)}, nil
}

// get returns where the value of a component is.
func (e *entity) get(c kernel.Component) unsafe.Pointer {
	at, _ := slices.BinarySearch(e.set, c)
	return e.values[at]
}

func (w *world) add(e *entity, c kernel.Component, n uint32) {
	value := reflect.New(w.cfg.Types[c].Go).UnsafePointer()
	w.cfg.Types[c].Of().Init(value, n)
	at, _ := slices.BinarySearch(e.set, c)
	e.set, e.values = slices.Insert(e.set, at, c), slices.Insert(e.values, at, value)
}

func (e *entity) remove(c kernel.Component) {
	at, _ := slices.BinarySearch(e.set, c)
	e.set, e.values = slices.Delete(e.set, at, at+1), slices.Delete(e.values, at, at+1)
}

// Handles returns room for n handles.
func (w *world) Handles(n int) impls.Handles { return make(handles, n) }

// Spawn creates entities with the components of a bundle.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	for i := range es {
		e := &entity{}
		for _, c := range w.cfg.Bundles[bundle] {
			w.add(e, c, first+uint32(i))
		}
		w.last++
		w.entities[w.last] = e
		es[i] = w.last
	}
}

// Run runs a system: the loop of its kernel.
func (w *world) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if s.Kernel != kernel.Idle {
		return each(s.Kernel, w, s, dt)
	}
	for _, e := range w.entities {
		if s.Wants(e.set) {
			visited++
		}
	}
	return visited
}

// Clear ends all entities.
func (w *world) Clear() int {
	cleared := len(w.entities)
	clear(w.entities)
	return cleared
}

// Len returns how many entities there are.
func (w *world) Len() int { return len(w.entities) }

// Destroy ends the entities that are alive. It is of impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, h := range r.(handles) {
		if w.entities[h] != nil {
			delete(w.entities, h)
			destroyed++
		}
	}
	return destroyed
}

// Exchange adds or removes a component of those entities for which that can be done. It
// is of impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	for i, h := range r.(handles) {
		e := w.entities[h]
		if e == nil || !m.Fits(e.set) {
			continue
		}
		if m.Remove {
			e.remove(m.Component)
		} else {
			w.add(e, m.Component, first+uint32(i))
		}
		changed++
	}
	return changed
}

// Lookup looks at a component of entities. It is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	for _, h := range r.(handles) {
		if e := w.entities[h]; e != nil && slices.Contains(e.set, c) {
			sum += kernel.GlanceAt(e.get(c), w.cfg.Types[c].Of().Go.Size())
		}
	}
	return sum
}

// Hash writes a hash of each entity's state. The harness compares them with a model.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	alive := func(h handle) bool { return w.entities[h] != nil }
	r.(handles).Hash(dst, alive, func(h handle, add func(kernel.Component, uint64)) {
		for at, c := range w.entities[h].set {
			add(c, w.cfg.Types[c].Of().Hash(w.entities[h].values[at]))
		}
	})
}
