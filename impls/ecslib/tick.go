package ecslib

import (
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/kernel"
)

// Tick is impls.Ticker: the systems of the library, in a tick of it. They are added
// at the first one, as programs add theirs before it.
func (w *world) Tick(workers int, dt float32) []int {
	if w.visited == nil {
		w.visited = make([]int, len(w.cfg.Systems))
		for i, s := range w.cfg.Systems {
			if s.Kernel != kernel.Idle {
				w.fail("tick", addSystem(s.Kernel, w, i))
			}
		}
	}
	if w.workers != workers {
		w.workers = workers
		way := ecs.Pooled
		if workers == 1 {
			way = ecs.Sequential
		}
		w.fail("tick", w.inner.SetSchedule(ecs.Schedule{Way: way, Workers: workers}))
	}
	w.fail("tick", w.inner.Tick(ecs.Seconds(dt)))
	for i, s := range w.cfg.Systems {
		if s.Kernel == kernel.Idle {
			w.visited[i] = w.Run(i, dt)
		}
	}
	return w.visited
}

// fail reports what cannot be: systems, schedules and maps are right.
func (w *world) fail(what string, err error) {
	if err != nil {
		panic(fmt.Errorf("package ecs: %s: %w", what, err))
	}
}
