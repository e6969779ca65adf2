package seed

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// Tick is impls.Ticker. Workers share the members of a system: a kernel accesses one entity, so
// no two workers access the same.
func (w *World) Tick(workers int, dt float32) []int {
	visited := make([]int, len(w.cfg.Systems))
	for system, s := range w.cfg.Systems {
		members := w.Members(system)
		visited[system] = len(members)
		if s.Kernel != kernel.Idle {
			impls.Divide(workers, func(i int) int {
				return w.backend.Each(s.Kernel, members[len(members)*i/workers:len(members)*(i+1)/workers], w, dt)
			})
		}
	}
	return visited
}
