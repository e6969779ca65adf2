// Package ark measures the library github.com/mlange-42/ark in its documented
// idiom: typed filters that are registered once and kept, typed maps, queries
// entity by entity or table by table, creation one by one or in a batch.
//
// Sets of components that are only known at run time go through Ark's access by ID
// (World.Unsafe), which is documented for them.
package ark

import (
	"embed"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "ark",
	Doc:      "the library Ark: archetypes, tables of components with equal sets",
	Modes:    []impls.AccessMode{impls.BatchByList, impls.Chunk},
	Batches:  []impls.Operation{impls.Creates},
	Options:  []impls.Option{impls.Checks, impls.Loops},
	Modules:  []string{"github.com/mlange-42/ark"},
	Version:  "v0.8.3",
	Released: "2026-06-01",
	Notes: map[string]string{
		"destroy:mode=entity,exchange:mode=entity,churn:mode=entity,watch:mode=entity,crossover:mode=entity,tail": "panics if an entity is dead or does not fit: the adapter checks it before, which programs with valid handles need not (ark:checks=off)",
		"archetypes": "gives each archetype room for 1,024 entities unless NewWorld is called with another number",
		"parallel":   "has no parallel loop of its own: the adapter divides the tables among goroutines, each with a query of one filter over its part of every table",
		"detect":     "records no writes: an observer of Map.Set lists the changed entities, and code that writes by pointer has to call Set",
		"despawn":    "has no call that removes a tree: the adapter walks it and removes the children of each parent in a batch",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for a missing capability, unless it is the usual one, see impls.As. The
// symbols are those of package ecs in v0.8.3.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Deferrer": "has no command buffer: nothing can change while a query locks the world (World.IsLocked)",
		"Saver":    "can be saved by the separate module ark-serde, which was not measured; Unsafe.DumpEntities alone has no components",
	}[capability]
}

// Trusts is for impls.Trusts.
func (w *world) Trusts() bool { return w.trust }

// maxTypes is how many component types a world of Ark can have. Ark takes 256,
// but with the last of them registered the first entity panics in v0.8.3
// (TestAllTypesOfTheMaskPanic).
const maxTypes = 255

type handles = impls.HandlesOf[ecs.Entity]

type world struct {
	impls.MakesHandles[ecs.Entity]
	cfg        impls.Config
	trust      bool // whether entities are passed on unchecked
	inner      *ecs.World
	all        *ecs.Filter0
	ids        []ecs.ID       // by component
	filters    []any          // by system: the typed filter of its kernel, a Filter0 if it has none
	bodies     []any          // by system, see impls.Bodies
	creators   []creator      // by bundle; nil if there is no typed map
	components []component    // by component; nil until it is used
	moved      []*ecs.Filter0 // by move: what it changes by filter; nil until it does

	observed int     // calls of observers
	family   *family // nil until there are trees
}

// A creator creates entities by the typed map of their components.
type creator interface {
	spawn(first uint32, es handles)
	batch(first uint32, es handles)
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "ark can have at most 256 component types (255 without a panic)"}
	}
	if err := impls.AtMost(mostComponents, cfg); err != nil {
		return nil, err
	}
	bodies, err := impls.Bodies(cfg, options)
	if err != nil {
		return nil, err
	}
	w := &world{cfg: cfg, bodies: bodies, trust: options.Trust(), moved: make([]*ecs.Filter0, len(cfg.Moves))}
	if cfg.Capacity > 0 {
		w.inner = ecs.NewWorld(cfg.Capacity)
	} else {
		w.inner = ecs.NewWorld()
	}
	for _, t := range cfg.Types {
		w.ids = append(w.ids, ecs.TypeID(w.inner, t.Go))
	}
	w.all, w.components = ecs.NewFilter0(w.inner), make([]component, len(cfg.Types))
	for _, s := range cfg.Systems {
		w.filters = append(w.filters, w.filter(s))
	}
	for _, bundle := range cfg.Bundles {
		var c creator
		if n := kernel.NumberOf(bundle); n >= 0 {
			c = creators[n](w.inner)
		}
		w.creators = append(w.creators, c)
	}
	for range cfg.Observers {
		ecs.Observe(ecs.OnAddComponents).Do(func(ecs.Entity) { w.observed++ }).Register(w.inner)
	}
	for _, c := range cfg.Detect {
		w.component(c).detect()
	}
	return w, nil
}

// component returns what reaches the components of a type. It is made at its first use.
func (w *world) component(c kernel.Component) component {
	if w.components[c] == nil {
		w.components[c] = types[c].make(w.inner, w.cfg.Types[c].Of())
	}
	return w.components[c]
}

