package ecs_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// BenchmarkLoops divides the time of the loops over a query by that of the same body
// over plain slices. The three loops take turns, so that they share the noise of the
// machine.
func BenchmarkLoops(b *testing.B) {
	for _, n := range []int{1e3, 1e5, 1e6} {
		for _, rounds := range []int{0, 2} {
			b.Run(fmt.Sprintf("n=%d/aged=%d", n, rounds), func(b *testing.B) {
				w, _ := movers(b, n, rounds)
				var q ecs.Query2[Position, Velocity]
				check(b, q.Bind(w))
				ps, vs := make([]Position, n), make([]Velocity, n)
				took := medianTimes(b, max(1, 200_000/n),
					func() { moveSlices(ps, vs, 0.1) },
					func() { moveAll(&q, 0.1) },
					func() { moveChunks(&q, 0.1) },
				)
				b.ReportMetric(took[1]/took[0], "All/slices")
				b.ReportMetric(took[2]/took[0], "Chunks/slices")
			})
		}
	}
}

//go:noinline
func moveSlices(ps []Position, vs []Velocity, dt float32) {
	vs = vs[:len(ps)]
	for i := range ps {
		ps[i].X += vs[i].X * dt
		ps[i].Y += vs[i].Y * dt
	}
}

//go:noinline
func moveAll(q *ecs.Query2[Position, Velocity], dt float32) {
	for p, v := range q.All() {
		p.X += v.X * dt
		p.Y += v.Y * dt
	}
}

//go:noinline
func moveChunks(q *ecs.Query2[Position, Velocity], dt float32) {
	for ps, vs := range q.Chunks() {
		vs = vs[:len(ps)]
		for i := range ps {
			ps[i].X += vs[i].X * dt
			ps[i].Y += vs[i].Y * dt
		}
	}
}

// BenchmarkLookup divides the time of a look-up by that of one in an array of values by ID,
// with a life for each ID. The bound is the least that a storage with rows does: it finds the
// row by the ID, checks the handle, and has one table whose columns are one piece.
func BenchmarkLookup(b *testing.B) {
	for _, n := range []int{1e3, 1e5, 1e6} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			w, list := movers(b, n, 2)
			var velocity ecs.Map1[Velocity]
			check(b, velocity.Bind(w))
			draw := rand.New(rand.NewPCG(3, 4))
			draw.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
			lives, rows, values := make([]uint32, n), make([]rowOf, n), make([]Velocity, n)
			for i, row := range draw.Perm(n) {
				life := uint32(list[i] >> 32)
				lives[list[i].ID()], rows[list[i].ID()] = life, rowOf{life, uint32(row)}
			}
			var sums [3]float32
			took := medianTimes(b, max(1, 200_000/n),
				func() { sums[0] += sumByID(list, lives, values) },
				func() { sums[1] += sumByRow(list, rows, values) },
				func() { sums[2] += sumGet(list, &velocity) },
			)
			b.ReportMetric(took[1]/took[0], "bound/array")
			b.ReportMetric(took[2]/took[0], "Get/array")
		})
	}
}

//go:noinline
func sumByID(list []ecs.Entity, lives []uint32, values []Velocity) (sum float32) {
	for _, e := range list {
		if id := e.ID(); lives[id] == uint32(e>>32) {
			sum += values[id].X
		}
	}
	return sum
}

type rowOf struct{ life, row uint32 }

//go:noinline
func sumByRow(list []ecs.Entity, rows []rowOf, values []Velocity) (sum float32) {
	for _, e := range list {
		if r := &rows[e.ID()]; r.life == uint32(e>>32) {
			sum += values[r.row].X
		}
	}
	return sum
}

//go:noinline
func sumGet(list []ecs.Entity, m *ecs.Map1[Velocity]) (sum float32) {
	for _, e := range list {
		if v := m.Get(e); v != nil {
			sum += v.X
		}
	}
	return sum
}

