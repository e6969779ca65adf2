package drive

import (
	"math"
	"runtime"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// leaks fills and empties a world again and again. Later rounds use the memory of the first ones
// again; what they add is lost. The result is in whole bytes, because the runtime itself keeps a
// little. It also counts the goroutines that outlive their world.
func (q *question) leaks() []Value {
	const first, least, worlds = 8, 20_000, 8 // rounds, entities replaced in the others, worlds
	n := len(q.spawned.Slots)
	more := max(12, least/n)
	g := q.opened()
	q.rounds(g, first)
	grown := math.Inf(1)
	for range 2 {
		settled := timing.LiveHeap()
		q.rounds(g, more)
		grown = min(grown, float64(max(0, timing.LiveHeap()-settled)))
	}
	before := runtime.NumGoroutine()
	for range worlds {
		q.rounds(q.opened(), 1)
	}
	left := timing.GoroutinesLeft(before)
	q.refill(g)
	q.used, q.done = []Game{g}, first+2*more+1
	return []Value{
		{math.Floor(grown / float64(more*n)), "grown-B/entity"},
		{float64(left) / worlds, "left-goroutines/world"},
	}
}

// rounds fills a world, runs its systems and destroys all entities.
func (q *question) rounds(g Game, n int) {
	for range n {
		q.refill(g)
		g.Destroy(&q.spawned)
	}
}

// refill fills an empty world and runs its systems.
func (q *question) refill(g Game) {
	g.Spawn(&q.spawned)
	g.Pass(&q.timed, 1)
}
