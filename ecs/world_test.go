package ecs_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

func check(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func newWorld(t testing.TB) *ecs.World {
	t.Helper()
	s := ecs.New()
	check(t, ecs.Define[Position](s), ecs.Define[Velocity](s), ecs.Define[Health](s), ecs.Define[Frozen](s), ecs.DefineEvent[Hit](s))
	return s
}

func flushed(t testing.TB, w *ecs.World) {
	t.Helper()
	_, err := w.Flush()
	check(t, err)
}

func spawned(t testing.TB, s *ecs.World, components ...any) ecs.Entity {
	t.Helper()
	e, err := s.Spawn(components...)
	check(t, err)
	return e
}

// wants fails unless the error contains all parts.
func wants(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got error %v, want %q in it", err, part)
		}
	}
}

func TestSystemsVisitWhatTheyAskFor(t *testing.T) {
	s := newWorld(t)
	both := spawned(t, s, Position{1, 1}, Velocity{1, 2})
	still := spawned(t, s, Position{5, 5})
	cold := spawned(t, s, Position{7, 7}, Velocity{1, 1}, Frozen{})
	hurt := spawned(t, s, Position{9, 9}, Health{3})

	var withHealth, without int
	var coldest []ecs.Entity
	check(t,
		s.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]], _ ecs.Without[Frozen], dt ecs.Seconds) {
			for p, v := range q.All() {
				p.X += v.Get().X * float32(dt)
				p.Y += v.Get().Y * float32(dt)
			}
		}),
		s.Add("optional", func(q *ecs.Query2[Position, ecs.Maybe[Health]]) {
			for _, h := range q.All() {
				if h := h.Get(); h != nil {
					withHealth++
					h.Points--
				} else {
					without++
				}
			}
		}),
		s.Add("cold", func(q *ecs.Query1[ecs.Read[Position]], _ ecs.With[Frozen]) {
			for p := range q.All() {
				coldest = append(coldest, q.Entity(p))
			}
		}),
		s.Tick(2),
	)
	for e, want := range map[ecs.Entity]Position{both: {3, 5}, still: {5, 5}, cold: {7, 7}, hurt: {9, 9}} {
		if got, ok := ecs.Get[Position](s, e); !ok || got != want {
			t.Errorf("%v is at %v, want %v", e, got, want)
		}
	}
	if withHealth != 1 || without != 3 {
		t.Errorf("%d entities have health and %d have none, want 1 and 3", withHealth, without)
	}
	if h, _ := ecs.Get[Health](s, hurt); h.Points != 2 {
		t.Errorf("health is %d, want 2", h.Points)
	}
	if !slices.Equal(coldest, []ecs.Entity{cold}) {
		t.Errorf("frozen are %v, want %v", coldest, cold)
	}
}

func TestChangesAreDeferred(t *testing.T) {
	s := newWorld(t)
	first := spawned(t, s, Position{}, Health{1})
	var seen []int
	check(t,
		s.Add("breed", func(q *ecs.Query1[ecs.Read[Position]], do *ecs.Commands) {
			for range q.All() {
				child := do.Spawn(Position{1, 1})
				_ = ecs.Set(do, child, Velocity{2, 2})
			}
			_ = do.Destroy(first)
			_ = ecs.Set(do, first, Velocity{}) // death wins
		}),
		s.Add("count", func(q *ecs.Query1[ecs.Read[Position]]) { seen = append(seen, q.Len()) }),
	)
	s.Barrier()
	check(t, s.Add("later", func(q *ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]) { seen = append(seen, q.Len()) }))
	check(t, s.Tick(1))
	if !slices.Equal(seen, []int{1, 1}) {
		t.Errorf("systems saw %v entities, want 1 before the barrier and 1 other after it", seen)
	}
	if s.Alive(first) || s.Len() != 1 {
		t.Errorf("%d entities, and the killed one is alive: %v", s.Len(), s.Alive(first))
	}
}

func TestHooks(t *testing.T) {
	s := newWorld(t)
	var log []string
	note := func(what string) func(ecs.Entity) {
		return func(e ecs.Entity) {
			p, _ := ecs.Get[Position](s, e)
			log = append(log, fmt.Sprintf("%s %v", what, p.X))
		}
	}
	check(t, s.Add("move", func(*ecs.Query1[Position], ecs.Without[Frozen]) {}, ecs.OnAdded(note("added")), ecs.OnRemoved(note("removed"))))
	e := spawned(t, s, Position{X: 4})
	check(t, ecs.Set(s, e, Frozen{}), ecs.Set(s, e, Velocity{}), ecs.TryRemove[Frozen](s, e))
	_ = s.Later().Destroy(e)
	_ = s.Later().Destroy(e)
	flushed(t, s)
	if want := []string{"added 4", "removed 4", "added 4", "removed 4"}; !slices.Equal(log, want) {
		t.Errorf("hooks were told %v, want %v", log, want)
	}
}

