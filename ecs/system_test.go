package ecs_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// Systems with a *World can add and remove systems. These count from the next tick on, and later
// in the tick for those that are removed. A tick within a tick is rejected.
func TestSystemsChangeTheSystems(t *testing.T) {
	for _, way := range ecs.Ways {
		w := newWorld(t)
		defer w.Close()
		check(t, w.SetSchedule(ecs.Schedule{Way: way, Workers: 2}))
		var ran []string
		run := func(name string) func(*ecs.World) { return func(*ecs.World) { ran = append(ran, name) } }
		check(t,
			w.Add("first", func(w *ecs.World) error {
				ran = append(ran, "first")
				wants(t, w.Tick(1), "tick", "between ticks")
				wants(t, w.SetSchedule(ecs.Schedule{Way: ecs.Pooled}), "between ticks")
				w.Close()
				wants(t, w.Err(), "close", "between ticks")
				w.Recover()
				wants(t, w.Err(), "recover")
				if w.System("added") != nil {
					return nil
				}
				check(t, ecs.Emit(w.Later(), Hit{}))
				flushed(t, w)
				check(t, w.System("removed").Remove(), w.Handle("handler", run("handler")))
				return w.Add("added", run("added"))
			}))
		w.Barrier()
		check(t, w.Add("removed", run("removed")), w.Add("last", run("last")))
		check(t, w.Tick(1), ecs.Emit(w.Later(), Hit{}), w.Tick(1))
		if want := []string{"first", "last", "first", "last", "added", "handler"}; !slices.Equal(ran, want) {
			t.Errorf("%v: %v ran, want %v", way, ran, want)
		}
		if w.Len() != 0 {
			t.Errorf("%d events are left", w.Len())
		}
	}
}

// A removed system does not run, its hooks are not called, barriers stay where they are, and its
// name is free.
func TestRemoveSystemsAndObservers(t *testing.T) {
	w := newWorld(t)
	var calls []string
	call := func(name string) func() { return func() { calls = append(calls, name) } }
	observe := func(name string) func(ecs.Entity) { return func(ecs.Entity) { calls = append(calls, name) } }
	var o ecs.Observer
	check(t,
		w.Add("a", call("a")),
		w.Add("hooked", func(*ecs.Query1[Position]) {}, ecs.OnAdded(observe("added")), ecs.OnRemoved(observe("gone"))))
	w.Barrier()
	check(t, w.Add("spawn", func(do *ecs.Commands) { do.Spawn(Position{}) }))
	w.Barrier()
	check(t, w.Add("len", func(q *ecs.Query1[Position]) {
		calls = append(calls, strings.Repeat("p", q.Len()))
	}))
	check(t, o.Bind(w, ecs.Enters, observe("observed"), ecs.With[Position]{}))
	wants(t, o.Bind(w, ecs.Enters, observe("twice")), "bound already")
	check(t, w.Tick(1), w.System("a").Remove())
	removed := w.System("hooked")
	check(t, removed.Remove(), o.Remove())
	wants(t, removed.Remove(), `"hooked"`, "already")
	removed.Enable(true)
	if wants(t, w.Err(), "enable", `"hooked"`, "removed"); removed.Enabled() {
		t.Error("a removed system is on")
	}
	check(t, w.Tick(1), w.Add("a", call("a2")))
	if _, err := w.Clear(); err != nil {
		t.Error(err)
	}
	if want := []string{"a", "added", "observed", "p", "pp"}; !slices.Equal(calls, want) {
		t.Errorf("calls %v, want %v", calls, want)
	}
	for range w.Systems() {
		check(t, w.Systems()[0].Remove())
	}
	check(t, w.Tick(1))
}

// Filters of a system narrow its first query; others have theirs behind them.
func TestFiltersOfSystemsNarrowOneQuery(t *testing.T) {
	w := newWorld(t)
	spawned(t, w, Position{})
	spawned(t, w, Position{}, Velocity{})
	var first, second, third int
	check(t, w.Add("count", func(a, b, c *ecs.Query1[Position], _ ecs.Without[Velocity]) {
		first, second, third = a.Len(), b.Len(), c.Len()
	}, ecs.With[Velocity]{}), w.Tick(1))
	if first != 1 || second != 2 || third != 1 {
		t.Errorf("the queries visit %d, %d and %d entities, want 1, 2 and 1", first, second, third)
	}
}

// A system that ends its goroutine is an error of the tick, in the goroutines of a pool, and the
// world stays usable.
func TestASystemEndsItsGoroutine(t *testing.T) {
	for _, way := range ecs.Ways {
		for _, where := range []string{"system", "part", "exclusive", "observer"} {
			w := newWorld(t)
			defer w.Close()
			ends := true
			var ran atomic.Int64
			leave := func() {
				if ends {
					runtime.Goexit()
				}
			}
			var positions ecs.Map1[Position]
			check(t, w.SetSchedule(ecs.Schedule{Way: way, Workers: 3, Shuffle: 5}), positions.Bind(w), positions.NewBatch(4000, nil))
			switch where {
			case "system":
				check(t, w.Add("leaves", func(*ecs.Query1[Position]) { leave() }))
			case "part":
				check(t, w.Add("leaves", func(q *ecs.Query1[Position]) {
					q.Parallel(func(part *ecs.Query1[Position], do *ecs.Commands) {
						do.Spawn(Health{})
						leave()
					})
				}))
			case "exclusive":
				check(t, w.Add("leaves", func(*ecs.World) { leave() }))
			case "observer":
				check(t, w.Observe(ecs.Enters, func(ecs.Entity) { leave() }, ecs.With[Frozen]{}), w.Add("leaves", func(do *ecs.Commands) { do.Spawn(Frozen{}) }))
			}
			for i := range 9 {
				check(t, w.Add(fmt.Sprint(i), func() { ran.Add(1) }))
			}
			done := make(chan error, 1)
			go func() {
				defer close(done)
				done <- w.Tick(1)
			}()
			err := <-done
			if err == nil { // the goroutine of the tick has ended
				err = w.Err()
			}
			wants(t, err, "runtime.Goexit")
			ends = false
			ran.Store(0)
			check(t, w.Tick(1))
			if ran.Load() != 9 {
				t.Errorf("%v, %s: %d systems ran in the next tick", way, where, ran.Load())
			}
			spawned(t, w, Position{})
		}
	}
}
