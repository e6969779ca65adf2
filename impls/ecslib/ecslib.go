// Package ecslib is the library of package ecs in its documented idiom: typed
// queries and maps that are bound once and kept, loops entity by entity or over
// slices.
//
// Entities with components that are known only at run time have no typed map. They use the
// library's access by number.
package ecslib

import (
	"embed"
	"errors"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:embed *.go
var source embed.FS

// Implementation is the entry of the registry.
var Implementation = impls.Implementation{
	Name:    "ecs",
	Doc:     "the library of this project: archetypes, tables in chunks",
	Role:    impls.Library,
	Modes:   []impls.AccessMode{impls.BatchByList, impls.Chunk},
	Options: []impls.Option{impls.Loops},
	Parts: []impls.Part{
		{Functions: "ecs.growTo", Memory: impls.ForIndex},
		{Functions: "ecs.(*World).take", Memory: impls.ForHandles},
		{Functions: "ecs.(*World).Reserve", Memory: impls.ForHandles},
		{Functions: "ecs.(*World).resize", Memory: impls.ForComponents},
		{Functions: "ecs.define", Memory: impls.ForComponents},
		{Functions: "ecs.(*World).newChunk", Memory: impls.ForComponents},
		{Functions: "ecs.(*World).newTable", Memory: impls.ForSignatures},
		{Functions: "ecs.(*Change)", Memory: impls.ForSignatures},
	},
	Source: source,
	Open:   open,
}

type handles = impls.HandlesOf[ecs.Entity]

type world struct {
	impls.MakesHandles[ecs.Entity]
	cfg        impls.Config
	inner      *ecs.World
	numbers    []ecs.Component    // by component
	of         []kernel.Component // by number
	queries    []any              // by system: the typed query of its kernel, or an *ecs.Filtered
	bodies     []any              // by system, see impls.Bodies
	creators   []creator          // by bundle; nil if there is no typed map
	sets       []*ecs.Change      // by bundle: creates its entities; nil if there is a typed map
	components []*component       // by component; nil until it is used
	filters    []*ecs.Filtered    // by move: its entities, for changes by filter; nil until used
	positions  ecs.Map1[kernel.Position]

	later    *ecs.Commands
	observed int
	workers  int // of the schedule
	visited  []int
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	if len(cfg.Types) > kernel.Distinct {
		return nil, &impls.Unsupported{Reason: "ecs registers types by their Go type, and the harness has 512 different ones"}
	}
	bodies, err := impls.Bodies(cfg, options)
	if err != nil {
		return nil, err
	}
	w := &world{
		cfg: cfg, inner: ecs.New(), bodies: bodies,
		components: make([]*component, len(cfg.Types)), filters: make([]*ecs.Filtered, len(cfg.Moves)),
	}
	w.later = ecs.NewCommands(w.inner)
	if cfg.Capacity > 0 {
		w.inner.Reserve(cfg.Capacity)
	}
	var errs []error
	for _, t := range cfg.Types {
		errs = append(errs, types[t.ID].define(w.inner))
		number, err := w.inner.ComponentOf(t.Go)
		w.numbers, w.of, errs = append(w.numbers, number), append(w.of, t.ID), append(errs, err)
	}
	for _, c := range cfg.Detect {
		errs = append(errs, w.inner.TrackType(cfg.Types[c].Go), w.component(c).watch(w.inner, w.numbers[c]))
	}
	errs = append(errs, w.positions.Bind(w.inner))
	for _, s := range cfg.Systems {
		q, err := w.queryFor(s)
		w.queries, errs = append(w.queries, q), append(errs, err)
	}
	for _, bundle := range cfg.Bundles {
		var typed creator
		if n := kernel.NumberOf(bundle); n >= 0 {
			typed = creators[n]()
			errs = append(errs, typed.bind(w.inner))
		}
		set, err := w.inner.Change(w.numbersOf(bundle), nil)
		w.creators, w.sets, errs = append(w.creators, typed), append(w.sets, set), append(errs, err)
	}
	for range cfg.Observers {
		errs = append(errs, w.inner.Observe(ecs.Gains, func(ecs.Entity) { w.observed++ }))
	}
	return w, errors.Join(errs...)
}

// component returns the access to the components of a type. It is bound at its first use.
func (w *world) component(c kernel.Component) *component {
	if w.components[c] == nil {
		w.components[c] = types[c].make(w.cfg.Types[c].Of())
		w.fail("bind a map", w.components[c].bind(w.inner))
	}
	return w.components[c]
}

// queryFor makes the query of a system: typed, or one that only counts.
func (w *world) queryFor(s impls.System) (any, error) {
	if s.Kernel == kernel.Idle {
		return w.inner.Filter(w.numbersOf(s.Requires), nil)
	}
	q := query(s.Kernel, w)
	var filters []ecs.Filter
	for _, c := range s.Without {
		filters = append(filters, ecs.WithoutType(w.cfg.Types[c].Go))
	}
	return q, q.Bind(w.inner, filters...)
}

// excluded returns the exclusions of a system in the library's schedule.
func (w *world) excluded(s impls.System) (list []ecs.Option) {
	for _, c := range s.Without {
		list = append(list, ecs.WithoutType(w.cfg.Types[c].Go))
	}
	return list
}

func (w *world) numbersOf(cs []kernel.Component) []ecs.Component {
	var numbers []ecs.Component
	for _, c := range cs {
		numbers = append(numbers, w.numbers[c])
	}
	return numbers
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	switch c := w.creators[bundle]; {
	case len(es) == 0:
	case c == nil:
		for i := range es {
			es[i], _ = w.sets[bundle].New()
			w.initialise(es[i], w.cfg.Bundles[bundle], first+uint32(i))
		}
	case w.cfg.Create == impls.PerEntity:
		c.spawn(first, es)
	default:
		c.batch(first, es)
	}
}

func (w *world) initialise(e ecs.Entity, cs []kernel.Component, n uint32) {
	for _, c := range cs {
		w.cfg.Types[c].Of().Init(w.inner.Pointer(e, w.numbers[c]), n)
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) (visited int) {
	switch k := w.cfg.Systems[system].Kernel; {
	case k == kernel.Idle:
		return w.queries[system].(*ecs.Filtered).Len()
	case w.cfg.Visit == impls.Chunk:
		return chunk(k, w.queries[system], w.bodies[system], dt)
	default:
		return each(k, w.queries[system], dt)
	}
}

// Clear is impls.World.Clear.
func (w *world) Clear() int {
	cleared, _ := w.inner.Clear()
	return cleared
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.inner.Len() }

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	own := func(e ecs.Entity) ecs.Entity { // of a handle in the world that saved this one, too
		if !w.inner.Alive(e) {
			return w.inner.Loaded(e)
		}
		return e
	}
	r.(handles).Hash(dst, func(e ecs.Entity) bool { return own(e) != ecs.NoEntity }, func(e ecs.Entity, add func(kernel.Component, uint64)) {
		e = own(e)
		for _, number := range w.inner.ComponentsOf(e) {
			c := w.of[number]
			add(c, w.cfg.Types[c].Of().Hash(w.inner.Pointer(e, number)))
		}
	})
}