func TestEvents(t *testing.T) {
	s := newWorld(t)
	rock := spawned(t, s, Health{10})
	var first, second int
	check(t,
		s.Add("shoot", func(do *ecs.Commands) error {
			return errors.Join(ecs.Emit(do, Hit{Damage: 2}), ecs.Emit(do, Hit{Damage: 1}))
		}),
		s.Handle("hurt", func(hits *ecs.Query1[ecs.Read[Hit]], h *ecs.Map1[Health], do *ecs.Commands) {
			for e := range hits.All() {
				first++
				h.Get(rock).Points -= e.Get().Damage
				if e.Get().Damage == 2 {
					_ = ecs.Emit(do, Hit{Damage: 3}) // an answer
				}
			}
		}),
		s.Handle("count", func(hits *ecs.Query1[ecs.Read[Hit]]) { second += hits.Len() }),
		s.Tick(1), s.Tick(1),
	)
	if h, _ := ecs.Get[Health](s, rock); h.Points != 10-2*(2+1+3) || first != 6 || second != 6 {
		t.Errorf("health %d after handlers saw %d and %d events, want -2, 6 and 6", h.Points, first, second)
	}
	if s.Len() != 1 {
		t.Errorf("%d entities are left, want the rock alone", s.Len())
	}
	_, before := s.System("count").Mean()
	check(t, ecs.Emit(s.Later(), Hit{}))
	flushed(t, s)
	_, err := s.Clear()
	check(t, err, s.System("shoot").Remove(), s.Tick(1))
	if _, calls := s.System("count").Mean(); calls != before {
		t.Error("handlers run for events that were cleared")
	}
}

func TestAHandlerThatEmitsForEverIsStopped(t *testing.T) {
	s := newWorld(t)
	check(t,
		s.Add("shoot", func(do *ecs.Commands) { _ = ecs.Emit(do, Hit{}) }),
		s.Handle("echo", func(q *ecs.Query1[ecs.Read[Hit]], do *ecs.Commands) {
			for range q.All() {
				_ = ecs.Emit(do, Hit{})
			}
		}),
	)
	wants(t, s.Tick(1), `"echo"`, "Hit", "rounds", "emit on a condition")
	if s.Len() != 0 {
		t.Errorf("%d events are left", s.Len())
	}
	wants(t, s.Tick(1), `"echo"`) // the world still works
}

func TestNamesAndDump(t *testing.T) {
	s := newWorld(t)
	e := spawned(t, s, Position{1, 2}, Health{3})
	check(t, s.Name(e, "player"))
	if found, ok := s.Find("player"); !ok || found != e {
		t.Errorf("found %v, want %v", found, e)
	}
	if got, want := s.Dump(e), "\"player\" (e0.1)\n  Position {X:1 Y:2}\n  Health {Points:3}\n"; got != want {
		t.Errorf("dump:\n%s\nwant:\n%s", got, want)
	}
	var q ecs.Query1[Position]
	check(t, q.Bind(s))
	for p := range q.All() {
		if owner := ecs.Owner(s, p); owner != e {
			t.Errorf("the owner is %v, want %v", owner, e)
		}
	}
	wants(t, s.Name(spawned(t, s), "player"), "player", "choose another")
	check(t, s.Destroy(e))
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
	s := newWorld(t)
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
	s := newWorld(t)
	type Mass struct{} // known to other simulations
	for _, test := range []struct {
		function any
		want     []string
	}{
		{func(*ecs.Query1[Mass]) {}, []string{`"bad"`, "parameter 1", "Mass", "Define"}},
		{func(*ecs.Query2[Position, ecs.Maybe[Mass]]) {}, []string{"Mass"}},
		{func(*ecs.Query2[Position, ecs.Read[Position]]) {}, []string{"Position", "twice"}},
		{func(*ecs.Query1[Position], ecs.Without[Position]) {}, []string{"Position", "excludes"}},
		{func(*ecs.Query1[Position], ecs.With[Mass]) {}, []string{"Mass"}},
		{func(*ecs.Query1[Position], ecs.TypeFilter) {}, []string{"no component type"}},
		{func(ecs.Without[Frozen]) {}, []string{"after no query"}},
		{func(*ecs.Map1[Mass]) {}, []string{"Mass"}},
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
	wants(t, ecs.Define[Position](s), "already")
	wants(t, ecs.Define[ecs.Read[Mass]](s), "Mass")
	wants(t, s.Provide(nil), "pointer")
	wants(t, s.Provide(3), "pointer")
	spawned(t, s)
	_, err := s.Spawn(Mass{})
	wants(t, err, "Mass", "Define")
	_, err = s.Spawn(nil)
	wants(t, err, "spawn")
	wants(t, s.SetSchedule(ecs.Schedule{Way: "magic"}), "magic")
	wants(t, s.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: -1}), "-1")
}

