package ecslib

import (
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/kernel"
)

// Tick is impls.Ticker: a tick of the library with its own systems. The first call adds the
// systems; programs add theirs earlier.
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

// fail reports errors that valid systems, schedules and maps cannot cause.
func (w *world) fail(what string, err error) {
	if err != nil {
		panic(fmt.Errorf("package ecs: %s: %w", what, err))
	}
}
