package ecs_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/columns"
)

type (
	place  struct{ X, Y int }
	speed  struct{ X, Y int }
	health struct{ Points int }
	frozen struct{}
	hit    struct{ Damage int }
)

func check(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func newSim(t testing.TB) *ecs.Sim {
	t.Helper()
	s, err := ecs.NewSim(ecs.Options{})
	check(t, err, ecs.Define[place](s), ecs.Define[speed](s), ecs.Define[health](s), ecs.Define[frozen](s), ecs.DefineEvent[hit](s))
	return s
}

func spawned(t testing.TB, s *ecs.Sim, components ...any) ecs.Entity {
	t.Helper()
	e, err := s.Spawn(components...)
	check(t, err)
	return e
}

// wants fails unless the error tells all of these.
func wants(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got error %v, want %q in it", err, part)
		}
	}
}

func TestSystemsVisitWhatTheyAskFor(t *testing.T) {
	s := newSim(t)
	both := spawned(t, s, place{1, 1}, speed{1, 2})
	still := spawned(t, s, place{5, 5})
	cold := spawned(t, s, place{7, 7}, speed{1, 1}, frozen{})
	hurt := spawned(t, s, place{9, 9}, health{3})

	var withHealth, without int
	var coldest []ecs.Entity
	check(t,
		s.Add("move", func(q *ecs.Query2[place, ecs.Read[speed]], _ ecs.Without[frozen], dt ecs.Seconds) {
			for p, v := range q.All() {
				p.X += v.Get().X * int(dt)
				p.Y += v.Get().Y * int(dt)
			}
		}),
		s.Add("optional", func(q *ecs.Query2[ecs.Read[place], ecs.Maybe[health]]) {
			for _, h := range q.All() {
				if h := h.Get(); h != nil {
					withHealth++
					h.Points--
				} else {
					without++
				}
			}
		}),
		s.Add("cold", func(q *ecs.Query1[ecs.Read[place]], _ ecs.With[frozen]) {
			for range q.All() {
				coldest = append(coldest, q.Entity())
			}
		}),
		s.Tick(2),
	)
	for e, want := range map[ecs.Entity]place{both: {3, 5}, still: {5, 5}, cold: {7, 7}, hurt: {9, 9}} {
		if got, ok := ecs.Get[place](s, e); !ok || got != want {
			t.Errorf("%v is at %v, want %v", e, got, want)
		}
	}
	if withHealth != 1 || without != 3 {
		t.Errorf("%d entities have health and %d have none, want 1 and 3", withHealth, without)
	}
	if h, _ := ecs.Get[health](s, hurt); h.Points != 2 {
		t.Errorf("health is %d, want 2", h.Points)
	}
	if !slices.Equal(coldest, []ecs.Entity{cold}) {
		t.Errorf("frozen are %v, want %v", coldest, cold)
	}
}

// TestQueriesOnEveryStorage: entity by entity, by chunks and by handle, queries
// of all sizes reach the same components.
func TestQueriesOnEveryStorage(t *testing.T) {
	for _, name := range columns.Names {
		t.Run(name, func(t *testing.T) {
			s, err := ecs.NewSim(ecs.Options{})
			check(t, err)
			in, err := columns.Named(name)
			check(t, err, columns.Define[place](s, in), columns.Define[speed](s, in), columns.Define[health](s, in), columns.Define[hit](s, in), columns.Define[frozen](s, in))
			var q1 ecs.Query1[place]
			var q2 ecs.Query2[place, ecs.Read[speed]]
			var q3 ecs.Query3[place, ecs.Read[speed], health]
			var q4 ecs.Query4[place, ecs.Read[speed], health, ecs.Read[hit]]
			var q5 ecs.Query5[place, ecs.Read[speed], health, ecs.Read[hit], frozen]
			check(t, s.Bind(&q1), s.Bind(&q2), s.Bind(&q3), s.Bind(&q4), s.Bind(&q5))
			var es []ecs.Entity
			for i := range 40 {
				all := []any{place{i, 0}, speed{i, i}, health{i}, hit{i}, frozen{}}
				es = append(es, spawned(t, s, all[:1+i%5]...))
			}
			for i, e := range es {
				if i%7 == 0 {
					check(t, s.Kill(e))
				}
				if i%11 == 0 && i%7 != 0 {
					check(t, ecs.TryRemove[speed](s, e))
				}
			}
			want := make([]int, 6) // visits by size, and the sum of X that each sees
			sums := make([]int, 6)
			for i, e := range es {
				for n := 1; n <= 5 && s.Alive(e); n++ {
					if 1+i%5 >= n && (n == 1 || i%11 != 0) {
						want[n]++
						sums[n] += i
					}
				}
			}
			got, saw, chunks := make([]int, 6), make([]int, 6), make([]int, 6)
			for p := range q1.All() {
				got[1]++
				saw[1] += p.X
			}
			for p, v := range q2.All() {
				got[2]++
				saw[2] += v.Get().X
				if p.X != v.Get().X {
					t.Errorf("%v has the speed of another", q2.Entity())
				}
			}
			for _, r := range q3.All() {
				got[3]++
				saw[3] += r.C.Points
			}
			for _, r := range q4.All() {
				got[4]++
				saw[4] += r.D.Get().Damage
			}
			for p, r := range q5.All() {
				got[5]++
				saw[5] += p.X
				if r.E == nil {
					t.Error("a component is missing")
				}
			}
			for ps := range q1.Chunks() {
				chunks[1] += len(ps)
			}
			for ps, vs := range q2.Chunks() {
				chunks[2] += len(ps)
				for i := range ps {
					if ps[i].X != vs[i].Get().X {
						t.Error("a chunk mixes entities")
					}
				}
			}
			for ps, r := range q3.Chunks() {
				chunks[3] += min(len(ps), len(r.B), len(r.C))
			}
			for ps, r := range q4.Chunks() {
				chunks[4] += min(len(ps), len(r.D))
			}
			for ps, r := range q5.Chunks() {
				chunks[5] += min(len(ps), len(r.E))
			}
			if !slices.Equal(got, want) || !slices.Equal(saw, sums) || !slices.Equal(chunks, want) {
				t.Errorf("visited %v and by chunks %v, want %v; saw %v, want %v", got, chunks, want, saw, sums)
			}
			if p, v, ok := q2.Get(es[1]); !ok || p.X != 1 || v.Get().X != 1 {
				t.Errorf("by handle: %v %v %v", p, v, ok)
			}
			if _, _, ok := q2.Get(es[0]); ok {
				t.Error("a dead entity is found")
			}
			check(t, s.Err())
		})
	}
}

