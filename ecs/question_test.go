package ecs_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// The questions of the seeds that are not about a storage, as benchmarks:
//
//	go test ./ecs -run '^$' -bench 'Dispatch|Layout|Parallel|Deferred|Events'

// An object is what an ECS replaces (seed 002): its update is dispatched anew
// for each object.
type object interface{ update(dt float32) }

type body struct{ x, y, vx, vy float32 }

func (b *body) move(dt float32) {
	b.x += float32(b.vx * dt)
	b.y += float32(b.vy * dt)
}

// A kind is one of many types that differ in what they have none of.
type kind[A any] struct {
	_ [0]A
	body
}

func (k *kind[A]) update(dt float32) { k.move(dt) }

func eight[A any]() []func() object {
	return []func() object{
		func() object { return &kind[[1]A]{} }, func() object { return &kind[[2]A]{} },
		func() object { return &kind[[3]A]{} }, func() object { return &kind[[4]A]{} },
		func() object { return &kind[[5]A]{} }, func() object { return &kind[[6]A]{} },
		func() object { return &kind[[7]A]{} }, func() object { return &kind[[8]A]{} },
	}
}

var kinds = slices.Concat(
	eight[[1]byte](), eight[[2]byte](), eight[[3]byte](), eight[[4]byte](),
	eight[[5]byte](), eight[[6]byte](), eight[[7]byte](), eight[[8]byte](),
)

// BenchmarkDispatch compares iteration of dispatches, a virtual call for each
// object, with dispatch of iterations, a virtual call for each slice of objects
// of a kind (seed 002).
func BenchmarkDispatch(b *testing.B) {
	const n = 10_000
	for _, count := range []int{1, 2, 4, 16, 64} {
		b.Run(fmt.Sprintf("kinds=%d", count), func(b *testing.B) {
			objects := make([]object, n)
			together := make([]updater, count)
			for i := range together {
				together[i] = bodies(nil)
			}
			for i := range objects {
				k := int(ecs.Mix(uint64(i)) % uint64(count)) // in no order that could be learnt
				objects[i] = kinds[k]()
				together[k] = append(together[k].(bodies), body{vx: 1})
			}
			costs := takeTurns(b, 10,
				func() {
					for _, o := range objects {
						o.update(dt)
					}
				},
				func() {
					for _, s := range together {
						s.update(dt)
					}
				})
			b.ReportMetric(costs[0]/n, "ns/dispatched-object")
			b.ReportMetric(costs[1]/n, "ns/iterated-object")
			b.ReportMetric(costs[0]/costs[1], "dispatches/iterations")
		})
	}
}

type updater interface{ update(dt float32) }

type bodies []body

func (s bodies) update(dt float32) {
	for i := range s {
		s[i].move(dt)
	}
}

// A wide struct has sixteen fields, of which a loop reads some.
const fields = 16

type wide struct{ f [fields]uint32 }

// BenchmarkLayout compares an array of structs with a struct of arrays, reading
// some of sixteen fields (seed 002).
func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		structs := make([]wide, n)
		var arrays [fields][]uint32
		for f := range arrays {
			arrays[f] = make([]uint32, n)
		}
		for _, read := range []int{1, 2, 4, 8, 16} {
			b.Run(fmt.Sprintf("n=%d/fields=%d", n, read), func(b *testing.B) {
				costs := takeTurns(b, max(1, 100_000/n),
					func() { sumStructs(structs, read) },
					func() { sumArrays(&arrays, read) })
				b.ReportMetric(costs[0]/float64(n), "ns/struct")
				b.ReportMetric(costs[1]/float64(n), "ns/row-of-arrays")
				b.ReportMetric(costs[0]/costs[1], "structs/arrays")
			})
		}
	}
}

var sink uint32

//go:noinline
func sumStructs(structs []wide, read int) {
	var sum uint32
	// Field by field in blocks that stay in the cache, as sumArrays does, so that
	// only the layout differs.
	for from := 0; from < len(structs); from += 256 {
		block := structs[from:min(from+256, len(structs))]
		for f := range read {
			for i := range block {
				sum += block[i].f[f&(fields-1)]
			}
		}
	}
	sink = sum
}

