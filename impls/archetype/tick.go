package archetype

import (
	"sync"

	"github.com/ecsbench/ecsbench/kernel"
)

// alone is how many rows one goroutine goes through sooner than two: starting
// and awaiting another one costs some microseconds.
const alone = chunkSize

// Tick is impls.Ticker. The rows of all tables of a system are divided among
// the workers, in chunks where there are enough of them: a kernel touches one
// entity, so no two workers touch the same.
func (w *World) Tick(workers int, dt float32) []int {
	visited := make([]int, len(w.queries))
	for system, tables := range w.queries {
		total := 0
		for _, t := range tables {
			total += int(t.rows)
		}
		visited[system] = total
		k := w.cfg.Systems[system].Kernel
		if k == kernel.Idle {
			continue
		}
		parts := max(1, min(workers, total/alone))
		if parts == 1 {
			w.runPart(k, tables, 0, total, dt)
			continue
		}
		// All parts are goroutines of their own, and this one waits. A goroutine
		// that goes on leaves the only other one where idle processors look last,
		// and only after they have slept.
		var all sync.WaitGroup
		for part := range parts {
			all.Go(func() { w.runPart(k, tables, total*part/parts, total*(part+1)/parts, dt) })
		}
		all.Wait()
	}
	return visited
}

// runPart runs a kernel over the rows from..to-1, counted through all tables.
func (w *World) runPart(k kernel.ID, tables []*table, from, to int, dt float32) {
	for _, t := range tables {
		n := int(t.rows)
		if low, high := max(0, from), min(n, to); low < high {
			w.run(k, t, uint32(low), uint32(high), dt)
		}
		from, to = from-n, to-n
	}
}