func TestChangesAreDeferred(t *testing.T) {
	s := newSim(t)
	first := spawned(t, s, place{}, health{1})
	var seen []int
	check(t,
		s.Add("breed", func(q *ecs.Query1[ecs.Read[place]], do *ecs.Commands) {
			for range q.All() {
				child := do.Spawn(place{1, 1})
				_ = ecs.Set(do, child, speed{2, 2})
			}
			do.Kill(first)
			_ = ecs.Set(do, first, speed{}) // death wins
		}),
		s.Add("count", func(q *ecs.Query1[ecs.Read[place]]) { seen = append(seen, q.Len()) }),
	)
	s.Barrier()
	check(t, s.Add("later", func(q *ecs.Query2[ecs.Read[place], ecs.Read[speed]]) { seen = append(seen, q.Len()) }))
	check(t, s.Tick(1))
	if !slices.Equal(seen, []int{1, 1}) {
		t.Errorf("systems saw %v entities, want 1 before the barrier and 1 other after it", seen)
	}
	if s.Alive(first) || s.Len() != 1 {
		t.Errorf("%d entities, and the killed one is alive: %v", s.Len(), s.Alive(first))
	}
}

func TestHooks(t *testing.T) {
	s := newSim(t)
	var log []string
	note := func(what string) func(ecs.Entity) {
		return func(e ecs.Entity) {
			p, _ := ecs.Get[place](s, e)
			log = append(log, fmt.Sprintf("%s %d", what, p.X))
		}
	}
	check(t, s.Add("move", func(*ecs.Query1[place], ecs.Without[frozen]) {}, ecs.OnAdded(note("added")), ecs.OnRemoved(note("removed"))))
	e := spawned(t, s, place{X: 4})
	check(t, ecs.Set(s, e, frozen{}), ecs.Set(s, e, speed{}), ecs.TryRemove[frozen](s, e))
	s.Later().Kill(e)
	s.Later().Kill(e) // once is enough
	check(t, s.Flush())
	if want := []string{"added 4", "removed 4", "added 4", "removed 4"}; !slices.Equal(log, want) {
		t.Errorf("hooks were told %v, want %v", log, want)
	}
}

func TestEvents(t *testing.T) {
	s := newSim(t)
	rock := spawned(t, s, health{10})
	var first, second int
	check(t,
		s.Add("shoot", func(do *ecs.Commands) error { return errors.Join(ecs.Emit(do, hit{2}), ecs.Emit(do, hit{1})) }),
		s.Handle("hurt", func(hits *ecs.Query1[ecs.Read[hit]], h *ecs.Lookup[health], do *ecs.Commands) {
			for e := range hits.All() {
				first++
				h.Get(rock).Points -= e.Get().Damage
				if e.Get().Damage == 2 {
					_ = ecs.Emit(do, hit{3}) // an answer
				}
			}
		}),
		s.Handle("count", func(hits *ecs.Query1[ecs.Read[hit]]) { second += hits.Len() }),
		s.Tick(1), s.Tick(1),
	)
	if h, _ := ecs.Get[health](s, rock); h.Points != 10-2*(2+1+3) || first != 6 || second != 6 {
		t.Errorf("health %d after handlers saw %d and %d events, want -2, 6 and 6", h.Points, first, second)
	}
	if s.Len() != 1 {
		t.Errorf("%d entities are left, want the rock alone", s.Len())
	}
}

