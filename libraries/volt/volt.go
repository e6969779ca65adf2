// Package volt measures the library github.com/akmonengine/volt in its documented
// idiom: component types that know their number, queries that are kept, ranged
// over entity by entity or, on several workers, by a channel of chunks.
//
// Volt's entities have no generations: a handle of an ended entity is one of the
// next entity with its number. Programs that keep handles have to distinguish them
// apart themselves, and so does this package (TestHandlesAreReused). It has no
// batches, no slices of components for its users, and no queries that exclude
// components but by a function that is asked for every entity. The list of
// entities without components grows with each that is created with one
// (TestSingleComponentsKeepGrowing).
package volt

import (
	"embed"
	"slices"

	"github.com/akmonengine/volt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "volt",
	Doc:      "the library Volt: archetypes, columns found by Go maps; entities created with one component are listed for ever",
	Modules:  []string{"github.com/akmonengine/volt"},
	Version:  "v1.7.0",
	Released: "2025-10-23",
	Notes: map[string]string{
		"lookup,exchange,watch,destroy,churn,crossover,tail": "reuses handles: the adapter keeps a generation for each entity, as programs that keep handles have to",
		"mixed":         "creates with other seeds and profiles, whose kinds are not known to the compiler, one component at a time, which leaves empty archetypes that each system visits",
		"create,memory": "creates with at most eight components in a call: AddComponents2 adds the ninth and the tenth; a generation of the adapter stands beside each entity",
		"observe":       "has one function per world for added components, which calls the observers and is called for the components of new entities too",
		"systems":       "has no queries that exclude a component: a function is called for each entity",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v1.7.0 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"FilterDestroyer": "removes and changes single entities only (RemoveEntity, AddComponent, RemoveComponent)",
		"Detector":        "calls functions for components that are added and removed (World.SetComponentAddedFn, SetComponentRemovedFn), not for writes",
	}[capability]
}

// maxTypes is how many component types a world can have. The last number is
// for the tag of ours (TestLimit).
const maxTypes = volt.TAGS_INDICES - 1

// anything is a component that all entities of a world have where some would
// have none else: Volt loses track of entities without components
// (TestEntitiesWithoutComponentsAreMixedUp).
type anything struct{}

func (anything) GetComponentId() volt.ComponentId { return maxTypes }

// A handle is the library's with the generation that the library does not keep.
// The zero handle is of no entity: its generation is that of none.
type handle struct {
	entity     volt.EntityId
	generation uint32
}

type handles = impls.HandlesOf[handle]

type world struct {
	impls.MakesHandles[handle]
	cfg         impls.Config
	inner       *volt.World
	generations []uint32 // by entity; odd ones are alive, and that of entity 0 is never 0
	counts      []int    // by system: what its query counts, or unknown since the last change
	live        int
	bare        bool  // whether entities have anything
	numbers     []int // by bundle: its number in kernel.SetsAndKinds, or -1
	queries     []any // by system

	gaining  volt.ComponentId // what Exchange is adding, or none
	observed int              // calls of observers
}

const none = ^volt.ComponentId(0)

// unknown is the count of a query after a change.
const unknown = -1

// changed notes that counts are out of date.
func (w *world) changed() {
	for i := range w.counts {
		w.counts[i] = unknown
	}
}

// counted returns how many entities a query visits, which no code in its loop counts.
func (w *world) counted(system int) int {
	if w.counts[system] == unknown {
		w.counts[system] = w.queries[system].(interface{ Count() int }).Count()
	}
	return w.counts[system]
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if err := impls.AtMost(8, cfg); err != nil { // Query8
		return nil, err
	}
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "volt can have at most 2048 component types"}
	}
	w := &world{
		cfg: cfg, inner: volt.CreateWorld(cfg.Capacity), generations: []uint32{2}, bare: cfg.Bare(), gaining: none,
	}
	volt.RegisterComponent[anything](w.inner, &volt.ComponentConfig[anything]{})
	for _, t := range types[:min(len(cfg.Types), len(types))] {
		t.register(w.inner)
	}
	w.observe(cfg.Observers)
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOfKind(bundle))
	}
	for _, s := range cfg.Systems {
		w.queries = append(w.queries, w.query(s))
		w.counts = append(w.counts, unknown)
	}
	return w, nil
}

