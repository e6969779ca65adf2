package drive

import (
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// A Quantity is measured instead of the time per entity of steps.
type Quantity string

// The quantities.
const (
	Memory     Quantity = "memory"     // bytes that a world retains for each entity
	Archetypes Quantity = "archetypes" // bytes that a world retains for each set of components
	GC         Quantity = "gc"         // time of a garbage collection beside the world
	NewWorld   Quantity = "new-world"  // time and bytes of an empty world
	Leaks      Quantity = "leaks"      // bytes that a world loses when it is filled and emptied again and again
	Tail       Quantity = "tail"       // slowest single changes of frames
)

// Quantities lists all quantities.
var Quantities = []Quantity{Memory, Archetypes, GC, NewWorld, Leaks, Tail}

// A Value is a number with its unit, one of package results.
type Value struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// quantify measures the quantity of the world, and leaves a filled world for the verification.
func (q *question) quantify() []Value {
	switch q.script.Spec.Quantity {
	case Archetypes:
		return q.archetypes()
	case GC:
		return q.collection()
	case NewWorld:
		return q.opening()
	case Leaks:
		return q.leaks()
	case Tail:
		return q.tail()
	default:
		return q.memory()
	}
}

// parts is the number of parts in which a world is filled.
const parts = 128

// memory measures the heap that a world retains for its entities: what it reserves for them when
// it is opened, and the growth while it is filled. The tables of the driver are excluded.
//
// Garbage is collected only between two parts. The growth during a part is the memory needed at
// once, such as an old slice and its copy.
func (q *question) memory() []Value {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer timing.OneProcessor()()
	n := float64(len(q.spawned.Slots))
	list := q.spawned.parts(min(parts, len(q.spawned.Slots)))
	reserved := q.reserved()
	g := q.opened()
	empty := timing.LiveHeap() - reserved
	peak := empty
	for i := range list {
		g.Spawn(&list[i])
		peak = max(peak, timing.AllocatedHeap())
		timing.CollectGarbage()
	}
	replaceAll(g, q.ages)
	full := timing.LiveHeap()
	runtime.KeepAlive(list)
	q.keep(g)
	per := func(bytes int64) float64 { return float64(max(0, bytes)) / n }
	return []Value{
		{per(full - empty), "retained-B/entity"},
		{per(peak - empty), "peak-B/entity"},
		{per(q.emptied() + reserved), "destroyed-B/entity"},
	}
}

// archetypes measures a world that is filled entity by entity, each with its own set of
// components, so that no set ever has many. The tables of the driver are excluded.
func (q *question) archetypes() []Value {
	reserved := q.reserved()
	g := q.opened()
	empty := timing.LiveHeap() - reserved
	for i := range q.spawned.Slots {
		one := q.spawned.at(i)
		g.Spawn(&one)
		begin := q.begin.of(q.spawned.Slots[i])
		g.Prepare(&begin)
		q.clock.begin()
		g.Frame(&begin, q.clock)
	}
	kept := timing.LiveHeap() - empty
	sets := make(map[uint64]bool)
	for _, slot := range q.script.live {
		sets[q.script.Mask[slot]] = true
	}
	q.keep(g)
	return []Value{{float64(max(0, kept)) / float64(len(sets)), "retained-B/archetype"}}
}

// of returns the part of a frame that changes an entity.
func (f *Frame) of(slot uint32) Frame {
	one := Frame{Number: f.Number, Due: make([]bool, len(f.Due)), Lists: make([]List, len(f.Lists))}
	for step := range f.Lists {
		if i := slices.Index(f.Lists[step].Slots, slot); i >= 0 {
			one.Due[step], one.Lists[step] = true, f.Lists[step].at(i)
		}
	}
	return one
}

// collection measures garbage collections beside a world: their time and the scanned heap. They use
// one processor: on a busy machine, the wait for a second one takes longer than the collection.
func (q *question) collection() []Value {
	defer timing.OneProcessor()()
	g := q.world()
	took, scanned := timing.Collection()
	q.keep(g)
	return []Value{{float64(took), "GC-ns"}, {float64(scanned), "scannable-B"}}
}

// opening measures empty worlds.
func (q *question) opening() []Value {
	const worlds = 16
	fastest, _ := timing.Shortest(func() error {
		q.open(q.script.Spec)
		return nil
	})
	defer timing.OneProcessor()()
	empty := timing.LiveHeap()
	opened := make([]Game, worlds)
	for i := range opened {
		opened[i] = q.open(q.script.Spec)
	}
	kept := float64(max(0, timing.LiveHeap()-empty)) / worlds
	populate(opened[0], &q.spawned, q.ages)
	q.keep(opened[0])
	return []Value{{fastest, "ns/world"}, {kept, "retained-B/world"}}
}

// emptied returns the bytes that a world keeps after all entities were destroyed in random order.
func (q *question) emptied() int64 {
	var gone List
	for _, i := range q.script.random.Perm(len(q.spawned.Slots)) {
		gone.add(q.spawned.Slots[i], q.spawned.Serials[i])
	}
	g := q.opened()
	empty := timing.LiveHeap()
	g.Spawn(&q.spawned)
	replaceAll(g, q.ages)
	g.Destroy(&gone)
	kept := timing.LiveHeap() - empty
	runtime.KeepAlive(g)
	runtime.KeepAlive(gone)
	return kept
}

// reserved returns the bytes of a new world that depend on the announced number of entities.
func (q *question) reserved() int64 {
	none := q.script.Spec.Scaled(0)
	q.open(&none) // tables of the library that all worlds share
	return max(0, q.weight(q.script.Spec)-q.weight(&none))
}

// weight returns the bytes of a new world.
func (q *question) weight(spec *Spec) int64 {
	before := timing.LiveHeap()
	g := q.open(spec)
	after := timing.LiveHeap()
	runtime.KeepAlive(g)
	return after - before
}

// opened opens an empty world whose tables have room for all entities.
func (q *question) opened() Game {
	g := q.open(q.script.Spec)
	g.Room(&q.spawned)
	g.Prepare(&q.begin)
	return g
}

// keep runs the systems of a filled world once and leaves it for the verification.
func (q *question) keep(g Game) {
	g.Pass(&q.timed, 1)
	q.used, q.done = []Game{g}, 1
}

// parts divides the new entities of a list.
func (l *List) parts(n int) []List {
	list := make([]List, n)
	for i := range list {
		for k := len(l.Slots) * i / n; k < len(l.Slots)*(i+1)/n; k++ {
			list[i].Spawn(l.Slots[k], l.Serials[k], l.Kinds[k], l.Masks[k])
		}
	}
	return list
}
