// Package simple measures the library github.com/BrownNPC/simple-ecs in its
// documented idiom: an array for each component type with a place for every entity
// of a pool, whose size is fixed, a set of bits for the entities that have the component, and
// systems that visit the entities of a few such sets, with components copied out and
// back.
package simple

import (
	"embed"
	"fmt"
	"slices"
	"sync"

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
	Modules:  []string{"github.com/BrownNPC/simple-ecs"},
	Version:  "v1.4.0",
	Released: "2025-06-10",
	Notes: map[string]string{
		"create,memory,destroy,gc,tail,new-world": "has a fixed pool: the adapter makes it as large as the most entities of the scenario",
		"parallel": "has no parallel loop: goroutines of the adapter divide the list of entities",
		"systems":  "has lists of what several storages share, and of what one has but not others, and none of both: the loop asks for each entity",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for each capability that is missing from v1.4.0, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Cloner":          "has no call that copies an entity",
		"Deferrer":        "has no command buffer",
		"FilterChanger":   "removes the entities of a list (Kill), and changes single entities (Add, Remove)",
		"FilterDestroyer": "removes the entities of a list (Kill), and changes single entities (Add, Remove)",
		"Detector":        "does not record writes (Storage.Update)",
		"Observer":        "has no events",
		"Relater":         "has no relations between entities",
		"Saver":           "cannot be saved",
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
	cfg     impls.Config
	pool    *ecs.Pool
	numbers []int // by bundle: its number in kernel.Sets, or -1
	room    int
	live    int
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

// Handles is impls.World.Handles.
func (w *world) Handles(n int) impls.Handles { return make(handles, n) }

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
func (w *world) members(system int) (members []ecs.Entity) {
	s := &w.cfg.Systems[system]
	switch {
	case s.Kernel != kernel.Idle:
		members = list(s.Kernel, w.pool)
	case len(s.Requires) > 0:
		members = types[s.Requires[0]].all(w.pool)
	default:
		members = w.living()
	}
	if s.Exact() {
		return members
	}
	return slices.DeleteFunc(members, func(e ecs.Entity) bool {
		has := func(c kernel.Component) bool { return types[c].has(w.pool, e) }
		lacks := func(c kernel.Component) bool { return !has(c) }
		return slices.ContainsFunc(s.Requires, lacks) || slices.ContainsFunc(s.Without, has)
	})
}

// Tick is impls.Ticker: goroutines divide the list of a system.
func (w *world) Tick(workers int, dt float32) (visited []int) {
	counts := make([]int, workers)
	for system, s := range w.cfg.Systems {
		if s.Kernel == kernel.Idle || workers == 1 {
			visited = append(visited, w.Run(system, dt))
			continue
		}
		members := w.members(system)
		w.fetch(s)
		var all sync.WaitGroup
		for part := range workers {
			share := members[len(members)*part/workers : len(members)*(part+1)/workers]
			all.Go(func() { counts[part] = each(s.Kernel, w.pool, share, dt) })
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

// fetch makes the storages of excluded components before goroutines look for them: the
// library makes each on first use, without a lock.
func (w *world) fetch(s impls.System) {
	for _, c := range s.Without {
		types[c].has(w.pool, 0)
	}
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

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, h := range r.(handles) {
		if alive(w.pool, h) {
			ecs.Kill(w.pool, h.entity)
			destroyed++
		}
	}
	w.live -= destroyed
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	switch {
	case len(m.Add) == 1 && len(m.Remove) == 0:
		return types[m.Add[0]].add(w.pool, r.(handles), first)
	case len(m.Add) == 0 && len(m.Remove) == 1:
		return types[m.Remove[0]].remove(w.pool, r.(handles))
	}
	for i, h := range r.(handles) {
		has := func(c kernel.Component) bool { return types[c].has(w.pool, h.entity) }
		lacks := func(c kernel.Component) bool { return !has(c) }
		if !alive(w.pool, h) || slices.ContainsFunc(m.Add, has) || slices.ContainsFunc(m.Remove, lacks) {
			continue
		}
		for _, c := range m.Add {
			types[c].set(w.pool, h.entity, first+uint32(i))
		}
		for _, c := range m.Remove {
			types[c].unset(w.pool, h.entity)
		}
		changed++
	}
	return changed
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
