// Package ooftn measures the library github.com/plus3/ooftn/ecs in its documented
// idiom: components passed by value, queries of a struct of pointers that are kept,
// and stable references. An entity's ID changes with its components and is used again,
// so whoever keeps an entity keeps an EntityRef, and so does this package. There are
// no batches and no slices of components.
package ooftn

import (
	"embed"
	"reflect"
	"slices"

	"github.com/plus3/ooftn/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "ooftn",
	Doc:      "the library ooftn: archetypes of blocks found by a hash of their types, entities by references that it updates",
	Modules:  []string{"github.com/plus3/ooftn"},
	Version:  "v0.0.7",
	Released: "2025-11-26",
	Notes: map[string]string{
		"lookup,exchange,watch,destroy,churn,crossover,tail": "changes the ID of an entity with its components: the adapter keeps an EntityRef for each, as programs that keep entities have to",
		"systems": "has no queries that exclude a component: the loop looks at an optional one",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v0.0.7 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Deferrer":        "has a command buffer that makes all removals before all additions (Commands.Flush), whatever the order in which they were asked for",
		"FilterDestroyer": "deletes and changes single entities only (Storage.Delete, AddComponent, RemoveComponent)",
		"Detector":        "does not record writes (queries return pointers)",
		"Observer":        "has no events for components",
		"Relater":         "has references to entities (EntityRef), and nothing that lists those which refer to one",
		"Ticker":          "has a scheduler that runs one system after the other, and no query that goroutines can divide",
	}[capability]
}

// anything is a component that all entities of a world have where some would have
// none else: an entity without components is none (TestBareEntitiesEnd).
type anything struct{}

type handles = impls.HandlesOf[*ecs.EntityRef]

type world struct {
	impls.MakesHandles[*ecs.EntityRef]
	cfg     impls.Config
	inner   *ecs.Storage
	bare    bool  // whether entities have anything
	numbers []int // by bundle: its number in kernel.Sets, or -1
	queries []any // by system; nil if it has no work
	number  map[reflect.Type]kernel.Component
	live    int
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > len(types) {
		return nil, &impls.Unsupported{Reason: "there are 512 Go types for component types"}
	}
	registry := ecs.NewComponentRegistry()
	ecs.RegisterComponent[anything](registry)
	w := &world{cfg: cfg, inner: ecs.NewStorage(registry), bare: cfg.Bare(), number: make(map[reflect.Type]kernel.Component)}
	for _, t := range cfg.Types {
		types[t.ID].register(registry)
		w.number[t.Go] = t.ID
	}
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
		w.bare = w.bare || len(bundle) == 0
	}
	for _, s := range cfg.Systems {
		var q any
		if s.Kernel != kernel.Idle {
			q = query(s.Kernel, w.inner)
		}
		w.queries = append(w.queries, q)
	}
	return w, nil
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	w.live += len(es)
	if n := w.numbers[bundle]; n >= 0 && !w.bare {
		creators[n](w.inner, first, es)
		return
	}
	for i := range es {
		var components []any
		if w.bare {
			components = append(components, anything{})
		}
		for _, c := range w.cfg.Bundles[bundle] {
			components = append(components, types[c].value(first+uint32(i)))
		}
		es[i] = w.inner.CreateEntityRef(w.inner.Spawn(components...))
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if s.Kernel != kernel.Idle {
		return each(s.Kernel, w, system, dt)
	}
	for _, a := range w.inner.GetArchetypes() { // there is no struct for a query
		if !slices.ContainsFunc(s.Requires, func(c kernel.Component) bool { return !a.HasComponent(w.cfg.Types[c].Go) }) {
			for range a.Iter() {
				visited++
			}
		}
	}
	return visited
}

// Clear is impls.World.Clear. Entities are ended one by one only.
func (w *world) Clear() int {
	cleared := w.live
	for _, a := range w.inner.GetArchetypes() {
		for id := range a.Iter() {
			w.inner.Delete(id)
		}
	}
	w.live = 0
	return cleared
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.live }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, ref := range r.(handles) {
		if id, alive := w.inner.ResolveEntityRef(ref); alive {
			w.inner.Delete(id)
			destroyed++
		}
	}
	w.live -= destroyed
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	if m.Remove {
		return types[m.Component].remove(w.inner, r.(handles))
	}
	return types[m.Component].add(w.inner, r.(handles), first)
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return types[c].lookup(w.inner, r.(handles))
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	alive := func(ref *ecs.EntityRef) bool { _, alive := w.inner.ResolveEntityRef(ref); return alive }
	r.(handles).Hash(dst, alive, func(ref *ecs.EntityRef, add func(kernel.Component, uint64)) {
		for _, t := range ref.Archetype.Types() {
			if c, known := w.number[t]; known { // else it is anything
				add(c, w.cfg.Types[c].Of().Hash(reflect.ValueOf(w.inner.GetComponent(ref.Id, t)).UnsafePointer()))
			}
		}
	})
}
