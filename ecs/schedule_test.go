package ecs_test

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

type score struct{ Deaths, Sum int }

// xy is a position of integers with exact sums.
func xy(x, y int) Position { return Position{float32(x), float32(y)} }

func mod(x float32, n int) float32 { return float32(int(x) % n) }

// repertoire has systems whose order matters.
var repertoire = map[string]any{
	"move": func(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
		q.Parallel(func(part *ecs.Query2[Position, ecs.Read[Velocity]], _ *ecs.Commands) {
			for p, v := range part.All() {
				p.X += v.Get().X
				p.Y += v.Get().Y
			}
		})
	},
	"turn": func(q *ecs.Query2[ecs.Read[Position], Velocity]) {
		for p, v := range q.All() {
			v.X, v.Y = v.Y+mod(p.Get().X, 3), v.X
		}
	},
	"age": func(q *ecs.Query1[Health]) {
		for h := range q.All() {
			h.Points = h.Points*3 - 1
		}
	},
	"follow": func(q *ecs.Query1[Position], leaders *ecs.Map1[ecs.Read[Health]]) {
		last := ecs.NoEntity
		for p := range q.All() {
			if h := leaders.Get(last); h != nil {
				p.X += float32(h.Get().Points % 7)
			}
			last = q.Entity(p)
		}
	},
	"breed": func(q *ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Health]]], do *ecs.Commands) {
		q.Parallel(func(part *ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Health]]], do *ecs.Commands) {
			for p, h := range part.All() {
				if h.Get() == nil && mod(p.Get().X, 5) == 0 {
					child := do.Spawn(Position{p.Get().Y, p.Get().X})
					_ = ecs.Set(do, child, Health{int(p.Get().X) % 11})
				}
			}
		})
	},
	"die": func(q *ecs.Query1[ecs.Read[Health]], do *ecs.Commands, s *score) {
		for h := range q.All() {
			if h.Get().Points%4 == 3 {
				_ = do.Destroy(q.Entity(h))
				s.Deaths++
			}
		}
	},
	"freeze": func(q *ecs.Query1[ecs.Read[Velocity]], _ ecs.Without[Frozen], do *ecs.Commands) {
		for v := range q.All() {
			if mod(v.Get().X, 2) == 0 {
				_ = ecs.Set(do, q.Entity(v), Frozen{})
			}
		}
	},
	"thaw": func(q *ecs.Query2[ecs.Read[Position], Frozen], do *ecs.Commands) {
		for p := range q.All() {
			if mod(p.Get().Y, 2) != 0 {
				_ = ecs.TryRemove[Frozen](do, q.Entity(p))
				_ = ecs.Emit(do, Hit{Damage: int(p.Get().Y)})
			}
		}
	},
	"sum": func(q *ecs.Query1[ecs.Read[Position]], s *score) {
		for p := range q.All() {
			s.Sum = s.Sum*31 + int(p.Get().X)
		}
	},
	"by chunks": func(q *ecs.Query2[Health, ecs.Read[Velocity]]) {
		for hs, vs := range q.Chunks() {
			for i := range hs {
				hs[i].Points += int(vs[i].Get().X)
			}
		}
	},
}

// outcome runs systems under a schedule and returns the final state.
func outcome(t *rapid.T, names []string, barriers []bool, c ecs.Schedule) string {
	s := ecs.New()
	defer s.Close()
	total := &score{}
	for _, err := range []error{
		ecs.Define[Position](s), ecs.Define[Velocity](s), ecs.Define[Health](s), ecs.Define[Frozen](s), ecs.DefineEvent[Hit](s),
		s.Provide(total), s.SetSchedule(c),
		s.Handle("hurt", func(q *ecs.Query1[ecs.Read[Hit]], all *ecs.Query1[Position]) {
			for h := range q.All() {
				for p := range all.All() {
					p.Y += float32(h.Get().Damage % 3)
				}
			}
		}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range names {
		if err := s.Add(fmt.Sprint(name, i), repertoire[name]); err != nil {
			t.Fatal(err)
		}
		if barriers[i] {
			s.Barrier()
		}
	}
	do := s.Later()
	for i := range 600 {
		e := do.Spawn(xy(i, i%7))
		if i%2 == 0 {
			_ = ecs.Set(do, e, Velocity(xy(i%5, i%3)))
		}
		if i%3 == 0 {
			_ = ecs.Set(do, e, Health{i})
		}
	}
	for range 3 {
		if err := s.Tick(1); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	fmt.Fprintln(&b, *total)
	for _, e := range s.Entities() {
		b.WriteString(s.Dump(e))
	}
	return b.String()
}

// Any systems in any order leave the state of the sequential run.
func TestScheduleMakesNoDifference(t *testing.T) {
	all := slices.Sorted(maps.Keys(repertoire))
	rapid.Check(t, func(t *rapid.T) {
		names := some(t, all, 1, 12, "systems")
		barriers := some(t, []bool{false, true}, len(names), len(names), "barriers")
		want := outcome(t, names, barriers, ecs.Schedule{Way: ecs.Sequential})
		for range 3 {
			c := ecs.Schedule{
				Way:     one(t, ecs.Ways, "way"),
				Workers: rapid.IntRange(1, 4).Draw(t, "workers"),
				Shuffle: uint64(rapid.IntRange(0, 1000).Draw(t, "shuffle")),
			}
			if got := outcome(t, names, barriers, c); got != want {
				t.Fatalf("%v with barriers %v: %+v leaves\n%s\nsequential:\n%s", names, barriers, c, got, want)
			}
		}
	})
}

// Two systems that wait for each other end only if both run at the same time. This is
// possible if they write different components or only read.
// The work of the last loop decides, not the number of entities.
func TestParallelLoopsAreDividedByTheirWork(t *testing.T) {
	w := newWorld(t)
	defer w.Close()
	var positions ecs.Map1[Position]
	check(t, positions.Bind(w), positions.NewBatch(40, nil))
	var pause time.Duration
	var parts atomic.Int64
	check(t, w.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 2}), w.Add("wait", func(q *ecs.Query1[Position]) {
		q.Parallel(func(part *ecs.Query1[Position], _ *ecs.Commands) {
			parts.Add(1)
			for range part.All() {
				time.Sleep(pause)
			}
		})
	}))
	ticks := func(pauses time.Duration, divided bool) {
		t.Helper()
		pause = pauses
		for range 100 { // another program may slow some loops
			parts.Store(0)
			check(t, w.Tick(1))
			if (parts.Load() > 1) == divided {
				return
			}
		}
		t.Errorf("a loop over 40 entities that take %v each had %d parts", pauses, parts.Load())
	}
	ticks(0, false)
	ticks(time.Millisecond, true)
	ticks(0, false)
}

// Of two systems that access a resource, at least one to write, the one added first runs first.
func TestSystemsWithAResourceKeepTheirOrder(t *testing.T) {
	type words struct{ text string }
	writes := func(text string) any { return func(r *words) { r.text += text } }
	reads := func(text string, seen *string) any { return func(r words) { *seen += text + r.text } }
	for shuffle := range uint64(20) {
		w, seen, all := newWorld(t), "", &words{}
		defer w.Close()
		check(t, w.Provide(all), w.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 3, Shuffle: shuffle + 1}),
			w.Add("1", writes("1")), w.Add("2", writes("2")), w.Add("3", reads("read ", &seen)), w.Add("4", writes("4")), w.Tick(1))
		if all.text != "124" || seen != "read 12" {
			t.Errorf("seed %d: the systems write %q and %q, want 124 and read 12", shuffle, all.text, seen)
		}
	}
}

