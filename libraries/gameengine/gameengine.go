// Package gameengine measures the library github.com/marioolofo/go-gameengine-ecs in
// its documented idiom: a cursor that visits the entities of a mask, and components
// by pointer. It has neither batches nor slices of components, nor a way to exclude
// components or to find out what an entity has: see kinds.
package gameengine

import (
	"embed"
	"slices"
	"unsafe"

	ecs "github.com/marioolofo/go-gameengine-ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "gameengine",
	Doc:      "the library go-gameengine-ecs: archetypes, entities found by a Go map",
	Modules:  []string{"github.com/marioolofo/go-gameengine-ecs"},
	Version:  "v0.9.0",
	Released: "2023-02-23",
	Notes: map[string]string{
		"exchange,watch,crossover,tail": "does not report which components an entity has: the adapter rejects no move that does not fit",
		"lookup":                        "does not report which components an entity has: the adapter does not check it",
		"create,memory,destroy":         "grows columns by 2,048 rows: the adapter gives them room for the entities that are announced",
		"systems":                       "has no queries that exclude a component, and does not report what an entity has: the adapter keeps the kind of each entity",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for each capability that is missing from v0.9.0, see impls.As:
// its interface World has eight methods.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Cloner":          "has no call that copies an entity",
		"Deferrer":        "has no command buffer",
		"FilterChanger":   "changes and removes single entities only (World.RemEntity, AddComponent, RemComponent)",
		"FilterDestroyer": "changes and removes single entities only (World.RemEntity, AddComponent, RemComponent)",
		"Detector":        "does not record writes (World.Component returns a pointer)",
		"Observer":        "has no events",
		"Relater":         "has a flag for children (FlagEntityChildOf), and nothing that leads to them",
		"Saver":           "cannot be saved",
		"Ticker":          "has no query that runs on several goroutines",
	}[capability]
}

// Trusts is for impls.Trusts: a world without kinds cannot reject moves that do not
// fit. It checks whether entities are alive.
func (w *world) Trusts() bool { return w.kinds == nil }

// maxTypes is the largest number of component types. The library documents 256, but a
// mask with the last one panics, and larger numbers are ignored silently (TestLimit).
const maxTypes = int(ecs.MaxComponentCount) - 1

type handles = impls.HandlesOf[ecs.EntityID]

type world struct {
	cfg     impls.Config
	inner   ecs.World
	kinds   *kinds              // nil unless a system excludes components
	numbers []int               // by bundle: its number in kernel.Sets, or -1
	bundles [][]ecs.ComponentID // by bundle
	masks   []ecs.Mask          // by system
	inits   []func(p unsafe.Pointer, n uint32)
	gains   []uint // by move: the room that what gains its components is known to need
	room    uint   // of the columns that are made next
	live    int
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "go-gameengine-ecs can have at most 256 component types (255 without a panic)"}
	}
	w := &world{cfg: cfg, inner: ecs.NewWorld(uint(cfg.Capacity))}
	if slices.ContainsFunc(cfg.Systems, func(s impls.System) bool { return len(s.Without) > 0 }) {
		w.kinds = newKinds(cfg)
	}
	for _, t := range cfg.Types {
		w.inits = append(w.inits, t.Of().Init)
		w.inner.Register(w.roomy(registries[t.ID](ecs.ComponentID(t.ID))))
	}
	for _, s := range cfg.Systems {
		w.masks = append(w.masks, ecs.MakeComponentMask(idsOf(s.Requires)...))
	}
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
		w.bundles = append(w.bundles, idsOf(bundle))
	}
	for _, m := range cfg.Moves {
		gain := uint(0)
		for bundle := range cfg.Room {
			if kernel.Has(cfg.Bundles[bundle], m.Add) {
				gain = max(gain, uint(cfg.Room[bundle]))
			}
		}
		w.gains = append(w.gains, gain)
	}
	return w, nil
}

// roomy makes columns with room for the expected entities. By default they grow by
// 2,048 rows, which for ten million entities causes hundreds of gigabytes of copies.
func (w *world) roomy(r ecs.ComponentRegistry) ecs.ComponentRegistry {
	column := r.NewStorage
	r.NewStorage = func() ecs.Storage {
		s := column()
		s.Expand(w.room)
		return s
	}
	return r
}

// idsOf reads like that of package volt: both libraries count types as the kernel does,
// each in a type of its own.
func idsOf(cs []kernel.Component) []ecs.ComponentID {
	var ids []ecs.ComponentID
	for _, c := range cs {
		ids = append(ids, ecs.ComponentID(c))
	}
	return ids
}