//go:noinline
func sumArrays(arrays *[fields][]uint32, read int) {
	var sum uint32
	n := len(arrays[0])
	for from := 0; from < n; from += 256 {
		for f := range read {
			for _, v := range arrays[f&(fields-1)][from:min(from+256, n)] {
				sum += v
			}
		}
	}
	sink = sum
}

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
						check(b, s.Add("move", func(q *ecs.Query3[position, ecs.Read[velocity], ecs.Read[mass]]) {
							q.Parallel(func(part *ecs.Query3[position, ecs.Read[velocity], ecs.Read[mass]], _ *ecs.Commands) { typed3(part) })
						}))
					} else {
						check(b,
							s.Add("move", func(q *ecs.Query1[position]) { typed1(q) }),
							s.Add("brake", func(q *ecs.Query1[velocity]) {
								for v := range q.All() {
									v.X *= 0.5
								}
							}),
							s.Add("turn", func(q *ecs.Query1[heading]) {
								for h := range q.All() {
									h.Angle += dt
								}
							}),
							s.Add("push", func(q *ecs.Query1[force]) {
								for f := range q.All() {
									f.X += dt
								}
							}))
					}
					check(b, s.SetSchedule(c.schedule))
					b.Cleanup(s.Close)
					ticks = append(ticks, func() { check(b, s.Tick(1)) })
				}
				costs := takeTurns(b, max(1, 100_000/n), ticks...)
				b.ReportMetric(costs[0]/costs[1], "systems-pool-x")
				b.ReportMetric(costs[0]/costs[2], "systems-goroutines-x")
				b.ReportMetric(costs[3]/costs[4], "parts-pool-x")
				b.ReportMetric(costs[3]/costs[5], "parts-goroutines-x")
			})
		}
	}
}

// BenchmarkDeferred compares changes at once with changes that are taken down by
// a system and made at the end of the tick (seed 001).
func BenchmarkDeferred(b *testing.B) {
	const n = 10_000
	now, _ := moving(b, n)
	later, _ := moving(b, n)
	for _, s := range []*ecs.Sim{now, later} {
		var q ecs.Query1[mass]
		check(b, s.Bind(&q))
	}
	es := now.Entities()
	check(b, later.Add("change", func(do *ecs.Commands) {
		for _, e := range es {
			_ = ecs.TryRemove[mass](do, e)
		}
		for _, e := range es {
			_ = ecs.Set(do, e, mass{Value: 1})
		}
	}))
	costs := takeTurns(b, 1,
		func() {
			for _, e := range es {
				_ = ecs.TryRemove[mass](now, e)
			}
			for _, e := range es {
				_ = ecs.Set(now, e, mass{Value: 1})
			}
		},
		func() { check(b, later.Tick(1)) })
	b.ReportMetric(costs[0]/(2*n), "ns/change-at-once")
	b.ReportMetric(costs[1]/(2*n), "ns/change-deferred")
	b.ReportMetric(costs[1]/costs[0], "deferred/at-once")
}

// BenchmarkEvents reports what an event costs from Emit to its end, with some
// handlers, against a slice that is filled and gone through (seed 001).
func BenchmarkEvents(b *testing.B) {
	const n = 1000
	for _, handlers := range []int{1, 4} {
		b.Run(fmt.Sprintf("handlers=%d", handlers), func(b *testing.B) {
			s := newSim(b)
			sum, queue := 0, []hit(nil)
			check(b, s.Add("emit", func(do *ecs.Commands) {
				for i := range n {
					_ = ecs.Emit(do, hit{i})
				}
			}))
			for i := range handlers {
				check(b, s.Handle(fmt.Sprint("handle", i), func(q *ecs.Query1[ecs.Read[hit]]) {
					for h := range q.All() {
						sum += h.Get().Damage
					}
				}))
			}
			costs := takeTurns(b, 10,
				func() { check(b, s.Tick(1)) },
				func() {
					queue = queue[:0]
					for i := range n {
						queue = append(queue, hit{i})
					}
					for range handlers {
						for _, h := range queue {
							sum += h.Damage
						}
					}
				})
			b.ReportMetric(costs[0]/n, "ns/event")
			b.ReportMetric(costs[1]/n, "ns/slice-element")
		})
	}
}