// BenchmarkChanges divides the time in which entities gain a component and lose it, by Commands and
// by functions that look the type up, by that of a map.
func BenchmarkChanges(b *testing.B) {
	w, list := movers(b, 1000, 0)
	var health ecs.Map1[Health]
	check(b, health.Bind(w))
	do := ecs.NewCommands(w)
	flush := func() {
		if n, err := do.Flush(); n != len(list) || err != nil {
			b.Fatalf("%d changes: %v", n, err)
		}
	}
	took := medianTimes(b, 200,
		func() {
			for _, e := range list {
				_ = health.Add(e, Health{1})
			}
			for _, e := range list {
				_ = health.Remove(e)
			}
		},
		func() {
			for _, e := range list {
				_ = health.AddLater(do, e, Health{1})
			}
			flush()
			for _, e := range list {
				_ = health.RemoveLater(do, e)
			}
			flush()
		},
		func() {
			for _, e := range list {
				_ = ecs.Set(w, e, Health{1})
			}
			for _, e := range list {
				_ = ecs.TryRemove[Health](w, e)
			}
		},
	)
	b.ReportMetric(took[1]/took[0], "Commands/Map")
	b.ReportMetric(took[2]/took[0], "Set/Map")
}

// BenchmarkLives divides the time in which entities are created and destroyed by Commands by that
// of direct calls.
func BenchmarkLives(b *testing.B) {
	w := newWorld(b)
	var mover ecs.Map2[Position, Velocity]
	check(b, mover.Bind(w))
	do, list := ecs.NewCommands(w), make([]ecs.Entity, 1000)
	took := medianTimes(b, 200,
		func() {
			for i := range list {
				list[i], _ = mover.New(Position{1, 2}, Velocity{3, 4})
			}
			for _, e := range list {
				_ = w.Destroy(e)
			}
		},
		func() {
			for i := range list {
				list[i], _ = mover.NewLater(do, Position{1, 2}, Velocity{3, 4})
			}
			_, _ = do.Flush()
			for _, e := range list {
				_ = do.Destroy(e)
			}
			if n, err := do.Flush(); n != len(list) || err != nil {
				b.Fatalf("%d changes: %v", n, err)
			}
		},
	)
	b.ReportMetric(took[1]/took[0], "Commands/Map")
}

// BenchmarkSpawns divides the time of a tick whose system creates entities through Commands by that of
// one whose system collects their components, with which they are created after it.
func BenchmarkSpawns(b *testing.B) {
	type pair struct {
		p Position
		v Velocity
	}
	var collected []pair
	tick := func(system func(m *ecs.Map2[Position, Velocity]) any) func() {
		w := newWorld(b)
		var mover ecs.Map2[Position, Velocity]
		var health ecs.Map1[Health]
		var moving ecs.Query1[Position]
		check(b, mover.Bind(w), health.Bind(w), moving.Bind(w), health.NewBatch(1000, nil), w.Add("spawn", system(&mover)))
		return func() {
			collected = collected[:0]
			check(b, w.Tick(1))
			for _, c := range collected {
				_, _ = mover.New(c.p, c.v)
			}
			if n, err := w.DestroyBatch(&moving); n != 1000 || err != nil {
				b.Fatalf("%d entities: %v", n, err)
			}
		}
	}
	took := medianTimes(b, 20,
		tick(func(*ecs.Map2[Position, Velocity]) any {
			return func(q *ecs.Query1[Health]) {
				for h := range q.All() {
					x := float32(h.Points)
					collected = append(collected, pair{Position{x, 1}, Velocity{2, x}})
				}
			}
		}),
		tick(func(m *ecs.Map2[Position, Velocity]) any {
			return func(q *ecs.Query1[Health], do *ecs.Commands) {
				for h := range q.All() {
					x := float32(h.Points)
					_, _ = m.NewLater(do, Position{x, 1}, Velocity{2, x})
				}
			}
		}),
		tick(func(*ecs.Map2[Position, Velocity]) any {
			return func(q *ecs.Query1[Health], do *ecs.Commands) {
				for h := range q.All() {
					x := float32(h.Points)
					do.Spawn(Position{x, 1}, Velocity{2, x})
				}
			}
		}),
	)
	b.ReportMetric(took[1]/took[0], "NewLater/collect")
	b.ReportMetric(took[2]/took[0], "Spawn/collect")
}

