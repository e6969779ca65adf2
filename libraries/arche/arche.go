// Package arche measures the library github.com/mlange-42/arche in its documented
// idiom: registered filters, queries entity by entity, maps of the generic API for
// creation and changes of components. Arche's batches take filters and not lists, so they
// serve creation, trees and Clear.
package arche

import (
	"embed"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/ecs/event"
	"github.com/mlange-42/arche/generic"
	"github.com/mlange-42/arche/listener"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "arche",
	Doc:      "the library Arche: archetypes, the predecessor of Ark",
	Modes:    []impls.AccessMode{impls.BatchByList},
	Batches:  []impls.Operation{impls.Creates},
	Options:  []impls.Option{impls.Checks},
	Modules:  []string{"github.com/mlange-42/arche"},
	Version:  "v0.15.3",
	Released: "2025-02-11",
	Notes: map[string]string{
		"destroy:mode=entity,exchange:mode=entity,churn:mode=entity,watch:mode=entity,crossover:mode=entity,tail": "panics if an entity is dead or does not fit: the adapter checks it before, which programs with valid handles need not (arche:checks=off)",
		"observe": "has one listener per world: a listener.Dispatch calls the observers",
		"despawn": "has no call that removes a tree: the adapter walks it and removes the children of each parent in a batch",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for a missing capability, unless it is the usual one, see impls.As. The
// symbols are those of packages ecs and ecs/event in v0.15.3.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Deferrer": "has no command buffer: nothing can change while a query locks the world (World.IsLocked)",
		"Detector": "has no event for a component that is written (event.Subscription has six others)",
		"Saver":    "can be saved by the separate module arche-serde, which was not measured; World.DumpEntities alone has no components",
		"Ticker":   "has no concurrent queries: World.Query changes the lock of the world without synchronisation",
	}[capability]
}

// Trusts is for impls.Trusts.
func (w *world) Trusts() bool { return w.trust }

// maxTypes is how many component types a world can have. Arche registers 256,
// but from the 241st on the first entity with components panics, since the room
// for columns is rounded up to 256 and kept in 8 bits (TestLimit).
const maxTypes = 240

type handles = impls.HandlesOf[ecs.Entity]

type world struct {
	impls.MakesHandles[ecs.Entity]
	cfg      impls.Config
	trust    bool // whether entities are passed on unchecked
	inner    ecs.World
	ids      []ecs.ID // by component
	number   map[ecs.ID]kernel.Component
	filters  []any       // by system: the typed filter of its kernel, a Filter0 if it has none
	creators []creator   // by bundle; nil if there is no typed map
	bundles  [][]ecs.ID  // by bundle
	moved    []filterer  // by move: what it changes by filter; nil until it does
	reached  []component // by component; nil until it is used
	visited  int         // entities of the last loop

	exchanging bool
	observed   int     // calls of observers
	family     *family // nil until there are trees
}

// A filterer is a typed filter of any number of components.
type filterer interface {
	Filter(w *ecs.World, target ...ecs.Entity) ecs.Filter
}

// A creator creates entities by the typed map of their components.
type creator interface {
	spawn(first uint32, es handles)
	batch(first uint32, es handles)
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "arche can have at most 256 component types, and from the 241st on the first entity panics"}
	}
	w := &world{
		cfg: cfg, trust: options.Trust(), number: make(map[ecs.ID]kernel.Component),
		moved: make([]filterer, len(cfg.Moves)), reached: make([]component, len(cfg.Types)),
	}
	if cfg.Capacity > 0 {
		w.inner = ecs.NewWorld(cfg.Capacity)
	} else {
		w.inner = ecs.NewWorld()
	}
	for _, t := range cfg.Types {
		id := ecs.TypeID(&w.inner, t.Go)
		w.ids = append(w.ids, id)
		w.number[id] = t.ID
	}
	for _, s := range cfg.Systems {
		w.filters = append(w.filters, w.filter(s))
	}
	for _, bundle := range cfg.Bundles {
		var c creator
		if n := kernel.NumberOf(bundle); n >= 0 {
			c = creators[n](&w.inner)
		}
		w.creators = append(w.creators, c)
		w.bundles = append(w.bundles, impls.Translate(bundle, func(c kernel.Component) ecs.ID { return w.ids[c] }))
	}
	w.observe(cfg.Observers)
	return w, nil
}

