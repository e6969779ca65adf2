// Package gameengine measures the library github.com/marioolofo/go-gameengine-ecs in
// its documented idiom: a cursor that visits the entities of a mask, and components
// by pointer. It has neither batches nor slices of components, nor a way to exclude
// components or to find out what an entity has: see world.masks.
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
		"systems":                       "has no queries that exclude a component, and does not report what an entity has: the adapter keeps the mask of each entity",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v0.9.0 lacks, unless it is the usual one, see impls.As:
// its interface World has eight methods.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"FilterDestroyer": "changes and removes single entities only (World.RemEntity, AddComponent, RemComponent)",
		"Detector":        "does not record writes (World.Component returns a pointer)",
		"Relater":         "has a flag for children (FlagEntityChildOf), and nothing that leads to them",
		"Ticker":          "has no query that runs on several goroutines",
	}[capability]
}

// Trusts is for impls.Trusts: a world without masks cannot reject moves that do not
// fit. It checks whether entities are alive.
func (w *world) Trusts() bool { return !w.masked }

// maxTypes is the largest number of component types. The library documents 256, but a
// mask with the last one panics, and larger numbers are ignored silently (TestLimit).
const maxTypes = int(ecs.MaxComponentCount) - 1

type handles = impls.HandlesOf[ecs.EntityID]

type world struct {
	impls.MakesHandles[ecs.EntityID]
	cfg     impls.Config
	inner   ecs.World
	numbers []int               // by bundle: its number in kernel.Sets, or -1
	bundles [][]ecs.ComponentID // by bundle
	systems []ecs.Mask          // by system
	// The library does not report the components of an entity, and a missing one is a memory
	// fault (TestAbsentComponentPanics). So a program that excludes components must keep them.
	masked bool       // whether a system excludes components
	masks  []ecs.Mask // by entity ID
	inits  []func(p unsafe.Pointer, n uint32)
	gains  []uint // by move: the room that what gains its components is known to need
	room   uint   // of the columns that are made next
	live   int
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "go-gameengine-ecs can have at most 256 component types (255 without a panic)"}
	}
	w := &world{cfg: cfg, inner: ecs.NewWorld(uint(cfg.Capacity))}
	for _, t := range cfg.Types {
		w.inits = append(w.inits, t.Of().Init)
		w.inner.Register(w.roomy(registries[t.ID](ecs.ComponentID(t.ID))))
	}
	for _, s := range cfg.Systems {
		w.systems = append(w.systems, ecs.MakeComponentMask(idsOf(s.Requires)...))
		w.masked = w.masked || len(s.Without) > 0
	}
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
		w.bundles = append(w.bundles, idsOf(bundle))
	}
	for _, m := range cfg.Moves {
		gain := uint(0)
		for bundle := range cfg.Room {
			if slices.Contains(cfg.Bundles[bundle], m.Component) && !m.Remove {
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

func idsOf(cs []kernel.Component) []ecs.ComponentID {
	return impls.Translate(cs, func(c kernel.Component) ecs.ComponentID { return ecs.ComponentID(c) })
}

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
			for _, c := range w.cfg.Bundles[bundle] {
				w.inits[c](w.inner.Component(es[i], ecs.ComponentID(c)), first+uint32(i))
			}
		}
	}
	if w.masked {
		mask := ecs.MakeComponentMask(w.bundles[bundle]...)
		for _, e := range es {
			for e.ID() >= uint64(len(w.masks)) {
				w.masks = append(w.masks, ecs.Mask{})
			}
			w.masks[e.ID()] = mask
		}
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) (visited int) {
	if k := w.cfg.Systems[system].Kernel; k != kernel.Idle {
		return each(k, w, system, dt)
	}
	query := w.inner.Query(w.systems[system])
	for query.Next() {
		visited++
	}
	return visited
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

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m, es := &w.cfg.Moves[move], r.(handles)
	w.room = w.gains[move]
	if w.masked {
		es = w.moved(es, m)
	}
	if m.Remove {
		return w.remove(m.Component, es)
	}
	return w.add(m.Component, es, first)
}

// moved changes the masks of the entities that can make a move, and returns the handles
// without the others.
func (w *world) moved(es handles, m *impls.Move) handles {
	fit, bit := make(handles, len(es)), ecs.MakeComponentMask(ecs.ComponentID(m.Component))
	for i, e := range es {
		if w.inner.IsAlive(e) && w.masks[e.ID()].Contains(bit) == m.Remove {
			fit[i] = e
			if m.Remove {
				w.masks[e.ID()].Clear(uint64(m.Component))
			} else {
				w.masks[e.ID()].Set(uint64(m.Component))
			}
		}
	}
	return fit
}

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
	inner, size := w.inner, w.cfg.Types[c].Go.Size()
	for _, e := range r.(handles) {
		if inner.IsAlive(e) && (!w.masked || w.masks[e.ID()].IsSet(uint64(c))) {
			sum += kernel.GlanceAt(inner.Component(e, ecs.ComponentID(c)), size)
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
