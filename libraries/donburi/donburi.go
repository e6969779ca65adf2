// Package donburi measures the library github.com/yohamta/donburi in its documented
// idiom: component types that are declared once, entries that reach an entity's
// components, queries that are kept and ranged over, trees by features/transform.
// Every component is a value of its own on the heap, so there are no chunks; the only
// batch is creation (World.CreateMany).
package donburi

import (
	"embed"
	"fmt"

	"github.com/yohamta/donburi"
	"github.com/yohamta/donburi/filter"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "donburi",
	Doc:      "the library Donburi: archetypes of pointers to components on the heap",
	Modes:    []impls.AccessMode{impls.BatchByList},
	Batches:  []impls.Operation{impls.Creates},
	Modules:  []string{"github.com/yohamta/donburi"},
	Version:  "v1.15.8",
	Released: "2026-05-17",
	Notes: map[string]string{
		"exchange,watch,crossover,tail": "creates and removes one entity of each kind when the world opens, before anything is timed: creation in an archetype that a change of components made panics",
		"relate,despawn":                "has relations in features/transform alone, whose component holds a position, a rotation and a scale too",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v1.15.8 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Deferrer":        "has no command buffer: entries change at once, also while a query runs",
		"FilterDestroyer": "has queries that visit entities (Query.Each), and neither changes nor removes what they match in one call",
		"Detector":        "does not record writes (ComponentType.Get returns a pointer)",
		"Observer":        "calls functions for new and removed entities (World.OnCreate, OnRemove), not for components",
		"Ticker":          "has no query that runs on several goroutines (Query has Iter, Each and four others)",
	}[capability]
}

// anything is a tag of all entities in worlds where some would have no component, which
// Donburi does not support (TestEntitiesNeedAComponent).
var anything = donburi.NewTag("anything")

type handles = impls.HandlesOf[donburi.Entity]

type world struct {
	impls.MakesHandles[donburi.Entity]
	cfg     impls.Config
	inner   donburi.World
	queries []*donburi.Query // by system
	all     *donburi.Query
	bundles [][]donburi.IComponentType // by bundle
	numbers []int                      // by bundle: its number in kernel.Sets, or -1
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	w := &world{cfg: cfg, inner: donburi.NewWorld(), all: donburi.NewQuery(filter.Contains())}
	for _, s := range cfg.Systems {
		f := filter.Contains(typesOf(s.Requires)...)
		for _, c := range s.Without {
			f = filter.And(f, filter.Not(filter.Contains(types[c])))
		}
		w.queries = append(w.queries, donburi.NewQuery(f))
	}
	bare := cfg.Bare()
	for _, bundle := range cfg.Bundles {
		set := typesOf(bundle)
		if bare {
			set = append(set, anything)
		}
		w.bundles = append(w.bundles, set)
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
	}
	if len(cfg.Moves) > 0 || len(cfg.Bundles) > firstRoom {
		if err := w.settle(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// firstRoom is for how many archetypes a component's storage has room at first.
const firstRoom = 256

// settle makes one entity of each kind and removes it, since Donburi panics where
// entities are created in an archetype that was made by a change of components
// (TestCreateAfterTransferPanics). Its room for archetypes doubles once when it
// has to grow, which is too little where a component has not been in any of many
// archetypes (TestLateComponentPanics).
func (w *world) settle() error {
	room := make([]int, len(w.cfg.Types))
	for i, set := range w.bundles {
		archetype := len(w.inner.Archetypes())
		for _, c := range w.cfg.Bundles[i] {
			room[c] = max(room[c], firstRoom)
			if archetype >= 2*room[c] {
				return &impls.Unsupported{Reason: fmt.Sprintf("donburi panics where a component is first used in archetype %d, after room for %d", archetype+1, 2*room[c])}
			}
			if archetype >= room[c] {
				room[c] *= 2
			}
		}
		w.inner.Remove(w.inner.Create(set...))
	}
	return nil
}

func typesOf(cs []kernel.Component) []donburi.IComponentType {
	return impls.Translate(cs, func(c kernel.Component) donburi.IComponentType { return types[c] })
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	if w.cfg.Create == impls.PerEntity {
		for i := range es {
			es[i] = w.inner.Create(w.bundles[bundle]...)
			w.initialise(bundle, es[i:i+1], first+uint32(i))
		}
		return
	}
	copy(es, w.inner.CreateMany(len(es), w.bundles[bundle]...))
	w.initialise(bundle, es, first)
}

func (w *world) initialise(bundle int, es handles, first uint32) {
	set := w.cfg.Bundles[bundle]
	if n := w.numbers[bundle]; n >= 0 {
		initialisers[n](w.inner, es, first)
		return
	}
	for i, e := range es {
		entry := w.inner.Entry(e)
		for _, c := range set {
			w.cfg.Types[c].Of().Init(entry.Component(types[c]), first+uint32(i))
		}
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	s := &w.cfg.Systems[system]
	if s.Kernel == kernel.Idle {
		return w.queries[system].Count(w.inner)
	}
	return each(s.Kernel, w, w.queries[system], dt)
}

// Clear is impls.World.Clear. Donburi removes entities one by one only.
func (w *world) Clear() int {
	var all handles
	for entry := range w.all.Iter(w.inner) {
		all = append(all, entry.Entity())
	}
	return w.Destroy(all)
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.inner.Len() }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
		if w.inner.Valid(e) {
			w.inner.Remove(e)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	t, init := types[m.Component], w.cfg.Types[m.Component].Of().Init
	for i, e := range r.(handles) {
		if !w.inner.Valid(e) {
			continue
		}
		entry := w.inner.Entry(e)
		switch has := entry.HasComponent(t); {
		case has && m.Remove:
			entry.RemoveComponent(t)
			changed++
		case !has && !m.Remove:
			entry.AddComponent(t)
			init(entry.Component(t), first+uint32(i))
			changed++
		}
	}
	return changed
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return lookups[c](w.inner, r.(handles))
}

func lookupOf[T any](c *donburi.ComponentType[T]) func(donburi.World, handles) uint64 {
	return func(w donburi.World, es handles) (sum uint64) {
		for _, e := range es {
			if w.Valid(e) {
				if entry := w.Entry(e); entry.HasComponent(c) {
					sum += kernel.Glance(c.Get(entry))
				}
			}
		}
		return sum
	}
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	first := cPosition.Id()
	r.(handles).Hash(dst, w.inner.Valid, func(e donburi.Entity, add func(kernel.Component, uint64)) {
		entry := w.inner.Entry(e)
		for _, t := range entry.Archetype().ComponentTypes() {
			if c := kernel.Component(t.Id() - first); c >= 0 && int(c) < len(w.cfg.Types) { // else it is anything, or of a tree
				add(c, w.cfg.Types[c].Of().Hash(entry.Component(t)))
			}
		}
	})
}