// component returns what reaches the components of a type. It is made at its first use.
func (w *world) component(c kernel.Component) component {
	if w.reached[c] == nil {
		w.reached[c] = components[c](&w.inner, w.cfg.Types[c].Of())
	}
	return w.reached[c]
}

// filter makes the filter of a system.
func (w *world) filter(s impls.System) any {
	comp := func(c kernel.Component) generic.Comp { return w.cfg.Types[c].Go }
	without := impls.Translate(s.Without, comp)
	if s.Kernel == kernel.Idle {
		f := generic.NewFilter0().With(impls.Translate(s.Requires, comp)...).Without(without...)
		f.Register(&w.inner)
		return f
	}
	return filter(s.Kernel, w, without)
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	switch c := w.creators[bundle]; {
	case len(es) == 0:
	case w.cfg.Create == impls.PerEntity && c != nil:
		c.spawn(first, es)
	case c != nil:
		c.batch(first, es)
	case w.cfg.Create == impls.PerEntity:
		for i := range es {
			es[i] = w.inner.NewEntity(w.bundles[bundle]...)
			for at, c := range w.cfg.Bundles[bundle] {
				w.cfg.Types[c].Of().Init(w.inner.GetUnchecked(es[i], w.bundles[bundle][at]), first+uint32(i))
			}
		}
	default:
		query := w.inner.Batch().NewQ(len(es), w.bundles[bundle]...)
		for i := 0; query.Next(); i++ {
			for at, c := range w.cfg.Bundles[bundle] {
				w.cfg.Types[c].Of().Init(query.Get(w.bundles[bundle][at]), first+uint32(i))
			}
			es[i] = query.Entity()
		}
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	if k := w.cfg.Systems[system].Kernel; k != kernel.Idle {
		each(k, w, system, dt)
		return w.visited
	}
	query := w.filters[system].(*generic.Filter0).Query(&w.inner)
	defer query.Close()
	return query.Count()
}

// Clear is impls.World.Clear.
func (w *world) Clear() int { return w.inner.Batch().RemoveEntities(ecs.All()) }

// Len is impls.World.Len.
func (w *world) Len() int {
	query := w.inner.Query(ecs.All())
	defer query.Close()
	return query.Count()
}

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
		if w.trust || w.inner.Alive(e) {
			w.inner.RemoveEntity(e)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	w.exchanging = true
	defer func() { w.exchanging = false }()
	m := &w.cfg.Moves[move]
	if m.Remove {
		return w.component(m.Component).remove(r.(handles), w.trust)
	}
	return w.component(m.Component).add(r.(handles), first, w.trust)
}

// DestroyAll is impls.FilterDestroyer.
func (w *world) DestroyAll(system int) int {
	return w.inner.Batch().RemoveEntities(w.filters[system].(filterer).Filter(&w.inner))
}

// ExchangeAll is impls.FilterChanger.
func (w *world) ExchangeAll(move int, n uint32) int {
	w.exchanging = true
	defer func() { w.exchanging = false }()
	m := &w.cfg.Moves[move]
	if w.moved[move] == nil {
		w.moved[move] = w.filter(m.Filter()).(filterer)
	}
	of := w.moved[move].Filter(&w.inner)
	if m.Remove {
		return w.component(m.Component).removeAll(of)
	}
	return w.component(m.Component).addAll(of, n)
}

// observe makes so many functions be called for each entity that is given a
// component. A world has one listener, which passes events on; that entities are
// created with components is one of them.
func (w *world) observe(n int) {
	if n == 0 {
		return
	}
	functions := make([]ecs.Listener, n)
	for i := range functions {
		call := listener.NewCallback(func(*ecs.World, ecs.EntityEvent) {
			if w.exchanging {
				w.observed++
			}
		}, event.ComponentAdded)
		functions[i] = &call
	}
	dispatch := listener.NewDispatch(functions...)
	w.inner.SetListener(&dispatch)
}

// Observed is impls.Observer.
func (w *world) Observed() int { return w.observed }

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return w.component(c).lookup(r.(handles), w.trust)
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	r.(handles).Hash(dst, w.inner.Alive, func(e ecs.Entity, add func(kernel.Component, uint64)) {
		for _, id := range w.inner.Ids(e) {
			if c, ok := w.number[id]; ok { // else it marks a parent
				add(c, w.cfg.Types[c].Of().Hash(w.inner.Get(e, id)))
			}
		}
	})
}
