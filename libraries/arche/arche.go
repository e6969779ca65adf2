// Package arche is the library github.com/mlange-42/arche in its documented
// idiom: cached filters, queries that hand out one entity after the other, maps
// of the generic API for creation, exchange by component ID for all other
// changes. Arche has no access to columns, so there are no chunks; its batches
// work on all entities of a filter and not on lists, so they serve creation and
// the end of everything.
package arche

import (
	"slices"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/ecs/event"
	"github.com/mlange-42/arche/generic"
	"github.com/mlange-42/arche/listener"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "arche",
	Doc:     "the library Arche: archetypes, the predecessor of Ark",
	Calls:   []impls.Call{impls.InBatches},
	Singly:  true,
	Modules: []string{"github.com/mlange-42/arche"},
	Open:    open,
}

// maxTypes is how many component types a world can have. Arche registers 256,
// but from the 241st on the first entity with components panics, since the room
// for columns is rounded up to 256 and kept in 8 bits (TestLimit).
const maxTypes = 240

type handles = impls.Handles[ecs.Entity]

type world struct {
	cfg     impls.Config
	inner   ecs.World
	ids     []ecs.ID // by component
	number  map[ecs.ID]kernel.Component
	filters []any              // by system: the typed filter of its kernel, or nil
	byID    []ecs.CachedFilter // by system
	creates []kernel.ID        // by bundle: the kernel that needs just these components, or Idle
	maps    []any              // by bundle: the typed map of these components, or nil
	bundles [][]ecs.ID         // by bundle
	moves   []move

	exchanging bool
	observed   int // calls of observers
}

// A move is impls.Move by the library's IDs.
type move struct{ add, remove []ecs.ID }

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "arche can have at most 256 component types, and from the 241st on the first entity panics"}
	}
	w := &world{cfg: cfg, number: make(map[ecs.ID]kernel.Component)}
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
		without := ecs.All(w.idsOf(s.Without)...)
		cached := w.inner.Cache().Register(&ecs.MaskFilter{Include: ecs.All(w.idsOf(s.Requires)...), Exclude: without})
		w.byID = append(w.byID, cached)
		var typed any
		if s.Exact() {
			var exclude []generic.Comp
			for _, c := range s.Without {
				exclude = append(exclude, cfg.Types[c].Go)
			}
			typed = filter(s.Kernel, w, exclude)
		}
		w.filters = append(w.filters, typed)
	}
	for _, bundle := range cfg.Bundles {
		k := kernel.Needing(bundle)
		w.creates = append(w.creates, k)
		w.bundles = append(w.bundles, w.idsOf(bundle))
		if k == kernel.Idle {
			w.maps = append(w.maps, nil)
		} else {
			w.maps = append(w.maps, mapOf(k, w))
		}
	}
	w.observe(cfg.Observers)
	for _, m := range cfg.Moves {
		w.moves = append(w.moves, move{w.idsOf(m.Add), w.idsOf(m.Remove)})
	}
	return w, nil
}

func (w *world) idsOf(cs []kernel.Component) []ecs.ID {
	ids := make([]ecs.ID, 0, len(cs))
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
	case w.cfg.Change == impls.ByEntity && k == kernel.Idle:
		for i := range es {
			es[i] = w.inner.NewEntity(w.bundles[bundle]...)
			w.initialise(es[i], w.cfg.Bundles[bundle], first+uint32(i))
		}
	case w.cfg.Change == impls.ByEntity:
		spawn(k, w, bundle, first, es)
	case k == kernel.Idle:
		query := w.inner.Batch().NewQ(len(es), w.bundles[bundle]...)
		for i := 0; query.Next(); i++ {
			for at, c := range w.cfg.Bundles[bundle] {
				w.cfg.Types[c].Of().Init(query.Get(w.bundles[bundle][at]), first+uint32(i))
			}
			es[i] = query.Entity()
		}
	default:
		batch(k, w, bundle, first, es)
	}
}

func (w *world) initialise(e ecs.Entity, cs []kernel.Component, n uint32) {
	for _, c := range cs {
		w.cfg.Types[c].Of().Init(w.inner.GetUnchecked(e, w.ids[c]), n)
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if s.Exact() {
		return each(s.Kernel, w, system, dt)
	}
	query := w.inner.Query(&w.byID[system])
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
func (w *world) Clear() int { return w.inner.Batch().RemoveEntities(ecs.All()) }

// Len is impls.World.Len.
func (w *world) Len() int {
	query := w.inner.Query(ecs.All())
	defer query.Close()
	return query.Count()
}

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Roster) (destroyed int) {
	for _, e := range r.(handles) {
		if w.inner.Alive(e) {
			w.inner.RemoveEntity(e)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Roster, first uint32) (changed int) {
	m := &w.moves[move]
	w.exchanging = true
	defer func() { w.exchanging = false }()
	for i, e := range r.(handles) {
		if !w.inner.Alive(e) || !w.fits(m, e) {
			continue
		}
		w.inner.Exchange(e, m.add, m.remove)
		w.initialise(e, w.cfg.Moves[move].Add, first+uint32(i))
		changed++
	}
	return changed
}

func (w *world) fits(m *move, e ecs.Entity) bool {
	return !slices.ContainsFunc(m.add, func(id ecs.ID) bool { return w.inner.HasUnchecked(e, id) }) &&
		!slices.ContainsFunc(m.remove, func(id ecs.ID) bool { return !w.inner.HasUnchecked(e, id) })
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
func (w *world) Lookup(r impls.Roster) (sum uint64) {
	id := w.ids[kernel.PositionID]
	for _, e := range r.(handles) {
		if w.inner.Alive(e) {
			if p := (*kernel.Position)(w.inner.GetUnchecked(e, id)); p != nil {
				sum += p.Glance()
			}
		}
	}
	return sum
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Roster, dst []uint64) {
	r.(handles).Hash(dst, w.inner.Alive, func(e ecs.Entity, add func(kernel.Component, uint64)) {
		for _, id := range w.inner.Ids(e) {
			c := w.number[id]
			add(c, w.cfg.Types[c].Of().Hash(w.inner.Get(e, id)))
		}
	})
}