// query makes the query of a system. One without work requests types like tags.
func (w *world) query(s impls.System) any {
	if s.Kernel != kernel.Idle {
		return newQuery(s.Kernel, w.inner)
	}
	q := volt.CreateQuery1[anything](w.inner, volt.QueryConfiguration{
		Tags:               impls.Translate(s.Requires, func(c kernel.Component) volt.ComponentId { return volt.ComponentId(c) }),
		OptionalComponents: []volt.OptionalComponent{maxTypes},
	})
	return &q
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	w.changed()
	if n := w.numbers[bundle]; n >= 0 && !w.bare {
		creators[n](w, first, es)
		return
	}
	for i := range es {
		e := w.inner.CreateEntity()
		if w.bare {
			must(volt.AddComponent(w.inner, e, anything{}))
		}
		for _, c := range w.cfg.Bundles[bundle] {
			types[c].set(w.inner, e, first+uint32(i))
		}
		es[i] = w.born(e)
	}
}

// born takes note of a new entity.
func (w *world) born(e volt.EntityId) handle {
	for int(e) >= len(w.generations) {
		w.generations = append(w.generations, 0)
	}
	w.generations[e]++
	w.live++
	return handle{e, w.generations[e]}
}

func (w *world) alive(h handle) bool {
	return w.generations[h.entity] == h.generation
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	switch s := &w.cfg.Systems[system]; {
	case s.Kernel != kernel.Idle:
		return each(s.Kernel, w, system, dt)
	case len(s.Requires) == 0:
		return w.live
	default:
		return w.queries[system].(*volt.Query1[anything]).Count()
	}
}

// Tick is impls.Ticker: the chunks of a query, taken from a channel by as many
// goroutines as there are workers.
func (w *world) Tick(workers int, dt float32) []int {
	return impls.TickEach(w, w.cfg, dt, func(system int) int {
		if workers == 1 {
			return w.Run(system, dt)
		}
		return parallel(w.cfg.Systems[system].Kernel, w, system, workers, dt)
	})
}

// chunkSize is at most the 1000 of Volt's documentation, and such that there are
// chunks for all workers.
func chunkSize(entities, workers int) int { return min(1000, entities/workers+1) }

// Clear is impls.World.Clear. Volt removes entities one by one only.
func (w *world) Clear() int {
	cleared := w.live
	w.changed()
	for e := range w.generations {
		w.end(handle{volt.EntityId(e), w.generations[e]})
	}
	return cleared
}

// Len is impls.World.Len. Volt's own count takes reserved room for entities
// (TestCountIsOfRoom).
func (w *world) Len() int { return w.live }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	w.changed()
	for _, h := range r.(handles) {
		if w.alive(h) && w.end(h) {
			destroyed++
		}
	}
	return destroyed
}

func (w *world) end(h handle) bool {
	if h.generation&1 == 0 {
		return false
	}
	w.inner.RemoveEntity(h.entity)
	w.generations[h.entity]++
	w.live--
	return true
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	w.changed()
	if m.Remove {
		return types[m.Component].remove(w, r.(handles))
	}
	w.gaining = volt.ComponentId(m.Component)
	defer func() { w.gaining = none }()
	return types[m.Component].add(w, r.(handles), first)
}

// observe makes so many functions be called for each entity that is given a
// component. A world has one function, which is called for each component of new
// entities too.
func (w *world) observe(n int) {
	if n == 0 {
		return
	}
	functions := slices.Repeat([]func(volt.EntityId){func(volt.EntityId) { w.observed++ }}, n)
	w.inner.SetComponentAddedFn(func(e volt.EntityId, c volt.ComponentId) {
		if c == w.gaining {
			for _, call := range functions {
				call(e)
			}
		}
	})
}

// Observed is impls.Observer.
func (w *world) Observed() int { return w.observed }

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return types[c].lookup(w, r.(handles))
}

// Hash implements impls.World.Hash. It tests each entity for all used components.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	var used []kernel.Type
	for _, t := range w.cfg.Types[:min(len(w.cfg.Types), len(types))] {
		if types[t.ID].count(w.inner) > 0 {
			used = append(used, t)
		}
	}
	r.(handles).Hash(dst, w.alive, func(h handle, add func(kernel.Component, uint64)) {
		for _, t := range used {
			if w.inner.HasComponents(h.entity, volt.ComponentId(t.ID)) {
				add(t.ID, t.Of().Hash(types[t.ID].get(w.inner, h.entity)))
			}
		}
	})
}
