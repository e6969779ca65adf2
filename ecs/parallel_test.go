package ecs_test

import (
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// A Visit counts the visits of an entity. Padding makes it of another size.
type Visit[Padding any] struct {
	N       int
	Padding Padding
}

// The parts of a parallel loop are all rows, each once, for tables of every size, tracked or not,
// under every schedule, and in loops within parts.
func TestPartsVisitEachRowOnce(t *testing.T) {
	t.Run("16 bytes", testParts[[8]byte])
	t.Run("128 bytes", testParts[[120]byte])
	t.Run("with a pointer", testParts[*int])
}

func testParts[Padding any](t *testing.T) {
	for _, schedule := range []ecs.Schedule{{Way: ecs.Sequential}, {Way: ecs.Pooled, Workers: 4}, {Way: ecs.Pooled, Workers: 3, Shuffle: 1}, {Way: ecs.Spawning, Shuffle: 2}} {
		for _, tracked := range []bool{false, true} {
			w := newWorld(t)
			defer w.Close()
			check(t, ecs.Define[Visit[Padding]](w), w.SetSchedule(schedule))
			if tracked {
				check(t, ecs.Track[Visit[Padding]](w))
			}
			var alone ecs.Map1[Visit[Padding]]
			var moving ecs.Map2[Visit[Padding], Velocity]
			var all ecs.Query1[Visit[Padding]]
			check(t, alone.Bind(w), moving.Bind(w), all.Bind(w))
			visit := func(q *ecs.Query1[Visit[Padding]]) {
				for v := range q.All() {
					v.N++
				}
			}
			check(t, w.Add("visit", func(q *ecs.Query1[Visit[Padding]]) {
				q.Parallel(func(part *ecs.Query1[Visit[Padding]], _ *ecs.Commands) { visit(part) })
			}), w.Add("visit in parts of parts", func(q *ecs.Query1[Visit[Padding]]) {
				q.Parallel(func(part *ecs.Query1[Visit[Padding]], do *ecs.Commands) {
					part.Parallel(func(inner *ecs.Query1[Visit[Padding]], its *ecs.Commands) {
						if its != do || inner.Len() != part.Len() || len(inner.Entities(nil)) != part.Len() {
							panic("the part of a part is not the part")
						}
						visit(inner)
					})
				})
			}))
			ticks := 0
			for _, n := range []int{1, 62, 63, 64, 65, 500, 1300, 6000} {
				check(t, alone.NewBatch(n, nil), moving.NewBatch(n/2, nil))
				all.Bind(w) // also after it was used
				for v := range all.All() {
					v.N = 2 * ticks
				}
				for range 3 {
					check(t, w.Tick(1))
					ticks++
				}
				for v := range all.All() {
					if v.N != 2*ticks {
						t.Fatalf("%+v, tracked %v, %d entities: one was visited %d times in %d loops", schedule, tracked, w.Len(), v.N, 2*ticks)
					}
				}
			}
		}
	}
}

// A query is not used while its parallel loop is under way, and such a loop locks the structure
// of the world where systems with *World, or the program, can change it.
func TestParallelLoopsLock(t *testing.T) {
	w := newWorld(t)
	e := spawned(t, w, Position{1, 1})
	var q ecs.Query1[Position]
	check(t, q.Bind(w))
	loop := func(q *ecs.Query1[Position], w *ecs.World) {
		visits := 0
		for range q.All() {
			q.Parallel(func(part *ecs.Query1[Position], _ *ecs.Commands) {
				wants(t, w.Destroy(e), "destroy", "a loop over Query1[Position] is under way")
				for range q.All() {
					t.Error("the whole query is visited inside its own parallel loop")
				}
				q.Parallel(func(*ecs.Query1[Position], *ecs.Commands) { t.Error("it is divided inside its own parallel loop") })
				for range part.All() {
					visits++
				}
				wants(t, w.Destroy(e), "destroy", "a loop over Query1[Position] is under way")
			})
			wants(t, w.Destroy(e), "a loop")
		}
		wants(t, w.Err(), "Query1[Position] used inside its own Parallel loop: use the part")
		if visits != 1 {
			t.Errorf("the part visits %d entities, want 1", visits)
		}
		check(t, w.Destroy(e))
	}
	loop(&q, w)
	e = spawned(t, w, Position{1, 1})
	check(t, w.Add("with a world", loop), w.Tick(1))
}

// Structure cannot change in loops of a system with *World, whichever the query.
func TestSystemsWithTheWorldLockTheirLoops(t *testing.T) {
	for _, way := range ecs.Ways {
		w := newWorld(t)
		defer w.Close()
		for i := range 10 {
			spawned(t, w, Health{i})
		}
		var bound ecs.Query1[Health]
		check(t, w.SetSchedule(ecs.Schedule{Way: way, Workers: 2}), bound.Bind(w))
		fails := false
		check(t, w.Add("hurt", func(q *ecs.Query1[Health], w *ecs.World, m *ecs.Map1[Position]) {
			for _, q := range []*ecs.Query1[Health]{q, &bound} {
				for h := range q.All() {
					h.Points += 100
					_, err := m.New(Position{})
					for _, err := range []error{err, w.Destroy(q.Entity(h)), m.Add(q.Entity(h), Position{}), ecs.Define[string](w), w.Add("more", func() {})} {
						wants(t, err, "a loop over Query1[Health] is under way")
					}
					_ = w.Later().Destroy(q.Entity(h))
					if fails {
						panic(fmt.Sprint("in a loop over ", h))
					}
				}
				if _, err := m.New(Position{}); err != nil {
					t.Error("after a loop:", err)
				}
			}
			if _, err := w.Flush(); err != nil {
				t.Error(err)
			}
		}))
		check(t, w.Tick(1))
		if w.Len() != 2 {
			t.Errorf("%v: %d entities are left, want the 2 that were created after the loops", way, w.Len())
		}
		spawned(t, w, Health{})
		fails = true
		wants(t, w.Tick(1), `system "hurt" panics: in a loop`)
		spawned(t, w, Health{}) // the panic left no lock
		fails = false
		check(t, w.Tick(1))
	}
}