// Handles is impls.World.Handles.
func (w *world) Handles(n int) impls.Handles { return make(handles, n) }

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	w.live += len(es)
	w.room = 0
	if w.cfg.Room != nil {
		w.room = uint(w.cfg.Room[bundle])
	}
	if n := w.numbers[bundle]; n >= 0 {
		creators[n](w.inner, first, es)
	} else {
		for i := range es {
			es[i] = w.inner.NewEntity(w.bundles[bundle]...)
			w.initialise(es[i], w.cfg.Bundles[bundle], first+uint32(i))
		}
	}
	if w.kinds != nil {
		w.kinds.born(es, bundle)
	}
}

func (w *world) initialise(e ecs.EntityID, cs []kernel.Component, n uint32) {
	for _, c := range cs {
		w.inits[c](w.inner.Component(e, ecs.ComponentID(c)), n)
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	s := &w.cfg.Systems[system]
	if s.Kernel == kernel.Idle {
		return w.count(system)
	}
	if len(s.Without) > 0 {
		return eachWithout(s.Kernel, w, system, dt)
	}
	return each(s.Kernel, w, system, dt)
}

func (w *world) count(system int) (n int) {
	without := w.excludes(system)
	query := w.inner.Query(w.masks[system])
	for query.Next() {
		if without == nil || !without[w.kinds.of[query.Entity().ID()]] {
			n++
		}
	}
	return n
}

// excludes reports for each kind whether a system excludes it.
func (w *world) excludes(system int) []bool {
	if w.kinds == nil {
		return nil
	}
	return w.kinds.excluded(system)
}

// Clear is impls.World.Clear. Entities are ended one by one only.
func (w *world) Clear() int {
	all := make(handles, 0, w.live)
	query := w.inner.Query(ecs.Mask{})
	for query.Next() {
		all = append(all, query.Entity())
	}
	return w.Destroy(all)
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.live }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
		if w.inner.IsAlive(e) {
			w.inner.RemEntity(e)
			destroyed++
		}
	}
	w.live -= destroyed
	return destroyed
}

// Exchange is impls.Changer. Components are added and removed one by one.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	w.room = w.gains[move]
	switch {
	case w.kinds == nil && len(m.Add) == 1 && len(m.Remove) == 0:
		return w.add(m.Add[0], r.(handles), first)
	case w.kinds == nil && len(m.Add) == 0 && len(m.Remove) == 1:
		return w.remove(m.Remove[0], r.(handles))
	}
	for i, e := range r.(handles) {
		if !w.inner.IsAlive(e) || w.kinds != nil && !w.kinds.move(e, move) {
			continue
		}
		for _, c := range m.Add {
			w.inner.AddComponent(e, ecs.ComponentID(c))
			w.inits[c](w.inner.Component(e, ecs.ComponentID(c)), first+uint32(i))
		}
		for _, c := range m.Remove {
			w.inner.RemComponent(e, ecs.ComponentID(c))
		}
		changed++
	}
	return changed
}

// add and remove make the move of one component alone.
func (w *world) add(c kernel.Component, es handles, first uint32) (changed int) {
	id, init := ecs.ComponentID(c), w.inits[c]
	for i, e := range es {
		if w.inner.IsAlive(e) {
			w.inner.AddComponent(e, id)
			init(w.inner.Component(e, id), first+uint32(i))
			changed++
		}
	}
	return changed
}

func (w *world) remove(c kernel.Component, es handles) (changed int) {
	for _, e := range es {
		if w.inner.IsAlive(e) {
			w.inner.RemComponent(e, ecs.ComponentID(c))
			changed++
		}
	}
	return changed
}

// Lookup implements impls.Looker. The library has no Go types.
func (w *world) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	size := w.cfg.Types[c].Go.Size()
	for _, e := range r.(handles) {
		if w.inner.IsAlive(e) && (w.kinds == nil || w.kinds.has(e, c)) {
			sum += kernel.GlanceAt(w.inner.Component(e, ecs.ComponentID(c)), size)
		}
	}
	return sum
}

// Hash implements impls.World.Hash. It visits the entities of each component.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	sums := make(map[ecs.EntityID]uint64, w.live)
	for query := w.inner.Query(ecs.Mask{}); query.Next(); {
		sums[query.Entity()] = 0
	}
	for _, t := range w.cfg.Types {
		for query := w.inner.Query(ecs.MakeComponentMask(ecs.ComponentID(t.ID))); query.Next(); {
			sums[query.Entity()] += kernel.ComponentHash(t.ID, t.Of().Hash(query.Component(ecs.ComponentID(t.ID))))
		}
	}
	for i, e := range r.(handles) {
		dst[i] = 0
		if sum, alive := sums[e]; alive {
			dst[i] = kernel.EntityHash(sum)
		}
	}
}
