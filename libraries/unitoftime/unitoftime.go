// Package unitoftime measures the library github.com/unitoftime/ecs in its documented idiom:
// components are boxed and written to an entity all at once, queries that are
// kept run a function over all entities, one by one, by slices, or on all
// processors.
//
// It has no batches.
package unitoftime

import (
	"embed"
	"reflect"
	"runtime"

	"github.com/unitoftime/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "unitoftime",
	Doc:      "the library unitoftime/ecs: archetypes whose rows are found by a hash index",
	Modes:    []impls.AccessMode{impls.Chunk},
	Options:  []impls.Option{impls.Loops},
	Modules:  []string{"github.com/unitoftime/ecs"},
	Version:  "v0.0.3",
	Released: "2024-11-02",
	Notes: map[string]string{
		"parallel": "divides by zero if there are fewer entities than processors: such worlds run on one",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v0.0.3 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"Deferrer":        "has a command queue that creates and writes (CommandQueue.Spawn, Write), and neither removes components nor ends entities",
		"FilterDestroyer": "deletes and writes single entities only (Delete, World.Write, DeleteComponent)",
		"Detector":        "does not record writes (View.MapId passes pointers)",
		"Observer":        "has no events for components",
		"Saver":           "cannot be saved (cod_encode.go encodes an Id alone)",
	}[capability]
}

// maxTypes is how many component types a program can have: numbers start at 1
// and end at 255, and anything below takes one (TestLimit).
const maxTypes = 254

// anything is a component that all entities of a world have where some would
// have none else: an entity without components is none (TestBareEntitiesEnd).
type anything struct{}

type handles = impls.HandlesOf[ecs.Id]

type world struct {
	impls.MakesHandles[ecs.Id]
	cfg     impls.Config
	inner   *ecs.World
	bare    bool        // whether entities have anything
	numbers []int       // by bundle: its number in kernel.Sets, or -1
	queries []any       // by system
	bodies  []any       // by system, see impls.Bodies
	reached []component // by component; nil until it is looked up
	live    int
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "unitoftime/ecs can have at most 255 component types"}
	}
	bodies, err := impls.Bodies(cfg, options)
	if err != nil {
		return nil, err
	}
	w := &world{cfg: cfg, bodies: bodies, inner: ecs.NewWorld(), bare: cfg.Bare()}
	ecs.NewComp[anything]()
	for _, t := range types[:len(cfg.Types)] {
		t.register() // numbers are given in this order
	}
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
	}
	for _, s := range cfg.Systems {
		w.queries = append(w.queries, w.query(s))
	}
	w.reached = make([]component, len(cfg.Types))
	return w, nil
}

// component returns what reaches the components of a type. It is made at its first use.
func (w *world) component(c kernel.Component) component {
	if w.reached[c] == nil {
		w.reached[c] = types[c].in(w.inner)
	}
	return w.reached[c]
}

// query makes the query of a system.
func (w *world) query(s impls.System) any {
	value := func(c kernel.Component) any { return reflect.Zero(w.cfg.Types[c].Go).Interface() } // as filters require
	if s.Kernel == kernel.Idle {
		return ecs.Query1[anything](w.inner, ecs.Optional(anything{}), ecs.With(impls.Translate(s.Requires, value)...))
	}
	if len(s.Without) > 0 {
		return query(s.Kernel, w, []ecs.Filter{ecs.Without(impls.Translate(s.Without, value)...)})
	}
	return query(s.Kernel, w, nil)
}

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	w.live += len(es)
	if n := w.numbers[bundle]; n >= 0 && !w.bare {
		creators[n](w.inner, first, es)
		return
	}
	for i := range es {
		es[i] = w.inner.NewId()
		boxes := impls.Translate(w.cfg.Bundles[bundle], func(c kernel.Component) ecs.Component { return types[c].boxed(first + uint32(i)) })
		if w.bare {
			boxes = append(boxes, ecs.C(anything{}))
		}
		w.inner.Write(es[i], boxes...)
	}
}

// Run is impls.World.Run.
func (w *world) Run(system int, dt float32) int {
	s := &w.cfg.Systems[system]
	switch {
	case s.Kernel == kernel.Idle:
		return w.queries[system].(*ecs.View1[anything]).Count()
	case w.cfg.Visit == impls.Chunk:
		return chunk(s.Kernel, w, system, dt)
	}
	return each(s.Kernel, w, system, dt)
}

// Tick is impls.Ticker.
func (w *world) Tick(workers int, dt float32) []int {
	return impls.TickEach(w, w.cfg, dt, func(system int) int {
		if workers == 1 {
			return w.Run(system, dt)
		}
		return parallel(w.cfg.Systems[system].Kernel, w, system, dt)
	})
}

// Workers is impls.FixedTicker: the library runs on as many goroutines as there
// are processors, or on one.
func (w *world) Workers(n int) error {
	if n == 1 || n == runtime.NumCPU() {
		return nil
	}
	return &impls.Unsupported{Reason: "unitoftime/ecs runs on as many goroutines as the machine has processors"}
}

// enough is how many entities the library's loop on several processors takes:
// with fewer than processors it divides by zero (TestParallelPanicsOnFew).
func enough(n int) bool { return n >= runtime.NumCPU() }

// Clear is impls.World.Clear. Entities can be ended while a query goes over
// them.
func (w *world) Clear() int {
	cleared := w.live
	ecs.Query1[anything](w.inner, ecs.Optional(anything{})).MapId(func(id ecs.Id, _ *anything) { w.end(id) })
	return cleared
}

// Len is impls.World.Len.
func (w *world) Len() int { return w.live }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, id := range r.(handles) {
		if w.end(id) {
			destroyed++
		}
	}
	return destroyed
}

func (w *world) end(id ecs.Id) bool {
	if !ecs.Delete(w.inner, id) {
		return false
	}
	w.live--
	return true
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	if m.Remove {
		return w.component(m.Component).remove(r.(handles))
	}
	return w.component(m.Component).add(r.(handles), first)
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return w.component(c).lookup(r.(handles))
}

// Hash implements impls.World.Hash. It reads each component of each entity, Position
// and Velocity at once: each access takes a quarter of a microsecond in a world of ten
// million.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	both := ecs.Query2[kernel.Position, kernel.Velocity](w.inner)
	var used []kernel.Type
	var readers []component // by used
	for _, t := range w.cfg.Types[kernel.MassID:] {
		if types[t.ID].count(w.inner) > 0 {
			used, readers = append(used, t), append(readers, w.component(t.ID))
		}
	}
	for i, id := range r.(handles) {
		sum, exists := uint64(0), false
		position, velocity := both.Read(id)
		if position != nil {
			sum, exists = sum+kernel.ComponentHash(kernel.PositionID, position.Hash()), true
		}
		if velocity != nil {
			sum, exists = sum+kernel.ComponentHash(kernel.VelocityID, velocity.Hash()), true
		}
		for k, c := range readers {
			if p := c.read(id); p != nil {
				sum, exists = sum+kernel.ComponentHash(used[k].ID, used[k].Of().Hash(p)), true
			}
		}
		dst[i] = 0
		if exists || w.inner.Exists(id) {
			dst[i] = kernel.EntityHash(sum)
		}
	}
}