func TestAHandlerThatEmitsForEverIsStopped(t *testing.T) {
	s := newSim(t)
	check(t,
		s.Add("shoot", func(do *ecs.Commands) { _ = ecs.Emit(do, hit{}) }),
		s.Handle("echo", func(q *ecs.Query1[ecs.Read[hit]], do *ecs.Commands) {
			for range q.All() {
				_ = ecs.Emit(do, hit{})
			}
		}),
	)
	wants(t, s.Tick(1), `"echo"`, "hit", "rounds", "emit on a condition")
	if s.Len() != 0 {
		t.Errorf("%d events are left", s.Len())
	}
	wants(t, s.Tick(1), `"echo"`) // the simulation goes on
}

func TestNamesAndDump(t *testing.T) {
	s := newSim(t)
	e := spawned(t, s, place{1, 2}, health{3})
	check(t, s.Name(e, "player"))
	if found, ok := s.Find("player"); !ok || found != e {
		t.Errorf("found %v, want %v", found, e)
	}
	if got, want := s.Dump(e), "\"player\" (e0.1)\n  place {X:1 Y:2}\n  health {Points:3}\n"; got != want {
		t.Errorf("dump:\n%s\nwant:\n%s", got, want)
	}
	var q ecs.Query1[place]
	check(t, s.Bind(&q))
	for p := range q.All() {
		if owner := ecs.Owner(s, p); owner != e {
			t.Errorf("the owner is %v, want %v", owner, e)
		}
	}
	wants(t, s.Name(spawned(t, s), "player"), "player", "choose another")
	check(t, s.Kill(e))
	if _, ok := s.Find("player"); ok {
		t.Error("the dead keep their names")
	}
	if again := spawned(t, s); again.ID() != e.ID() || s.Called(again) != again.String() {
		t.Errorf("%v has the name of the dead", s.Called(again))
	}
	if !strings.Contains(s.Dump(e), "dead") {
		t.Errorf("dump of the dead: %q", s.Dump(e))
	}
}

func TestSystemsAreNamedAndTurnedOff(t *testing.T) {
	s := newSim(t)
	runs := 0
	check(t, s.Add("a", func() { runs++ }), s.Add("b", func() { runs += 10 }), s.Tick(1))
	s.System("a").Enable(false)
	check(t, s.Tick(1))
	if runs != 21 || s.System("c") != nil {
		t.Errorf("runs add up to %d, want 21", runs)
	}
	if _, calls := s.System("a").Mean(); calls != 1 || s.System("b").Took() <= 0 {
		t.Errorf("a ran %d times; b took %v", calls, s.System("b").Took())
	}
}

func TestBadSystemsAreRefused(t *testing.T) {
	s := newSim(t)
	type stranger struct{}
	for _, test := range []struct {
		function any
		want     []string
	}{
		{func(*ecs.Query1[stranger]) {}, []string{`"bad"`, "parameter 1", "stranger", "Define"}},
		{func(*ecs.Query2[place, ecs.Maybe[stranger]]) {}, []string{"stranger"}},
		{func(*ecs.Query2[place, ecs.Read[place]]) {}, []string{"place", "twice"}},
		{func(*ecs.Query1[place], ecs.Without[place]) {}, []string{"place", "excludes"}},
		{func(*ecs.Query1[place], ecs.With[stranger]) {}, []string{"stranger"}},
		{func(ecs.Without[frozen]) {}, []string{"after no query"}},
		{func(*ecs.Lookup[stranger]) {}, []string{"stranger"}},
		{func(int) {}, []string{"parameter 1", "int", "Provide"}},
		{func(*int) {}, []string{"Provide"}},
		{func() int { return 0 }, []string{"returns"}},
		{7, []string{"function", "int"}},
		{nil, []string{"function"}},
	} {
		wants(t, s.Add("bad", test.function), test.want...)
	}
	wants(t, s.Add("", func() {}), "no name")
	check(t, s.Add("good", func() {}))
	wants(t, s.Handle("good", func() {}), "already")
	wants(t, s.Add("hooked", func() {}, ecs.OnAdded(func(ecs.Entity) {})), "no query")
	wants(t, ecs.Define[place](s), "already")
	wants(t, ecs.Define[ecs.Read[stranger]](s), "stranger")
	wants(t, s.Provide(nil), "pointer")
	wants(t, s.Provide(3), "pointer")
	spawned(t, s)
	wants(t, ecs.Define[stranger](s), "before the first")
	_, err := s.Spawn(stranger{})
	wants(t, err, "stranger", "Define")
	_, err = s.Spawn(nil)
	wants(t, err, "spawn")
	_, err = ecs.NewSim(ecs.Options{Dispatch: ecs.Scan})
	wants(t, err, "scan")
	wants(t, s.SetSchedule(ecs.Schedule{Way: "magic"}), "magic")
	wants(t, s.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: -1}), "-1")
}

