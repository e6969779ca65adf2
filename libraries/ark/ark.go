// Package ark measures the library github.com/mlange-42/ark in its documented
// idiom: typed filters that are registered once and kept, typed maps, queries
// entity by entity or table by table, creation one by one or in a batch.
//
// Changes of several components at once go through Ark's access by ID
// (World.Unsafe), which is documented for components that are only known at run
// time.
package ark

import (
	"embed"
	"slices"
	"sync"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:            "ark",
	Doc:             "the library Ark: archetypes, tables of components with equal sets",
	Modes:           []impls.AccessMode{impls.BatchByList, impls.Chunk},
	BatchCreateOnly: true,
	Options:         []impls.Option{impls.Checks, impls.Loops},
	Modules:         []string{"github.com/mlange-42/ark"},
	Version:         "v0.8.3",
	Released:        "2026-06-01",
	Notes: map[string]string{
		"parallel": "has no parallel loop: goroutines of the adapter run queries of one filter, each over its part of every table",
		"detect":   "records no writes: an observer of Map.Set lists the changed entities, and code that writes by pointer has to call Set",
		"despawn":  "has no call that removes a tree: the adapter walks it and removes the children of each parent in a batch",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for each capability that is missing, see impls.As. The
// symbols are those of package ecs in v0.8.3.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Deferrer": "has no command buffer: nothing can change while a query locks the world (World.IsLocked)",
		"Saver":    "is saved by its sibling module ark-serde, which is not part of this program; Unsafe.DumpEntities has no components",
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
	cfg        impls.Config
	trust      bool // whether entities are passed on unchecked
	inner      *ecs.World
	all        *ecs.Filter0
	ids        []ecs.ID           // by component
	number     []kernel.Component // by ID
	filters    []any              // by system: the typed filter of its kernel, a Filter0 if it has none
	bodies     []any              // by system, see impls.Bodies
	creators   []creator          // by bundle; nil if there is no typed map
	components []component        // by component; nil until it is used
	moved      []*ecs.Filter0     // by move: what it changes by filter; nil until it does

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
		w.number = append(w.number, t.ID) // IDs are given in this order
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
	needs := s.Kernel.Get().Needs
	var with, without []ecs.Comp
	for _, c := range s.Requires {
		if !slices.Contains(needs, c) {
			with = append(with, types[c].comp())
		}
	}
	for _, c := range s.Without {
		without = append(without, types[c].comp())
	}
	if s.Kernel == kernel.Idle {
		return ecs.NewFilter0(w.inner).With(with...).Without(without...).Register()
	}
	return filter(s.Kernel, w, with, without)
}

func (w *world) idsOf(cs []kernel.Component) []ecs.ID {
	var ids []ecs.ID
	for _, c := range cs {
		ids = append(ids, w.ids[c])
	}
	return ids
}

// Handles is impls.World.Handles.
func (w *world) Handles(n int) impls.Handles { return make(handles, n) }

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	switch c := w.creators[bundle]; {
	case len(es) == 0:
	case c == nil:
		w.spawnByID(bundle, first, es)
	case w.cfg.Change == impls.PerEntity:
		c.spawn(first, es)
	default:
		c.batch(first, es)
	}
}

// spawnByID creates entities that there is no typed map for.
func (w *world) spawnByID(bundle int, first uint32, es handles) {
	cs := w.cfg.Bundles[bundle]
	ids := w.idsOf(cs)
	access := w.inner.Unsafe()
	for i := range es {
		if len(ids) == 0 {
			es[i] = w.inner.NewEntity()
			continue
		}
		es[i] = access.NewEntity(ids...)
		w.initialise(access, es[i], cs, first+uint32(i))
	}
}

func (w *world) initialise(access ecs.Unsafe, e ecs.Entity, cs []kernel.Component, n uint32) {
	for _, c := range cs {
		w.cfg.Types[c].Of().Init(access.Get(e, w.ids[c]), n)
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
func (w *world) Tick(workers int, dt float32) (visited []int) {
	counts := make([]int, workers)
	for system, s := range w.cfg.Systems {
		if s.Kernel == kernel.Idle || workers == 1 {
			visited = append(visited, w.Run(system, dt))
			continue
		}
		var all sync.WaitGroup
		for part := range workers {
			all.Go(func() { counts[part] = chunk(s.Kernel, w, system, part, workers, dt) })
		}
		all.Wait()
		total := 0
		for _, n := range counts {
			total += n
		}
		visited = append(visited, total)
	}
	return visited
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

// Exchange is impls.Changer. One component is added and removed by its map, more
// by ID. Ark's batches take filters and not lists.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	switch {
	case len(m.Add) == 1 && len(m.Remove) == 0:
		return w.component(m.Add[0]).add(r.(handles), first, w.trust)
	case len(m.Add) == 0 && len(m.Remove) == 1:
		return w.component(m.Remove[0]).remove(r.(handles), w.trust)
	}
	add, remove := w.idsOf(m.Add), w.idsOf(m.Remove)
	access := w.inner.Unsafe()
	for i, e := range r.(handles) {
		fits := w.inner.Alive(e) &&
			!slices.ContainsFunc(add, func(id ecs.ID) bool { return access.HasUnchecked(e, id) }) &&
			!slices.ContainsFunc(remove, func(id ecs.ID) bool { return !access.HasUnchecked(e, id) })
		if !fits {
			continue
		}
		access.Exchange(e, add, remove)
		w.initialise(access, e, m.Add, first+uint32(i))
		changed++
	}
	return changed
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
	if m := &w.cfg.Moves[move]; len(m.Add) == 1 {
		w.component(m.Add[0]).addAll(w.moved[move].Batch(), n)
	} else {
		w.component(m.Remove[0]).removeAll(w.moved[move].Batch())
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
			if int(id.Index()) < len(w.number) { // else it marks a parent
				c := w.number[id.Index()]
				add(c, w.cfg.Types[c].Of().Hash(access.Get(e, id)))
			}
		}
	})
}