// A pool of one worker does not divide loops. A schedule does not change the number of processors.
func TestSchedulesOfOneWorkerAndOfAll(t *testing.T) {
	w := newWorld(t)
	defer w.Close()
	var positions ecs.Map1[Position]
	calls := 0
	check(t, positions.Bind(w), positions.NewBatch(10_000, nil), w.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 1}),
		w.Add("loop", func(q *ecs.Query1[Position]) {
			q.Parallel(func(*ecs.Query1[Position], *ecs.Commands) { calls++ })
		}))
	for tick := range 5 {
		check(t, w.Tick(1))
		if calls != tick+1 {
			t.Fatalf("%d parts in %d ticks", calls, tick+1)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	check(t, w.SetSchedule(ecs.Schedule{Way: ecs.Pooled}))
	if now := runtime.GOMAXPROCS(0); now != 3 {
		t.Errorf("a schedule left %d processors of 3", now)
	}
}

func TestSystemsThatDoNotCollideRunTogether(t *testing.T) {
	for _, way := range []ecs.Way{ecs.Pooled, ecs.Spawning} {
		s := newWorld(t)
		ping, pong := make(chan int), make(chan int)
		check(t,
			s.Add("ping", func(*ecs.Query1[Position]) { ping <- 1; <-pong }),
			s.Add("pong", func(*ecs.Query1[Velocity]) { <-ping; pong <- 1 }),
			s.SetSchedule(ecs.Schedule{Way: way, Workers: 2}),
			s.Tick(1),
		)
		s.Close()

		s = newWorld(t)
		check(t,
			s.Add("ping", func(*ecs.Query1[ecs.Read[Position]]) { ping <- 1; <-pong }),
			s.Add("pong", func(*ecs.Query1[ecs.Read[Position]]) { <-ping; pong <- 1 }),
			s.SetSchedule(ecs.Schedule{Way: way, Workers: 2}),
			s.Tick(1),
		)
		s.Close()
	}
}

func TestGoroutinesEndWithTheirWorld(t *testing.T) {
	before := runtime.NumGoroutine()
	for same := 0; same < 10; same++ { // workers of other tests may still end
		runtime.GC()
		if n := runtime.NumGoroutine(); n != before {
			before, same = n, 0
		}
	}
	func() {
		w := ecs.New()
		check(t, w.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 4}))
		check(t, w.Add("nothing", func() {}))
		check(t, w.Add("nothing more", func() {}))
		check(t, w.Tick(0))
		if n := runtime.NumGoroutine(); n != before+3 {
			t.Fatalf("%d goroutines with a pool of 4, want %d", n, before+3)
		}
	}()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines after the world, %d before", runtime.NumGoroutine(), before)
		}
		runtime.GC()
	}
}

// Two systems that do not conflict run at the same time, also when the workers sleep before: each waits
// for the other one.
func TestSystemsMeet(t *testing.T) {
	for _, way := range []ecs.Way{ecs.Pooled, ecs.Spawning} {
		w := newWorld(t)
		check(t, w.SetSchedule(ecs.Schedule{Way: way, Workers: 2}))
		meeting, late := make(chan int), time.After(time.Minute)
		check(t, w.Add("gives", func(*ecs.Query1[Position]) error {
			select {
			case meeting <- 1:
				return nil
			case <-late:
				return errors.New("the other system does not run meanwhile")
			}
		}), w.Add("takes", func(*ecs.Query1[Velocity]) error {
			select {
			case <-meeting:
				return nil
			case <-late:
				return errors.New("the other system does not run meanwhile")
			}
		}))
		for range 3 {
			time.Sleep(10 * time.Millisecond) // the workers sleep
			check(t, w.Tick(1))
		}
		w.Close()
	}
}