func TestBadChangesAreRefused(t *testing.T) {
	s := newSim(t)
	e, dead := spawned(t, s, place{}), spawned(t, s, place{})
	check(t, s.Kill(dead))
	wants(t, s.Kill(dead), "dead", dead.String())
	wants(t, ecs.Set(s, dead, health{}), "health", "dead")
	wants(t, ecs.TryRemove[health](s, dead), "health", "dead")

	var q ecs.Query1[place]
	check(t, s.Bind(&q))
	for range q.All() {
		_, err := s.Spawn(place{})
		wants(t, err, "iterated", "Later")
		wants(t, s.Kill(e), "iterated")
		wants(t, s.Tick(1), "iterated")
		s.Later().Kill(q.Entity())
	}
	check(t, s.Flush())
	if s.Len() != 0 {
		t.Errorf("%d entities, want none", s.Len())
	}
	e = spawned(t, s, place{}, health{})

	var stolen *ecs.Query1[place]
	var promised ecs.Entity
	check(t,
		s.Add("spawn", func() { _, _ = s.Spawn(place{}) }),
		s.Add("set", func() { _ = ecs.Set(s, e, health{}) }),
		s.Add("get", func() { _, _ = ecs.Get[health](s, e) }),
		s.Add("stale", func(do *ecs.Commands) { _ = ecs.Set(do, dead, health{}) }),
		s.Add("promise", func(do *ecs.Commands) { promised = do.Spawn() }),
		s.Add("other promise", func(do *ecs.Commands) { do.Kill(promised) }),
		s.Add("owner", func(q *ecs.Query1[place]) { stolen = q }),
		s.Add("thief", func() {
			for range stolen.All() {
				t.Error("a query runs for a system that does not own it")
			}
		}),
		s.Add("free", func() {
			for range q.All() {
				t.Error("a query of no system runs in one")
			}
		}),
		s.Add("panic", func() { panic("oh no") }),
		s.Add("error", func() error { return errors.New("out of fuel") }),
		s.Add("tick", func() error { return s.Tick(1) }),
		s.Add("no event", func(do *ecs.Commands) { _ = ecs.Emit(do, place{}) }),
	)
	err := s.Tick(1)
	wants(t, err, `spawn while system "spawn" is running`, "*ecs.Commands", "set health of "+e.String()+` while system "set"`,
		`get health of`, "Lookup[health]", `system "stale": set health of`, "dead", `system "other promise": kill`, "promised elsewhere",
		`query of system "owner"`, `query used while system "free"`, `system "panic" panics: oh no`,
		`system "error": out of fuel`, "does not tick", `system "no event": emit`, "DefineEvent")
	if s.Len() != 2 {
		t.Errorf("%d entities, want the old one and the one that was promised", s.Len())
	}
	if s.Err() != nil {
		t.Error("errors are told twice")
	}
}

// TestKeptCommandsAreRefused: Commands that outlive their system, or that belong
// to another time, take nothing down.
func TestKeptCommandsAreRefused(t *testing.T) {
	s := newSim(t)
	e := spawned(t, s, place{1, 1})
	var kept *ecs.Commands
	check(t, s.Add("keeper", func(do *ecs.Commands) { kept = do }))
	check(t, s.Tick(1))
	kept.Kill(e)
	if kept.Spawn(place{}) != ecs.NoEntity {
		t.Error("kept Commands promise an entity")
	}
	wants(t, ecs.Set(kept, e, place{2, 2}), "set place", `system "keeper"`, "does not run", "sim.Later()")
	wants(t, ecs.TryRemove[place](kept, e), "remove place", "keeper")
	wants(t, ecs.Emit(kept, hit{}), "emit hit", "keeper")
	wants(t, s.Err(), "kill e", "spawn")

	check(t, s.Add("thief", func() { s.Later().Kill(e) }))
	wants(t, s.Tick(1), "kill", "sim.Later()", `system "thief" is running`, "*ecs.Commands")
	if s.Len() != 1 || !s.Alive(e) {
		t.Errorf("%d entities, want the one that was there", s.Len())
	}
}