// BenchmarkParents divides the time of a visit of all parents by that of one with a component
// that holds the parent's handle. Each parent has five children.
func BenchmarkParents(b *testing.B) {
	const n = 25_000
	w, list := movers(b, n, 2)
	check(b, ecs.Define[childOf](w))
	var velocity ecs.Map1[Velocity]
	var link ecs.Map1[childOf]
	check(b, velocity.Bind(w), link.Bind(w))
	for i, e := range list[n/6:] {
		check(b, w.Attach(e, list[i/5]), link.Add(e, childOf{list[i/5]}))
	}
	var children ecs.Query1[Velocity]
	var linked ecs.Query2[childOf, Velocity]
	check(b, children.Bind(w, ecs.With[childOf]{}), linked.Bind(w))
	var sums [2]float32
	took := medianTimes(b, 10,
		func() {
			for link, v := range linked.All() {
				sums[0] += v.X + velocity.Get(link.parent).X
			}
		},
		func() {
			for v := range children.All() {
				sums[1] += v.X + velocity.Get(w.Parent(children.Entity(v))).X
			}
		},
	)
	b.ReportMetric(took[1]/took[0], "Parent/component")
}

type childOf struct{ parent ecs.Entity }

// BenchmarkParallel divides the time of a tick on two workers by that on one. The two take
// turns.
func BenchmarkParallel(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 3e4, 1e5, 1e6} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			tick := func(s ecs.Schedule) func() {
				w, _ := movers(b, n, 0)
				check(b, w.SetSchedule(s), w.Add("move", func(q *ecs.Query2[Position, Velocity]) {
					q.Parallel(func(part *ecs.Query2[Position, Velocity], _ *ecs.Commands) {
						for p, v := range part.All() {
							p.X += v.X * 0.1
							p.Y += v.Y * 0.1
						}
					})
				}))
				b.Cleanup(w.Close)
				return func() { check(b, w.Tick(1)) }
			}
			took := medianTimes(b, max(1, 200_000/n),
				tick(ecs.Schedule{Way: ecs.Sequential}),
				tick(ecs.Schedule{Way: ecs.Pooled, Workers: 2}),
			)
			b.ReportMetric(took[1]/took[0], "two/one")
		})
	}
}

// movers returns a world of n entities with two components. In each round of aging, half
// of the entities are destroyed in random order and others created, and half gain a
// component and lose it again.
func movers(b *testing.B, n, rounds int) (*ecs.World, []ecs.Entity) {
	w := newWorld(b)
	var mover ecs.Map2[Position, Velocity]
	var health ecs.Map1[Health]
	check(b, mover.Bind(w), health.Bind(w))
	list := make([]ecs.Entity, n)
	born := func(at []int) {
		for _, i := range at {
			e, err := mover.New(Position{}, Velocity{1, 1})
			check(b, err)
			list[i] = e
		}
	}
	draw := rand.New(rand.NewPCG(1, 2))
	born(draw.Perm(n))
	for range rounds {
		dying, changing := draw.Perm(n)[:n/2], draw.Perm(n)[:n/2]
		for _, i := range dying {
			check(b, w.Destroy(list[i]))
		}
		born(dying)
		for _, i := range changing {
			check(b, health.Add(list[i], Health{1}))
		}
		for _, i := range draw.Perm(n)[:n/2] {
			if health.Has(list[i]) {
				check(b, health.Remove(list[i]))
			}
		}
		_, err := health.RemoveList(list)
		check(b, err)
	}
	return w, list
}

// BenchmarkMemory divides what a world retains by what slices retain that were filled
// by append, one for each component.
func BenchmarkMemory(b *testing.B) {
	for _, n := range []int{1e3, 1e5, 1e6} {
		for _, rounds := range []int{0, 2} {
			b.Run(fmt.Sprintf("n=%d/aged=%d", n, rounds), func(b *testing.B) {
				var perEntity, ratio float64
				for b.Loop() {
					bare := retained(func() any {
						var ps []Position
						var vs []Velocity
						for range n {
							ps, vs = append(ps, Position{}), append(vs, Velocity{})
						}
						return []any{ps, vs}
					})
					kept := retained(func() any { w, _ := movers(b, n, rounds); return w })
					perEntity, ratio = float64(kept)/float64(n), float64(kept)/float64(bare)
				}
				b.ReportMetric(perEntity, "B/entity")
				b.ReportMetric(ratio, "of-slices")
			})
		}
	}
}

// retained returns the bytes of the heap that a value keeps.
func retained(build func() any) int64 {
	before := liveHeap()
	value := build()
	after := liveHeap()
	runtime.KeepAlive(value)
	return after - before
}
