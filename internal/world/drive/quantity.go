package drive

import (
	"runtime"
	"runtime/debug"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// A Quantity is measured instead of the time per entity of steps.
type Quantity string

// The quantities.
const (
	Memory Quantity = "memory" // bytes that a world retains for each entity
)

// Quantities lists all quantities.
var Quantities = []Quantity{Memory}

// A Value is a number with its unit, one of package results.
type Value struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// quantify measures the quantity of the world, and leaves a filled world for the verification.
func (q *question) quantify() []Value {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer timing.OneProcessor()()
	return q.memory()
}

// parts is the number of parts in which a world is filled.
const parts = 128

// memory measures the heap that a world retains for its entities: what it reserves for them when
// it is opened, and the growth while it is filled. The tables of the driver are excluded.
//
// Garbage is collected only between two parts. The growth during a part is the memory needed at
// once, such as an old slice and its copy.
func (q *question) memory() []Value {
	n := float64(len(q.spawned.Slots))
	list := q.spawned.parts(min(parts, len(q.spawned.Slots)))
	reserved := q.reserved()
	g := q.opened()
	empty := liveHeap() - reserved
	peak := empty
	for i := range list {
		g.Spawn(&list[i])
		peak = max(peak, allocatedHeap())
		timing.CollectGarbage()
	}
	replaceAll(g, q.ages)
	full := liveHeap()
	runtime.KeepAlive(list)
	q.keep(g)
	per := func(bytes int64) float64 { return float64(max(0, bytes)) / n }
	return []Value{
		{per(full - empty), "retained-B/entity"},
		{per(peak - empty), "peak-B/entity"},
		{per(q.emptied() + reserved), "destroyed-B/entity"},
	}
}

// emptied returns the bytes that a world keeps after all entities were destroyed in random order.
func (q *question) emptied() int64 {
	var gone List
	for _, i := range q.plan.random.Perm(len(q.spawned.Slots)) {
		gone.add(q.spawned.Slots[i], q.spawned.Serials[i])
	}
	g := q.opened()
	empty := liveHeap()
	g.Spawn(&q.spawned)
	replaceAll(g, q.ages)
	g.Destroy(&gone)
	kept := liveHeap() - empty
	runtime.KeepAlive(g)
	runtime.KeepAlive(gone)
	return kept
}

// reserved returns the bytes of a new world that depend on the announced number of entities.
func (q *question) reserved() int64 {
	none := q.plan.Spec.Scaled(0)
	q.open(&none) // tables of the library that all worlds share
	return max(0, q.weight(q.plan.Spec)-q.weight(&none))
}

// weight returns the bytes of a new world.
func (q *question) weight(spec *Spec) int64 {
	before := liveHeap()
	g := q.open(spec)
	after := liveHeap()
	runtime.KeepAlive(g)
	return after - before
}

// opened opens an empty world whose tables have room for all entities.
func (q *question) opened() Game {
	g := q.open(q.plan.Spec)
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

// liveHeap returns the bytes in use after two collections. The second frees memory that
// finalizers and pools held.
func liveHeap() int64 {
	timing.CollectGarbage()
	timing.CollectGarbage()
	return allocatedHeap()
}

// allocatedHeap returns the bytes of the heap that are in use or garbage.
func allocatedHeap() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
