// Package simple measures the library github.com/BrownNPC/simple-ecs in its
// documented idiom: an array for each component type with a place for every entity
// of a pool, whose size is fixed, a set of bits for the entities that have the component, and
// systems that visit the entities of a few such sets, with components copied out and
// back. Kill destroys a list of entities; they are created and changed one by one.
package simple

import (
	"embed"
	"fmt"
	"slices"

	ecs "github.com/BrownNPC/simple-ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "simple",
	Doc:      "the library simple-ecs: arrays as long as there can be entities, and sets of bits",
	Modes:    []impls.AccessMode{impls.BatchByList},
	Batches:  []impls.Operation{impls.Destroys},
	Modules:  []string{"github.com/BrownNPC/simple-ecs"},
	Version:  "v1.4.0",
	Released: "2025-06-10",
	Notes: map[string]string{
		"create,memory,destroy,gc,tail,new-world": "has a fixed pool: the adapter makes it as large as the most entities of the scenario",
		"parallel": "has no parallel loop of its own: the adapter divides the list of entities among goroutines",
		"systems":  "has lists of what several storages share, and of what one has but not others, and none of both: the loop asks for each entity",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v1.4.0 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"FilterDestroyer": "destroys lists (Kill), and changes single entities (Add, Remove), but neither by filter",
		"Detector":        "does not record writes (Storage.Update)",
	}[capability]
}

// unknown is the size of a pool where the configuration announces no number of
// entities: a million, or as many as there is a gigabyte for.
const unknown, gigabyte = 1<<20 + 1<<10, 1 << 30

// A handle is an entity with its generation, as the library recommends for stored
// entities.
type handle struct {
	entity     ecs.Entity
	generation ecs.Generation
}

type handles = impls.HandlesOf[handle]

type world struct {
	impls.MakesHandles[handle]
	cfg     impls.Config
	pool    *ecs.Pool
	numbers []int // by bundle: its number in kernel.Sets, or -1
	room    int
	live    int
	killed  []ecs.Entity // by the last list
	marks   impls.Marks  // of killed
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > len(types) {
		return nil, &impls.Unsupported{Reason: fmt.Sprintf("there are %d Go types for component types", len(types))}
	}
	bytes := 1
	for _, t := range cfg.Types {
		bytes += int(t.Of().Go.Size())
	}
	w := &world{cfg: cfg, room: max(cfg.Limit, cfg.Capacity)}
	if w.room == 0 {
		w.room = min(unknown, gigabyte/bytes)
	}
	w.pool = ecs.New(uint32(w.room))
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
	}
	return w, nil
}

// Spawn implements impls.World.Spawn. The library panics beyond the declared number of
// entities.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	if w.live += len(es); w.live > w.room {
		panic(fmt.Sprintf("simple-ecs: there is room for %d entities, and it cannot grow", w.room))
	}
	if n := w.numbers[bundle]; n >= 0 {
		creators[n](w.pool, first, es)
		return
	}
	for i := range es {
		e := ecs.NewEntity(w.pool)
		es[i] = handle{e, ecs.GetGeneration(w.pool, e)}
		for _, c := range w.cfg.Bundles[bundle] {
			types[c].set(w.pool, e, first+uint32(i))
		}
	}
}

// alive reports whether a handle is current: the generation of an entity changes
// when it ends.
func alive(p *ecs.Pool, h handle) bool {
	return h.entity != 0 && ecs.IsAliveWithGeneration(p, h.entity, h.generation)
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	members := w.members(system)
	if k := w.cfg.Systems[system].Kernel; k != kernel.Idle {
		return each(k, w.pool, members, dt)
	}
	return len(members)
}

// members lists the entities of a system. The loop skips those that its kernel
// excludes.
func (w *world) members(system int) []ecs.Entity {
	s := &w.cfg.Systems[system]
	if s.Kernel != kernel.Idle {
		return list(s.Kernel, w.pool)
	}
	if len(s.Requires) == 0 {
		return w.living()
	}
	return slices.DeleteFunc(types[s.Requires[0]].all(w.pool), func(e ecs.Entity) bool {
		return slices.ContainsFunc(s.Requires, func(c kernel.Component) bool { return !types[c].has(w.pool, e) })
	})
}

// Tick is impls.Ticker: goroutines divide the list of a system.
func (w *world) Tick(workers int, dt float32) []int {
	return impls.TickEach(w, w.cfg, dt, func(system int) int {
		s := &w.cfg.Systems[system]
		for _, c := range s.Without { // the library makes each storage on first use, without a lock
			types[c].has(w.pool, 0)
		}
		members := w.members(system)
		return impls.Divide(workers, func(part int) int {
			return each(s.Kernel, w.pool, members[len(members)*part/workers:len(members)*(part+1)/workers], dt)
		})
	})
}

// living lists the living entities. The library has no such list.
func (w *world) living() (list []ecs.Entity) {
	for e := ecs.Entity(1); e <= w.pool.TotalEntities; e++ {
		if ecs.IsAlive(w.pool, e) {
			list = append(list, e)
		}
	}
	return list
}

// Clear is impls.World.Clear.
func (w *world) Clear() int {
	all := w.living()
	ecs.Kill(w.pool, all...)
	w.live = 0
	return len(all)
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.live }

// Destroy is impls.Changer. Kill takes one entity or several, and compares no generations.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	if w.cfg.Change == impls.BatchByList {
		return w.destroyList(r.(handles))
	}
	for _, h := range r.(handles) {
		if alive(w.pool, h) {
			ecs.Kill(w.pool, h.entity)
			destroyed++
		}
	}
	w.live -= destroyed
	return destroyed
}

func (w *world) destroyList(es handles) int {
	w.killed = w.killed[:0]
	for _, h := range es {
		if alive(w.pool, h) && w.marks.Mark(h.entity) {
			w.killed = append(w.killed, h.entity)
		}
	}
	ecs.Kill(w.pool, w.killed...)
	for _, e := range w.killed {
		w.marks.Unmark(e)
	}
	w.live -= len(w.killed)
	return len(w.killed)
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	if m.Remove {
		return types[m.Component].remove(w.pool, r.(handles))
	}
	return types[m.Component].add(w.pool, r.(handles), first)
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return types[c].lookup(w.pool, r.(handles))
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	r.(handles).Hash(dst, func(h handle) bool { return alive(w.pool, h) }, func(h handle, add func(kernel.Component, uint64)) {
		for c := range w.cfg.Types {
			if types[c].has(w.pool, h.entity) {
				add(kernel.Component(c), types[c].hash(w.pool, h.entity))
			}
		}
	})
}
