// Package ark is the library github.com/mlange-42/ark in its documented idiom:
// typed filters and maps that are made once and kept, queries entity by entity
// or table by table, creation one by one or in a batch.
//
// What a program would have no typed map for, entities with components that are
// only known at run time, goes through Ark's access by ID (World.Unsafe).
package ark

import (
	"slices"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "ark",
	Doc:     "the library Ark: archetypes, tables of components with equal sets",
	Calls:   []impls.Call{impls.InBatches, impls.ByChunk},
	Singly:  true,
	Modules: []string{"github.com/mlange-42/ark"},
	Open:    open,
}

// maxTypes is how many component types a world of Ark can have. Ark takes 256,
// but with the last of them registered the first entity panics in v0.8.3
// (TestAllTypesOfTheMaskPanic).
const maxTypes = 255

type handles = impls.Handles[ecs.Entity]

type world struct {
	cfg     impls.Config
	inner   *ecs.World
	all     *ecs.Filter0
	ids     []ecs.ID           // by component
	number  []kernel.Component // by ID
	filters []any              // by system: the typed filter of its kernel, or an UnsafeFilter
	creates []kernel.ID        // by bundle: the kernel that needs just these components, or Idle
	maps    []any              // by bundle: the typed map of these components, nil if there is none
	moves   []mover            // by move: the typed map of the one component that it adds or removes, nil if it does more
	looker  *ecs.Map1[kernel.Position]

	observed int  // calls of observers
	kin      *kin // nil until there are trees
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "ark can have at most 256 component types (255 without a panic)"}
	}
	w := &world{cfg: cfg}
	if cfg.Capacity > 0 {
		w.inner = ecs.NewWorld(cfg.Capacity)
	} else {
		w.inner = ecs.NewWorld()
	}
	for _, t := range cfg.Types {
		id := ecs.TypeID(w.inner, t.Go)
		w.ids = append(w.ids, id)
		w.number = append(w.number, t.ID) // IDs are given in this order
	}
	w.all, w.looker = ecs.NewFilter0(w.inner), ecs.NewMap1[kernel.Position](w.inner)
	for _, s := range cfg.Systems {
		w.filters = append(w.filters, w.filterFor(s))
	}
	for _, bundle := range cfg.Bundles {
		k := kernel.Needing(bundle)
		w.creates = append(w.creates, k)
		if k == kernel.Idle {
			w.maps = append(w.maps, nil)
		} else {
			w.maps = append(w.maps, mapOf(k, w))
		}
	}
	for range cfg.Observers {
		ecs.Observe(ecs.OnAddComponents).Do(func(ecs.Entity) { w.observed++ }).Register(w.inner)
	}
	for _, m := range cfg.Moves {
		var typed mover
		if changed := slices.Concat(m.Add, m.Remove); len(changed) == 1 {
			typed = movers[changed[0]](w.inner, cfg.Types[changed[0]].Of())
		}
		w.moves = append(w.moves, typed)
	}
	return w, nil
}

func (w *world) filterFor(s impls.System) any {
	if !s.Exact() {
		return ecs.NewUnsafeFilter(w.inner, w.idsOf(s.Requires)...).Without(w.idsOf(s.Without)...)
	}
	var without []ecs.Comp
	for _, c := range s.Without {
		without = append(without, comps[c])
	}
	return filter(s.Kernel, w, without)
}

func (w *world) idsOf(cs []kernel.Component) []ecs.ID {
	var ids []ecs.ID
	for _, c := range cs {
		ids = append(ids, w.ids[c])
	}
	return ids
}

// Roster is impls.World.Roster.
func (w *world) Roster(n int) impls.Roster { return make(handles, n) }

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Roster) {
	es := dst.(handles)
	switch k := w.creates[bundle]; {
	case len(es) == 0:
	case k == kernel.Idle:
		w.spawnByID(bundle, first, es)
	case w.cfg.Change == impls.ByEntity:
		spawn(k, w, bundle, first, es)
	default:
		batch(k, w, bundle, first, es)
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
func (w *world) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	switch {
	case !s.Exact():
		return w.runByID(system, dt)
	case w.cfg.Visit == impls.ByChunk:
		return chunk(s.Kernel, w, system, dt)
	}
	return each(s.Kernel, w, system, dt)
}

// runByID runs systems that want something else than their kernel needs. It reads
// like package arche, of whose library this one is the successor; there is no
// type, nor an interface, that both have in common.
func (w *world) runByID(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	query := w.filters[system].(ecs.UnsafeFilter).Query()
	if s.Kernel == kernel.Idle {
		visited = query.Count()
		query.Close()
		return visited
	}
	k := s.Kernel.Get()
	parameters := make([]any, len(k.Needs))
	for query.Next() {
		for i, c := range k.Needs {
			parameters[i] = w.cfg.Types[c].At(query.Get(w.ids[c]))
		}
		k.Apply(parameters, dt)
		visited++
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
func (w *world) Destroy(r impls.Roster) (destroyed int) {
	for _, e := range r.(handles) {
		if w.inner.Alive(e) {
			w.inner.RemoveEntity(e)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer. One component is added and removed by its map, more
// by ID. Ark's batches take filters and not lists.
func (w *world) Exchange(move int, r impls.Roster, first uint32) (changed int) {
	m := w.cfg.Moves[move]
	if typed := w.moves[move]; typed != nil && len(m.Add) == 1 {
		return typed.add(r.(handles), first)
	} else if typed != nil {
		return typed.remove(r.(handles))
	}
	add, remove := w.idsOf(m.Add), w.idsOf(m.Remove)
	access := w.inner.Unsafe()
	for i, e := range r.(handles) {
		fits := w.inner.Alive(e) &&
			!slices.ContainsFunc(add, func(id ecs.ID) bool { return access.Has(e, id) }) &&
			!slices.ContainsFunc(remove, func(id ecs.ID) bool { return !access.Has(e, id) })
		if !fits {
			continue
		}
		access.Exchange(e, add, remove)
		w.initialise(access, e, m.Add, first+uint32(i))
		changed++
	}
	return changed
}

// Clone is impls.Cloner.
func (w *world) Clone(r, dst impls.Roster) {
	copies := dst.(handles)
	for i, e := range r.(handles) {
		copies[i] = w.inner.CopyEntity(e)
	}
}

// Observed is impls.Observer.
func (w *world) Observed() int { return w.observed }

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Roster) (sum uint64) {
	for _, e := range r.(handles) {
		if w.inner.Alive(e) {
			if p := w.looker.GetUnchecked(e); p != nil {
				sum += p.Glance()
			}
		}
	}
	return sum
}

// Len is impls.World.Len.
func (w *world) Len() int {
	query := w.all.Query()
	defer query.Close()
	return query.Count()
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Roster, dst []uint64) {
	access := w.inner.Unsafe()
	r.(handles).Hash(dst, w.inner.Alive, func(e ecs.Entity, add func(kernel.Component, uint64)) {
		ids := access.IDs(e)
		for at := range ids.Len() {
			id := ids.Get(at)
			if int(id.Index()) < len(w.number) { // else it says whose child it is
				c := w.number[id.Index()]
				add(c, w.cfg.Types[c].Of().Hash(access.Get(e, id)))
			}
		}
	})
}
