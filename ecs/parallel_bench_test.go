package ecs_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/internal/measure/turns"
)

// BenchmarkParallel compares the ways to spread work over processors: four
// systems that do not collide, and one loop in parts (seed 001). The ratios are
// to the sequential run, which takes turns with them.
func BenchmarkParallel(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		for workers := 1; workers <= runtime.GOMAXPROCS(0); workers *= 2 {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				var ticks []func()
				for _, c := range []struct {
					schedule ecs.Schedule
					parts    bool
				}{
					{ecs.Schedule{Way: ecs.Sequential}, false},
					{ecs.Schedule{Way: ecs.Pooled, Workers: workers}, false},
					{ecs.Schedule{Way: ecs.Spawning, Workers: workers}, false},
					{ecs.Schedule{Way: ecs.Sequential}, true},
					{ecs.Schedule{Way: ecs.Pooled, Workers: workers}, true},
					{ecs.Schedule{Way: ecs.Spawning, Workers: workers}, true},
				} {
					s, _ := moving(b, n)
					if c.parts {
						check(b, s.Add("move", func(q *ecs.Query3[Position, ecs.Read[Velocity], Health]) {
							q.Parallel(func(part *ecs.Query3[Position, ecs.Read[Velocity], Health], _ *ecs.Commands) {
								typed3(part)
							})
						}))
					} else {
						check(b,
							s.Add("move", func(q *ecs.Query1[Position]) { typed1(q) }),
							s.Add("brake", func(q *ecs.Query1[Velocity]) {
								for v := range q.All() {
									v.X *= 0.5
								}
							}),
							s.Add("age", func(q *ecs.Query1[Health]) {
								for h := range q.All() {
									h.Points--
								}
							}),
							s.Add("sharpen", func(q *ecs.Query1[Hit]) {
								for h := range q.All() {
									h.Damage++
								}
							}))
					}
					check(b, s.SetSchedule(c.schedule))
					b.Cleanup(s.Close)
					ticks = append(ticks, func() { check(b, s.Tick(1)) })
				}
				costs := turns.Medians(b, max(1, 100_000/n), ticks...)
				b.ReportMetric(costs[0]/costs[1], "systems-pool-x")
				b.ReportMetric(costs[0]/costs[2], "systems-goroutines-x")
				b.ReportMetric(costs[3]/costs[4], "parts-pool-x")
				b.ReportMetric(costs[3]/costs[5], "parts-goroutines-x")
			})
		}
	}
}
