// Package teishoku measures the library github.com/edwinsyarief/teishoku in its
// documented idiom: builders that create entities with up to six components, filters
// that are kept and reset before each pass, components set and removed by generic
// functions. World.RemoveEntities destroys a list. Builder.NewEntities creates many entities and
// returns none: a filter finds them behind the older ones, and sets their values, as the library
// documents it. Builder.SetBatch gives all entities one value, by a call of Set for each.
//
// Two defects of v1.7.5 need a workaround. A kept filter of one component overlooks
// archetypes that were empty when the last archetype was made, and visits an entity in
// archetypes that were emptied since: it is made anew after changes, which costs what
// the reset of the other filters costs then (TestKeptFilterOverlooksEntities). Filters
// with more components have Query too, whose first archetype is at address 0.
//
// The library copies components as bytes, which hides pointers from the garbage
// collector for a moment. Pointers here lead to memory that lives for ever.
package teishoku

import (
	"embed"
	"slices"

	"github.com/edwinsyarief/teishoku"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "teishoku",
	Doc:      "the library teishoku: archetypes, each with room for all entities of the world",
	Options:  []impls.Option{impls.Checks},
	Modes:    []impls.AccessMode{impls.BatchByList},
	Batches:  []impls.Operation{impls.Creates, impls.Destroys},
	Modules:  []string{"github.com/edwinsyarief/teishoku"},
	Version:  "v1.7.5",
	Released: "2025-12-22",
	Notes: map[string]string{
		"create:mode=entity": "has builders of at most six components: SetComponent adds the others",
		"create:mode=batch":  "has builders of at most six components: SetComponent adds the others; a batch returns no entities: a filter finds them behind the older ones",
		"churn":              "returns no entities from a batch: a filter finds them behind the older ones, which it visits too",
		"mixed":              "creates with other seeds and profiles, whose kinds are not known to the compiler, one component at a time, which leaves empty archetypes",
		"systems":            "has no filters that exclude a component: the loop asks for each entity; a filter of one component is made anew after changes, since a kept one overlooks entities",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v1.7.5 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"FilterChanger": "removes all entities of a filter (Filter.RemoveEntities), and changes components of single entities only (SetComponent; Builder.SetBatch calls Set for each entity)",
		"Detector":      "does not record writes (Filter.Get returns pointers)",
		"Observer":      "has an event bus for events of the program (Publish), and none for components",
		"Ticker":        "has no filter that several goroutines can divide",
	}[capability]
}

// Trusts is for impls.Trusts.
func (w *world) Trusts() bool { return w.trust }

// firstCapacity is that of worlds of unknown size, which double it when it is used up.
// Every archetype has room for all entities.
const firstCapacity = 1024

// mostBytes bounds what a world may reserve for the entities that are announced.
const mostBytes = 4 << 30

type handles = impls.HandlesOf[teishoku.Entity]

type world struct {
	impls.MakesHandles[teishoku.Entity]
	cfg      impls.Config
	trust    bool // whether entities are passed on unchecked
	inner    *teishoku.World
	filters  []any     // by system; nil if its kernel is Idle
	stale    []bool    // by system: whether entities changed since its last run
	counts   []int     // by system: entities of its filter in its last run
	creators []creator // by bundle; nil if there is no builder
	used     []kernel.Component
	builders []any // by component: what looks it up; nil until it is used
	live     int
	marks    impls.Marks // of current
}

// A creator creates entities by a builder.
type creator interface {
	spawn(first uint32, es handles)
	batch(first uint32, es handles)
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	if err := impls.AtMost(6, cfg); err != nil { // Filter6
		return nil, err
	}
	if len(cfg.Types) > teishoku.MaxComponentTypes {
		return nil, &impls.Unsupported{Reason: "teishoku can have at most 256 component types"}
	}
	bytes := 0
	for _, set := range cfg.Bundles {
		for _, c := range set {
			bytes += int(cfg.Types[c].Of().Go.Size())
		}
	}
	if bytes*2*cfg.Limit > mostBytes {
		return nil, &impls.Unsupported{Reason: "teishoku reserves room for all entities in every archetype, which would be more than 4 GB"}
	}
	capacity := firstCapacity
	if cfg.Capacity > 0 {
		capacity = cfg.Capacity
	}
	w := &world{
		cfg: cfg, trust: options.Trust(), inner: teishoku.NewWorld(capacity),
		stale: make([]bool, len(cfg.Systems)), counts: make([]int, len(cfg.Systems)),
	}
	w.builders = make([]any, len(cfg.Types))
	for _, bundle := range cfg.Bundles {
		var c creator
		if n := kernel.NumberOfKind(bundle); n >= 0 {
			c = creators[n](w.inner)
		}
		w.creators = append(w.creators, c)
		w.used = append(w.used, bundle...)
	}
	for _, m := range cfg.Moves {
		w.used = append(w.used, m.Component)
	}
	slices.Sort(w.used)
	w.used = slices.Compact(w.used)
	for _, s := range cfg.Systems {
		var f any
		if s.Kernel != kernel.Idle {
			f = filter(s.Kernel, w.inner)
		}
		w.filters = append(w.filters, f)
	}
	return w, nil
}