// filter makes the filter of a system.
func (w *world) filter(s impls.System) any {
	comp := func(c kernel.Component) ecs.Comp { return types[c].comp() }
	without := impls.Translate(s.Without, comp)
	if s.Kernel == kernel.Idle {
		return ecs.NewFilter0(w.inner).With(impls.Translate(s.Requires, comp)...).Without(without...).Register()
	}
	return filter(s.Kernel, w, without)
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	switch c := w.creators[bundle]; {
	case len(es) == 0:
	case c == nil:
		w.spawnByID(bundle, first, es)
	case w.cfg.Create == impls.PerEntity:
		c.spawn(first, es)
	default:
		c.batch(first, es)
	}
}

// spawnByID creates entities that there is no typed map for.
func (w *world) spawnByID(bundle int, first uint32, es handles) {
	cs := w.cfg.Bundles[bundle]
	ids := impls.Translate(cs, func(c kernel.Component) ecs.ID { return w.ids[c] })
	access := w.inner.Unsafe()
	for i := range es {
		if len(ids) == 0 {
			es[i] = w.inner.NewEntity()
			continue
		}
		es[i] = access.NewEntity(ids...)
		for _, c := range cs {
			w.cfg.Types[c].Of().Init(access.Get(es[i], w.ids[c]), first+uint32(i))
		}
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	switch k := w.cfg.Systems[system].Kernel; {
	case k == kernel.Idle:
		query := w.filters[system].(*ecs.Filter0).Query()
		defer query.Close()
		return query.Count()
	case w.cfg.Visit == impls.Chunk:
		return chunk(k, w, system, 0, 1, dt)
	default:
		return each(k, w, system, dt)
	}
}

// Tick is impls.Ticker: several goroutines run queries of the same filter, each
// over its part of every table. Filters and the lock of the world are safe for that
// since v0.6.0.
func (w *world) Tick(workers int, dt float32) []int {
	return impls.TickEach(w, w.cfg, dt, func(system int) int {
		k := w.cfg.Systems[system].Kernel
		return impls.Divide(workers, func(part int) int { return chunk(k, w, system, part, workers, dt) })
	})
}

// Clear is impls.World.Clear.
func (w *world) Clear() int {
	cleared := w.Len()
	w.inner.RemoveEntities(w.all.Batch(), nil)
	return cleared
}

// Destroy is impls.Changer. Ark removes batches by filter and not by list.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
		if w.trust || w.inner.Alive(e) {
			w.inner.RemoveEntity(e)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer. Ark's batches take filters and not lists.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	if m.Remove {
		return w.component(m.Component).remove(r.(handles), w.trust)
	}
	return w.component(m.Component).add(r.(handles), first, w.trust)
}

// DestroyAll is impls.FilterDestroyer.
func (w *world) DestroyAll(system int) int {
	before := w.Len()
	w.inner.RemoveEntities(w.filters[system].(batcher).Batch(), nil)
	return before - w.Len()
}

// A batcher is a filter of any number of components.
type batcher interface {
	Batch(...ecs.Relation) ecs.Batch
}

// ExchangeAll is impls.FilterChanger.
func (w *world) ExchangeAll(move int, n uint32) int {
	if w.moved[move] == nil {
		w.moved[move] = w.filter(w.cfg.Moves[move].Filter()).(*ecs.Filter0)
	}
	query := w.moved[move].Query()
	changed := query.Count()
	query.Close()
	if m := &w.cfg.Moves[move]; m.Remove {
		w.component(m.Component).removeAll(w.moved[move].Batch())
	} else {
		w.component(m.Component).addAll(w.moved[move].Batch(), n)
	}
	return changed
}

// Clone is impls.Cloner.
func (w *world) Clone(r, dst impls.Handles) {
	copies := dst.(handles)
	for i, e := range r.(handles) {
		copies[i] = w.inner.CopyEntity(e)
	}
}

// Observed is impls.Observer.
func (w *world) Observed() int { return w.observed }

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return w.component(c).lookup(r.(handles), w.trust)
}

// Len is impls.World.Len.
func (w *world) Len() int {
	query := w.all.Query()
	defer query.Close()
	return query.Count()
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	access := w.inner.Unsafe()
	r.(handles).Hash(dst, w.inner.Alive, func(e ecs.Entity, add func(kernel.Component, uint64)) {
		ids := access.IDs(e)
		for at := range ids.Len() {
			id := ids.Get(at)
			if c := kernel.Component(id.Index()); int(c) < len(w.ids) { // else it marks a parent
				add(c, w.cfg.Types[c].Of().Hash(access.Get(e, id)))
			}
		}
	})
}