func TestBadChangesAreRefused(t *testing.T) {
	s := newWorld(t)
	e, dead := spawned(t, s, Position{}), spawned(t, s, Position{})
	check(t, s.Destroy(dead))
	wants(t, s.Destroy(dead), "dead", dead.String())
	wants(t, ecs.Set(s, dead, Health{}), "Health", "dead")
	wants(t, ecs.TryRemove[Health](s, dead), "Health", "dead")

	var q ecs.Query1[Position]
	check(t, q.Bind(s))
	for p := range q.All() {
		_, err := s.Spawn(Position{})
		wants(t, err, "loop over Query1[Position]", "Later")
		wants(t, s.Destroy(e), "loop over Query1[Position]")
		wants(t, s.Tick(1), "loop over Query1[Position]")
		_ = s.Later().Destroy(q.Entity(p))
	}
	flushed(t, s)
	if s.Len() != 0 {
		t.Errorf("%d entities, want none", s.Len())
	}
	e = spawned(t, s, Position{}, Health{})

	var stolen *ecs.Query1[Position]
	never := ecs.NewCommands(s)
	late := never.Spawn()
	check(t,
		s.Add("spawn", func() { _, _ = s.Spawn(Position{}) }),
		s.Add("set", func() { _ = ecs.Set(s, e, Health{}) }),
		s.Add("get", func() { _, _ = ecs.Get[Health](s, e) }),
		s.Add("stale", func(do *ecs.Commands) { _ = ecs.Set(do, dead, Health{}) }),
		s.Add("change", func(do *ecs.Commands) { _ = ecs.Set(do, late, Health{}) }),
		s.Add("owner", func(q *ecs.Query1[Position]) { stolen = q }),
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
		s.Add("no event", func(do *ecs.Commands) { _ = ecs.Emit(do, Position{}) }),
	)
	err := s.Tick(1)
	wants(t, err, `spawn while system "spawn" is running`, "*ecs.Commands", "set Health of "+e.String()+` while system "set"`,
		`get Health of`, "Map1[Health]", `system "stale": set Health of`, "dead", `system "change": change`, "created by other Commands",
		`query of system "owner"`, `query used while system "free"`, `system "panic" panics: oh no`,
		`system "error": out of fuel`, `tick while system "tick" is running`, `system "no event": emit`, "DefineEvent")
	if s.Len() != 1 {
		t.Errorf("%d entities, want the old one", s.Len())
	}
	if s.Err() != nil {
		t.Error("errors are told twice")
	}
}

// Commands kept beyond their system record nothing.
func TestKeptCommandsAreRefused(t *testing.T) {
	s := newWorld(t)
	e := spawned(t, s, Position{1, 1})
	var kept *ecs.Commands
	check(t, s.Add("keeper", func(do *ecs.Commands) { kept = do }))
	check(t, s.Tick(1))
	kept.Destroy(e)
	if kept.Spawn(Position{}) != ecs.NoEntity {
		t.Error("kept Commands create an entity")
	}
	wants(t, ecs.Set(kept, e, Position{2, 2}), "set Position", `system "keeper"`, "does not run", "World.Later")
	wants(t, ecs.TryRemove[Position](kept, e), "remove Position", "keeper")
	wants(t, ecs.Emit(kept, Hit{}), "emit Hit", "keeper")
	wants(t, s.Err(), "destroy e", "spawn")

	check(t, s.Add("thief", func() { s.Later().Destroy(e) }))
	wants(t, s.Tick(1), "destroy", "World.Later", `system "thief" is running`, "*ecs.Commands")
	if s.Len() != 1 || !s.Alive(e) {
		t.Errorf("%d entities, want the one that was there", s.Len())
	}
}

// An ID whose lives are used up is given to no other entity, and its first handle is not one that
// Commands have reserved.
func TestUsedUpID(t *testing.T) {
	w := newWorld(t)
	spawned(t, w, Position{})
	first := spawned(t, w, Position{})
	last := first
	for e := first; e.ID() == first.ID(); e = spawned(t, w, Position{}) {
		last = e
		check(t, w.Destroy(e))
	}
	wants(t, w.Destroy(first), "it is dead")
	wants(t, w.Destroy(last), "it is dead")
	var file bytes.Buffer
	check(t, w.Save(&file))
	loaded := newWorld(t)
	check(t, loaded.Load(&file))
	for range 3 {
		if e := spawned(t, loaded, Position{}); e.ID() == first.ID() {
			t.Errorf("the ID of %v is used again", e)
		}
	}
}