// changed notes that filters of one component are out of date.
func (w *world) changed() {
	for i := range w.stale {
		w.stale[i] = true
	}
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	w.live += len(es)
	w.changed()
	switch c := w.creators[bundle]; {
	case c != nil && w.cfg.Create == impls.BatchByList && len(es) > 1: // its filter visits all entities of the set
		c.batch(first, es)
		return
	case c != nil:
		c.spawn(first, es)
		return
	}
	for i := range es {
		es[i] = w.inner.CreateEntity()
		for _, c := range w.cfg.Bundles[bundle] {
			types[c].set(w.inner, es[i], first+uint32(i))
		}
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	s := &w.cfg.Systems[system]
	if s.Kernel == kernel.Idle {
		return w.count(s)
	}
	w.refresh(system)
	return each(s.Kernel, w, system, dt)
}

// refresh makes the filter of a system anew if it has one component and is out of date.
func (w *world) refresh(system int) {
	if k := w.cfg.Systems[system].Kernel; w.stale[system] && len(k.Get().Needs) == 1 {
		w.filters[system] = filter(k, w.inner)
	}
}

// listed returns the number of entities of a system's filter, which was reset. The library
// takes a lock to return its list, so it is asked after changes only.
func (w *world) listed(system int, filter interface{ Entities() []teishoku.Entity }) int {
	if w.stale[system] {
		w.counts[system], w.stale[system] = len(filter.Entities()), false
	}
	return w.counts[system]
}

// count counts the entities of a system without work. Its components have no typed
// filter, so it visits those with the first of them.
func (w *world) count(s *impls.System) (n int) {
	if len(s.Requires) == 0 {
		return w.live
	}
	for _, e := range types[s.Requires[0]].all(w.inner) {
		if !slices.ContainsFunc(s.Requires[1:], func(c kernel.Component) bool { return types[c].get(w.inner, e) == nil }) {
			n++
		}
	}
	return n
}

// Clear is impls.World.Clear.
func (w *world) Clear() int {
	cleared := w.live
	w.inner.ClearEntities()
	w.live = 0
	w.changed()
	return cleared
}

// Len is impls.World.Len. The library does not count.
func (w *world) Len() int { return w.live }

// Destroy is impls.Changer. The library passes over stale handles, and does not
// report which they were.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	es := r.(handles)
	if w.cfg.Change == impls.BatchByList {
		destroyed = w.current(es)
		w.inner.RemoveEntities(es)
	} else {
		for _, e := range es {
			if w.trust || w.inner.IsValidNoLock(e) {
				w.inner.RemoveEntity(e)
				destroyed++
			}
		}
	}
	w.live -= destroyed
	w.changed()
	return destroyed
}

// current returns how many entities of a list are alive.
func (w *world) current(es handles) (n int) {
	if w.trust {
		return len(es)
	}
	for _, e := range es {
		if w.inner.IsValidNoLock(e) && w.marks.Mark(e.ID) {
			n++
		}
	}
	for _, e := range es {
		w.marks.Unmark(e.ID)
	}
	return n
}

// A remover is a filter of any number of components.
type remover interface {
	Reset()
	Entities() []teishoku.Entity
	RemoveEntities()
}

// DestroyAll is impls.FilterDestroyer. The library does not report how many entities
// it removes, so they are listed before, as a program does that counts them.
func (w *world) DestroyAll(system int) int {
	w.refresh(system)
	f := w.filters[system].(remover)
	f.Reset()
	destroyed := len(f.Entities())
	f.RemoveEntities()
	w.live -= destroyed
	w.changed()
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	w.changed()
	m := &w.cfg.Moves[move]
	if m.Remove {
		return types[m.Component].remove(w, r.(handles))
	}
	return types[m.Component].add(w, r.(handles), first)
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	if w.builders[c] == nil {
		w.builders[c] = types[c].builder(w.inner)
	}
	return types[c].lookup(w.builders[c], r.(handles))
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	r.(handles).Hash(dst, w.inner.IsValid, func(e teishoku.Entity, add func(kernel.Component, uint64)) {
		for _, c := range w.used {
			if p := types[c].get(w.inner, e); p != nil {
				add(c, w.cfg.Types[c].Of().Hash(p))
			}
		}
	})
}
