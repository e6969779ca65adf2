// Package simple is the library github.com/BrownNPC/simple-ecs in its documented
// idiom: an array for each component type with a place for every entity that
// there can be, a set of bits that says who has it, and systems that go over the
// entities of a few such sets, with components copied out and back.
package simple

import (
	"fmt"
	"slices"
	"unsafe"

	ecs "github.com/BrownNPC/simple-ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "simple",
	Doc:     "the library simple-ecs: arrays as long as there can be entities, and sets of bits",
	Modules: []string{"github.com/BrownNPC/simple-ecs"},
	Open:    open,
}

// gigabyte is what the arrays of a world may take where nobody says how many
// entities will come: the library makes one for each component type that is used, as long as
// there can be entities, and they cannot grow. No world here has more than a
// million.
const gigabyte = 1 << 30

// A handle is an entity with its generation, as the library asks those to keep
// who keep entities.
type handle struct {
	entity     ecs.Entity
	generation ecs.Generation
}

type handles = impls.Handles[handle]

type world struct {
	cfg     impls.Config
	pool    *ecs.Pool
	room    int
	creates []kernel.ID // by bundle: the kernel that needs just these components, or Idle
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > len(types) {
		return nil, &impls.Unsupported{Reason: fmt.Sprintf("there are %d Go types for component types", len(types))}
	}
	bytes := 1
	for _, t := range cfg.Types {
		bytes += int(t.Of().Go.Size())
	}
	w := &world{cfg: cfg, room: min(1<<20+1<<10, gigabyte/bytes)}
	if cfg.Capacity > 0 {
		w.room = cfg.Capacity
	}
	w.pool = ecs.New(uint32(w.room))
	for _, bundle := range cfg.Bundles {
		w.creates = append(w.creates, kernel.Needing(bundle))
	}
	return w, nil
}

// A componentType is what a program writes out for a type.
type componentType struct {
	add    func(p *ecs.Pool, e ecs.Entity, n uint32)
	remove func(p *ecs.Pool, e ecs.Entity)
	has    func(p *ecs.Pool, e ecs.Entity) bool
	all    func(p *ecs.Pool) []ecs.Entity
	hash   func(p *ecs.Pool, e ecs.Entity) uint64
	get    func(p *ecs.Pool, e ecs.Entity) any // a pointer to a copy
	put    func(p *ecs.Pool, e ecs.Entity, value any)
}

func typeOf[T any](id kernel.ShapeID) componentType {
	shape := &kernel.Shapes()[id]
	return componentType{
		add: func(p *ecs.Pool, e ecs.Entity, n uint32) {
			var value T
			shape.Init(unsafe.Pointer(&value), n)
			ecs.Add(p, e, value)
		},
		remove: ecs.Remove[T],
		has:    func(p *ecs.Pool, e ecs.Entity) bool { return ecs.GetStorage[T](p).EntityHasComponent(e) },
		all:    func(p *ecs.Pool) []ecs.Entity { return ecs.GetStorage[T](p).All() },
		hash: func(p *ecs.Pool, e ecs.Entity) uint64 {
			value := ecs.GetStorage[T](p).Get(e)
			return shape.Hash(unsafe.Pointer(&value))
		},
		get: func(p *ecs.Pool, e ecs.Entity) any {
			value := ecs.GetStorage[T](p).Get(e)
			return &value
		},
		put: func(p *ecs.Pool, e ecs.Entity, value any) { ecs.GetStorage[T](p).Update(e, *value.(*T)) },
	}
}

// Roster is impls.World.Roster.
func (w *world) Roster(n int) impls.Roster { return make(handles, n) }

// Spawn is impls.World.Spawn. The library writes beyond its arrays, and panics,
// where there are more entities than was said.
func (w *world) Spawn(bundle int, first uint32, dst impls.Roster) {
	es := dst.(handles)
	if int(w.pool.TotalEntities)+len(es) > w.room && w.Len()+len(es) > w.room {
		panic(fmt.Sprintf("simple-ecs: there is room for %d entities, and it cannot grow", w.room))
	}
	k := w.creates[bundle]
	for i := range es {
		e := ecs.NewEntity(w.pool)
		es[i] = handle{e, ecs.GetGeneration(w.pool, e)}
		if k != kernel.Idle {
			create(k, w.pool, e, first+uint32(i))
			continue
		}
		for _, c := range w.cfg.Bundles[bundle] {
			types[c].add(w.pool, e, first+uint32(i))
		}
	}
}

func (w *world) alive(h handle) bool {
	return h.entity != 0 && ecs.IsAlive(w.pool, h.entity) && ecs.IsAliveWithGeneration(w.pool, h.entity, h.generation)
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if s.Exact() {
		return each(s.Kernel, w.pool, dt)
	}
	k := s.Kernel.Get()
	has := func(e ecs.Entity) func(kernel.Component) bool {
		return func(c kernel.Component) bool { return types[c].has(w.pool, e) }
	}
	var list []ecs.Entity
	if len(s.Requires) == 0 {
		list = w.living()
	} else {
		list = types[s.Requires[0]].all(w.pool)
	}
	for _, e := range list {
		if slices.ContainsFunc(s.Requires, func(c kernel.Component) bool { return !types[c].has(w.pool, e) }) ||
			slices.ContainsFunc(s.Without, has(e)) {
			continue
		}
		visited++
		if s.Kernel == kernel.Idle {
			continue
		}
		values := make([]any, len(k.Needs))
		for i, c := range k.Needs {
			values[i] = types[c].get(w.pool, e)
		}
		k.Apply(values, dt)
		for i, c := range k.Needs {
			if slices.Contains(k.Writes, c) {
				types[c].put(w.pool, e, values[i])
			}
		}
	}
	return visited
}

// living lists the entities alive. The library does not tell.
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
	return len(all)
}

// Len is impls.World.Len.
func (w *world) Len() int { return len(w.living()) }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Roster) (destroyed int) {
	for _, h := range r.(handles) {
		if w.alive(h) {
			ecs.Kill(w.pool, h.entity)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Roster, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	for i, h := range r.(handles) {
		if !w.alive(h) ||
			slices.ContainsFunc(m.Add, func(c kernel.Component) bool { return types[c].has(w.pool, h.entity) }) ||
			slices.ContainsFunc(m.Remove, func(c kernel.Component) bool { return !types[c].has(w.pool, h.entity) }) {
			continue
		}
		for _, c := range m.Add {
			types[c].add(w.pool, h.entity, first+uint32(i))
		}
		for _, c := range m.Remove {
			types[c].remove(w.pool, h.entity)
		}
		changed++
	}
	return changed
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Roster) (sum uint64) {
	positions := ecs.GetStorage[kernel.Position](w.pool)
	for _, h := range r.(handles) {
		if w.alive(h) && positions.EntityHasComponent(h.entity) {
			p := positions.Get(h.entity)
			sum += p.Glance()
		}
	}
	return sum
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Roster, dst []uint64) {
	r.(handles).Hash(dst, w.alive, func(h handle, add func(kernel.Component, uint64)) {
		for c := range w.cfg.Types {
			if types[c].has(w.pool, h.entity) {
				add(kernel.Component(c), types[c].hash(w.pool, h.entity))
			}
		}
	})
}
