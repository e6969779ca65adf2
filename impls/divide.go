package impls

import (
	"sync"

	"github.com/ecsbench/ecsbench/kernel"
)

// Divide runs the parts of a pass on goroutines, and returns the total number of visited
// entities. A single part needs no goroutine.
func Divide(parts int, run func(part int) (visited int)) (visited int) {
	if parts == 1 {
		return run(0)
	}
	counts := make([]int, parts)
	var all sync.WaitGroup
	for part := range parts {
		all.Go(func() { counts[part] = run(part) })
	}
	all.Wait()
	for _, n := range counts {
		visited += n
	}
	return visited
}

// TickEach is Ticker.Tick for worlds that run one system after the other. The function run runs
// one system on all workers. Systems without work are counted.
func TickEach(w World, cfg Config, dt float32, run func(system int) (visited int)) (visited []int) {
	for system, s := range cfg.Systems {
		if s.Kernel == kernel.Idle {
			visited = append(visited, w.Run(system, dt))
		} else {
			visited = append(visited, run(system))
		}
	}
	return visited
}
