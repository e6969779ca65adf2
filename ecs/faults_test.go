package ecs_test

import (
	"bytes"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

// panics returns the text of the panic of f, "" if there is none. A runtime error is no text.
func panics(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text, _ = r.(string)
			if text == "" {
				text = "no text"
			}
		}
	}()
	f()
	return ""
}

// What belongs to no world returns an error or panics with a text that has the remedy.
func TestNothingDereferencesNil(t *testing.T) {
	var m ecs.Map1[Position]
	var m2 ecs.Map2[Position, Velocity]
	var q ecs.Query1[Position]
	var f ecs.Filtered
	var zero ecs.Commands
	var none *ecs.World
	var change ecs.Change
	w := newWorld(t)
	e := spawned(t, w, Position{})
	for name, f := range map[string]func(){
		"map Get": func() { m.Get(e) }, "map Mut": func() { m.Mut(e) }, "map Has": func() { m.Has(e) },
		"map of 2 Get": func() { m2.Get(e) }, "map of 2 Mut": func() { m2.Mut(e) }, "map of 2 Has": func() { m2.Has(e) },
		"query All": func() {
			for range q.All() {
				t.Error("an entity")
			}
		},
		"query Chunks": func() {
			for range q.Chunks() {
				t.Error("an entity")
			}
		},
		"query Changed": func() {
			for range q.Changed(0) {
				t.Error("an entity")
			}
		},
		"query Len": func() { q.Len() }, "query Get": func() { q.Get(e) }, "query Entities": func() { q.Entities(nil) },
		"query Parallel": func() { q.Parallel(nil) },
		"filter Len":     func() { f.Len() }, "filter Entities": func() { f.Entities(nil) },
		"filter Chunks": func() {
			for range f.Chunks() {
				t.Error("an entity")
			}
		},
		"Spawn of Commands": func() { zero.Spawn(Position{}) }, "Spawn of nil Commands": func() { (*ecs.Commands)(nil).Spawn() },
		"NewCommands": func() { ecs.NewCommands(nil) },
		"Get":         func() { ecs.Get[Position](none, e) }, "Has": func() { ecs.Has[Position](none, e) },
		"Mut": func() { ecs.Mut[Position](none, e) }, "Owner": func() { ecs.Owner(none, &Position{}) },
		"barrier":              func() { none.Barrier() },
		"Enable of no system":  func() { w.System("none").Enable(true) },
		"Enabled of no system": func() { w.System("none").Enabled() }, "Name of no system": func() { _ = w.System("none").Name() },
		"Took of no system": func() { w.System("none").Took() }, "Mean of no system": func() { w.System("none").Mean() },
		"Remove of no system": func() { _ = w.System("none").Remove() },
		"Reserve":             func() { w.Reserve(1 << 40) },
	} {
		if text := panics(f); !strings.HasPrefix(text, "ecs: ") || !strings.Contains(text, ":") {
			t.Errorf("%s: the text of the panic is %q", name, text)
		}
	}
	for name, f := range map[string]func() error{
		"map New":         func() error { _, err := m.New(Position{}); return err },
		"map NewBatch":    func() error { return m.NewBatch(3, nil) },
		"map Add":         func() error { return m.Add(e, Position{}) },
		"map Remove":      func() error { return m.Remove(e) },
		"map AddBatch":    func() error { _, err := m.AddBatch(&q, nil); return err },
		"map AddList":     func() error { _, err := m.AddList(nil, nil); return err },
		"map RemoveBatch": func() error { _, err := m.RemoveBatch(&q); return err },
		"map RemoveList":  func() error { _, err := m.RemoveList(nil); return err },
		"map AddLater":    func() error { return m.AddLater(w.Later(), e, Position{}) },
		"map RemoveLater": func() error { return m.RemoveLater(w.Later(), e) },
		"AddLater to nil": func() error { return m.AddLater(nil, e, Position{}) },
		"map Bind":        func() error { return m.Bind(nil) }, "query Bind": func() error { return q.Bind(nil) },
		"Bind to the zero World": func() error { return q.Bind(&ecs.World{}) },
		"Bind with a nil filter": func() error { return q.Bind(w, nil) }, "Bind of a map with a nil filter": func() error { return m.Bind(w, nil) },
		"Define": func() error { return ecs.Define[int](none) }, "DefineType": func() error { return w.DefineType(nil) },
		"DefineIn": func() error { return ecs.DefineIn[int](w, nil) }, "DefineEventIn": func() error { return ecs.DefineEventIn[int](w, nil) },
		"Track": func() error { return ecs.Track[Position](none) }, "TrackType": func() error { return w.TrackType(nil) },
		"ComponentOf": func() error { _, err := w.ComponentOf(nil); return err },
		"Observe":     func() error { return w.Observe(ecs.Enters, nil) }, "Observe of no world": func() error { return none.Observe(ecs.Enters, func(ecs.Entity) {}) },
		"Observe with a nil filter":  func() error { return w.Observe(ecs.Enters, func(ecs.Entity) {}, nil) },
		"Observe of an unknown kind": func() error { return w.Observe(7, func(ecs.Entity) {}) },
		"Observe with Drop":          func() error { return w.Observe(ecs.Enters, func(ecs.Entity) {}, ecs.Drop[Position]{}) },
		"Remove of no observer":      func() error { return new(ecs.Observer).Remove() },
		"hook":                       func() error { return w.Add("s", func(*ecs.Query1[Position]) {}, ecs.OnAdded(nil)) },
		"nil option":                 func() error { return w.Add("s", func(*ecs.Query1[Position]) {}, nil) },
		"Add":                        func() error { return none.Add("s", func() {}) }, "Add of nil": func() error { return w.Add("s", nil) },
		"variadic": func() error { return w.Add("s", func(...ecs.Seconds) {}) },
		"Provide":  func() error { return w.Provide(nil) }, "Provide of no world": func() error { return none.Provide(new(int)) },
		"Set": func() error { return ecs.Set(nil, e, Position{}) }, "Set by Commands": func() error { return ecs.Set(&zero, e, Position{}) },
		"Set in the zero World": func() error { return ecs.Set(&ecs.World{}, e, Position{}) }, "Set of no world": func() error { return ecs.Set(none, e, Position{}) },
		"TryRemove": func() error { return ecs.TryRemove[Position](nil, e) }, "Emit": func() error { return ecs.Emit(nil, Hit{}) },
		"Destroy": func() error { return zero.Destroy(e) }, "Flush": func() error { _, err := zero.Flush(); return err },
		"Spawn in the zero World": func() error { _, err := new(ecs.World).Spawn(); return err },
		"Spawn of nil":            func() error { _, err := w.Spawn(nil); return err },
		"Spawn of a type twice":   func() error { _, err := w.Spawn(Position{}, Position{}); return err },
		"DestroyBatch":            func() error { _, err := w.DestroyBatch(nil); return err },
		"Clear":                   func() error { _, err := none.Clear(); return err },
		"Tick":                    func() error { return none.Tick(1) }, "SetSchedule": func() error { return none.SetSchedule(ecs.Schedule{Way: ecs.Pooled}) },
		"Change": func() error { _, err := none.Change(nil, nil); return err }, "Filter": func() error { _, err := none.Filter(nil, nil); return err },
		"change Make":    func() error { return change.Make(e) },
		"change New":     func() error { _, err := change.New(); return err },
		"change Later":   func() error { return change.Later(w.Later(), e, nil) },
		"change AddList": func() error { _, err := (&ecs.Map1[Position]{}).AddList([]ecs.Entity{e}, nil); return err },
	} {
		var err error
		if text := panics(func() { err = f() }); text != "" || err == nil || !strings.Contains(err.Error(), ": ") {
			t.Errorf("%s: error %v, panic %q", name, err, text)
		}
	}
	if (ecs.Rows{}).Len() != 0 || (ecs.Rows{}).First(0) != nil {
		t.Error("zero rows have components")
	}
	if w.Len() != 1 || len(w.Systems()) != 0 {
		t.Errorf("%d entities and %d systems: a failed operation changed the world", w.Len(), len(w.Systems()))
	}
}

// A failed Bind leaves the query or map as it was.
func TestAFailedBindChangesNothing(t *testing.T) {
	defer ecs.LimitTables(1)()
	w := newWorld(t)
	var m ecs.Map1[Position]
	var q ecs.Query1[Position]
	check(t, m.Bind(w), q.Bind(w))
	e, err := m.New(Position{3, 4})
	check(t, err)
	wants(t, m.Bind(w, ecs.Without[Frozen]{}), "no filter")
	wants(t, q.Bind(w, ecs.Without[Position]{}), "excludes it")
	wants(t, q.Bind(ecs.New()), "Define")
	var unbound ecs.Map1[Health]
	wants(t, unbound.Bind(w), "sets of components")
	_, err = unbound.New(Health{})
	wants(t, err, "Bind")
	if p := m.Get(e); p == nil || *p != (Position{3, 4}) || q.Len() != 1 {
		t.Errorf("the map has %v, the query %d entities", p, q.Len())
	}
	if n, err := unbound.AddBatch(&q, nil); n != 0 || err == nil {
		t.Error("an unbound map changes entities")
	}
}

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

// Loops of one query within each other keep their entities, in all chunks, for all ways of
// storing the first component.
func TestEntitiesOfLoopsAroundALoop(t *testing.T) {
	w := ecs.New()
	check(t, ecs.Define[Position](w), ecs.Define[Velocity](w), ecs.DefineIn(w, healthStore{}))
	var still ecs.Map1[Position]
	var moving ecs.Map2[Position, Velocity]
	check(t, still.Bind(w), moving.Bind(w), still.NewBatch(9000, nil), moving.NewBatch(30, nil))
	for i := range 3 {
		spawned(t, w, Position{}, Health{i})
	}
	var positions ecs.Query1[Position]
	var healths ecs.Query1[Health]
	var some ecs.Query1[ecs.Maybe[Velocity]]
	check(t, positions.Bind(w), healths.Bind(w), some.Bind(w))
	testNested(t, &positions, func(a *Position) ecs.Entity { return ecs.Owner(w, a) })
	testNested(t, &healths, func(a *Health) ecs.Entity {
		for _, e := range healths.Entities(nil) {
			if h, _ := healths.Get(e); h == a {
				return e
			}
		}
		return ecs.NoEntity
	})
	i := 0
	for a := range some.All() {
		if i++; i%1000 != 0 && a.Get() == nil {
			continue
		}
		e := some.Entity(a)
		for b := range some.All() {
			if (a.Get() != nil || b.Get() != nil) && some.Entity(a) != e {
				t.Fatalf("the entity of the outer loop is %v, want %v", some.Entity(a), e)
			}
			if got := some.Entity(b); b.Get() != nil && got != ecs.Owner(w, b.Get()) {
				t.Fatalf("the entity of the inner loop is %v", got)
			}
		}
	}
	if some.Entity(nil) != ecs.NoEntity || positions.Entity(&Position{}) != ecs.NoEntity {
		t.Error("a pointer to no component has an entity")
	}
}

func testNested[T any](t *testing.T, q *ecs.Query1[T], entity func(*T) ecs.Entity) {
	t.Helper()
	i := 0
	for a := range q.All() {
		if i++; i > 2 && i%2500 != 0 {
			continue
		}
		want := entity(a)
		for as := range q.Chunks() {
			if got := q.Entity(a); got != want {
				t.Fatalf("the entity of the outer loop is %v, want %v", got, want)
			}
			if got := q.Entity(&as[0]); got != entity(&as[0]) {
				t.Fatalf("the entity of the inner loop is %v", got)
			}
		}
	}
}

// The panic of an observer, a hook or a function for a change is an error of the tick. The other
// changes are made, and events end.
func TestPanicsInChangesOfATick(t *testing.T) {
	w := newWorld(t)
	bad := func(ecs.Entity) { panic("in the observer") }
	check(t,
		w.Observe(ecs.Enters, bad, ecs.With[Health]{}),
		w.Observe(ecs.Leaves, bad, ecs.With[Hit]{}),
		w.Add("s", func(do *ecs.Commands) {
			do.Spawn(Health{})
			do.Spawn(Position{})
			_ = ecs.Emit(do, Hit{})
		}))
	do := w.Later()
	do.Spawn(Health{})
	do.Spawn(Position{})
	wants(t, w.Tick(1), "an observer panics: in the observer", "TestPanicsInChangesOfATick")
	if w.Len() != 4 {
		t.Errorf("%d entities, want 4", w.Len())
	}
	c, err := w.ComponentOf(reflect.TypeFor[Velocity]())
	check(t, err)
	ch, err := w.Change([]ecs.Component{c}, nil)
	check(t, err, ch.Later(w.Later(), w.Entities()[0], func(e ecs.Entity) {
		wants(t, w.Destroy(e), "destroy")
		panic("in the change")
	}))
	wants(t, w.Tick(1), "in the change")
	if !ecs.Has[Velocity](w, w.Entities()[0]) {
		t.Error("the change was not made")
	}
	spawned(t, w, Position{})
}

// What observers record while changes are made is made behind these.
func TestObserversThatCreate(t *testing.T) {
	for _, how := range []string{"Flush", "NewCommands", "Tick", "system"} {
		w := newWorld(t)
		into, left := w.Later(), 20
		if how == "NewCommands" {
			into = ecs.NewCommands(w)
		}
		var last ecs.Entity
		check(t, w.Observe(ecs.Enters, func(e ecs.Entity) {
			if left--; left >= 0 {
				if how == "system" {
					into = w.Later()
				}
				next := into.Spawn(Position{}, Link{To: e})
				check(t, into.Attach(next, e), ecs.Set(into, e, Link{To: next}))
				last = next
			}
		}, ecs.With[Position]{}), ecs.Define[Link](w))
		switch how {
		case "Flush", "NewCommands":
			into.Spawn(Position{})
			_, err := into.Flush()
			check(t, err)
		case "Tick":
			w.Later().Spawn(Position{})
			check(t, w.Tick(1))
		case "system":
			check(t, w.Add("s", func(w *ecs.World) error {
				if w.Len() == 0 {
					w.Later().Spawn(Position{})
				}
				_, err := w.Flush()
				return err
			}), w.Tick(1))
		}
		depth := 0
		for e := last; e != ecs.NoEntity; e = w.Parent(e) {
			depth++
		}
		if w.Len() != 21 || depth != 21 {
			t.Errorf("%s: %d entities, %d above each other, want 21", how, w.Len(), depth)
		}
	}
}

// The change whose observer panics before it is made takes its recorded values with it.
func TestAPanicBeforeAChange(t *testing.T) {
	w := newWorld(t)
	var healths ecs.Map1[Health]
	var exchange ecs.Map1[Velocity]
	check(t, healths.Bind(w), exchange.Bind(w, ecs.Drop[Health]{}))
	var list []ecs.Entity
	for i := range 4 {
		e, err := healths.New(Health{i})
		check(t, err, exchange.AddLater(w.Later(), e, Velocity{float32(i), 0}))
		list = append(list, e)
	}
	check(t, w.Observe(ecs.Leaves, func(e ecs.Entity) {
		if e == list[1] {
			panic("in the observer")
		}
	}, ecs.With[Health]{}))
	wants(t, w.Tick(1), "an observer panics: in the observer")
	for i, e := range list {
		v, has := ecs.Get[Velocity](w, e)
		if has != (i != 1) || has && v.X != float32(i) {
			t.Errorf("entity %d has velocity %v: %v", i, v, has)
		}
	}
}

// Observers of changes of a list see entities whose components are those that were given.
func TestObserversSeeNoStaleBytes(t *testing.T) {
	w := newWorld(t)
	var healths ecs.Map1[Health]
	var pairs ecs.Map2[Health, Velocity]
	var velocities ecs.Map1[Velocity]
	check(t, healths.Bind(w), pairs.Bind(w), velocities.Bind(w), pairs.NewBatch(5, func(_ []ecs.Entity, _ []Health, vs []Velocity) {
		for i := range vs {
			vs[i] = Velocity{99, 99}
		}
	}))
	if _, err := w.Clear(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, event := range []ecs.Observed{ecs.Enters, ecs.Leaves, ecs.Gains} {
		filters := []ecs.Filter{ecs.Without[Velocity]{}}
		if event != ecs.Leaves {
			filters = []ecs.Filter{ecs.With[Velocity]{}}
		}
		check(t, w.Observe(event, func(ecs.Entity) {
			for _, e := range w.Entities() {
				if v, ok := ecs.Get[Velocity](w, e); ok {
					seen++
					if v != (Velocity{7, 7}) {
						t.Errorf("an observer sees %v", v)
					}
				}
			}
		}, filters...))
	}
	var list []ecs.Entity
	for range 3 {
		e, err := healths.New(Health{})
		check(t, err)
		list = append(list, e)
	}
	n, err := velocities.AddList(list, func(_ int, vs []Velocity) {
		for i := range vs {
			vs[i] = Velocity{7, 7}
		}
	})
	if check(t, err); n != 3 || seen == 0 {
		t.Errorf("%d entities changed, %d components seen", n, seen)
	}
}

// A panic in the function of a batch leaves the world usable.
func TestAPanicInABatch(t *testing.T) {
	w := newWorld(t)
	var positions ecs.Map1[Position]
	check(t, positions.Bind(w))
	if text := panics(func() { _ = positions.NewBatch(3, func([]ecs.Entity, []Position) { panic("in the batch") }) }); text != "in the batch" {
		t.Errorf("the panic is %q", text)
	}
	if spawned(t, w, Position{}); w.Len() != 4 {
		t.Errorf("%d entities, want 4", w.Len())
	}
}

// A Link has handles in all forms.
type Link struct {
	To   ecs.Entity
	All  [2]ecs.Entity
	List []ecs.Entity
	Map  map[ecs.Entity]*ecs.Entity
}

// Handles of entities to be created are final, wherever they are kept, under every schedule, and in
// parallel loops. They do not depend on the schedule.
func TestHandlesBeforeTheCreation(t *testing.T) {
	var first string
	for _, schedule := range []ecs.Schedule{{Way: ecs.Sequential}, {Way: ecs.Pooled, Workers: 4, Shuffle: 3}, {Way: ecs.Pooled, Workers: 1, Shuffle: 2}, {Way: ecs.Spawning, Shuffle: 1}} {
		w := newWorld(t)
		defer w.Close()
		check(t, ecs.Define[Link](w), w.SetSchedule(schedule))
		var links ecs.Map2[Link, Health]
		var positions ecs.Map1[Position]
		check(t, links.Bind(w), positions.Bind(w), positions.NewBatch(500, nil))
		if _, err := w.DestroyList(w.Entities()[100:120]); err != nil { // some IDs are free
			t.Fatal(err)
		}
		named := 0
		link := func(do *ecs.Commands, n int) {
			a := do.Spawn(Health{n})
			b := do.Spawn(Link{a, [2]ecs.Entity{a, ecs.NoEntity}, []ecs.Entity{a}, map[ecs.Entity]*ecs.Entity{a: &a}}, Health{n})
			_ = ecs.Set(do, a, Link{To: a, All: [2]ecs.Entity{b, a}, List: []ecs.Entity{b, b}})
			c, err := links.NewLater(do, Link{To: b, All: [2]ecs.Entity{a, b}}, Health{n})
			check(t, err, do.Attach(b, a), do.Attach(c, b))
			d, err := do.Clone(c)
			check(t, err, do.Attach(d, c), do.Detach(b))
			if n < 0 {
				check(t, do.Name(b, fmt.Sprint("b", n)))
				named++
			}
			gone := do.Spawn(Health{n})
			check(t, do.Attach(gone, do.Spawn(Health{n})), do.DestroyTree(gone))
		}
		check(t, w.Add("parallel", func(q *ecs.Query1[ecs.Read[Position]], do *ecs.Commands) {
			link(do, -1)
			q.Parallel(func(part *ecs.Query1[ecs.Read[Position]], do *ecs.Commands) {
				for range part.All() {
					link(do, 1)
				}
			})
		}))
		for i := range 5 {
			check(t, w.Add(fmt.Sprint(i), func(do *ecs.Commands) { link(do, -10-i) }))
		}
		link(w.Later(), -2)
		check(t, w.Tick(1))
		var q ecs.Query2[Link, Health]
		check(t, q.Bind(w))
		n := 0
		for l, h := range q.All() {
			list := append(l.List, l.To, l.All[0])
			for e, at := range l.Map {
				list = append(list, e, *at)
			}
			for _, e := range list {
				if other, ok := ecs.Get[Health](w, e); !ok || other != *h {
					t.Fatalf("%+v of %v: the linked entity has %v", l, h, other)
				}
			}
			n++
		}
		if want := 4 * (480 + 7); n != want || named != 7 || w.Len() != 480+5*(480+7) {
			t.Errorf("%d entities have a link, want %d, of %d", n, want, w.Len())
		}
		b, found := w.Find("b-12")
		if !found || !ecs.Has[Link](w, b) || w.Parent(b) != ecs.NoEntity {
			t.Errorf("%v is called b-12: %v", b, found)
		}
		var all strings.Builder
		for _, e := range w.Entities() {
			l, _ := ecs.Get[Link](w, e)
			fmt.Fprintln(&all, uint32(e), e.ID(), l.To.ID(), l.All[0].ID(), w.Parent(e).ID(), w.Called(e))
		}
		if first == "" {
			first = all.String()
		} else if first != all.String() {
			t.Errorf("%+v: the handles differ from those of a sequential run", schedule)
		}
	}
}

// A reserved handle that is never used, or whose creation fails, is no handle of another entity.
func TestReservedHandlesStayApart(t *testing.T) {
	w := newWorld(t)
	var positions ecs.Map1[Position]
	check(t, positions.Bind(w), positions.NewBatch(8, nil))
	for _, e := range w.Entities()[:3] {
		check(t, w.Destroy(e))
	}
	do := ecs.NewCommands(w)
	dying := w.Entities()[0]
	clone, err := do.Clone(dying)
	check(t, err)
	mine := map[ecs.Entity]bool{clone: true}
	for range 6 {
		mine[do.Spawn(Position{7, 7})] = true
	}
	wants(t, w.Destroy(clone), "Flush")
	wants(t, w.Name(clone, "x"), "Flush")
	var file bytes.Buffer
	check(t, w.Save(&file))
	apart := func(w *ecs.World) {
		for range 20 {
			if e := spawned(t, w, Position{}); mine[e] {
				t.Fatalf("%v is the handle of two entities", e)
			}
		}
	}
	apart(w)
	if _, err := w.Clear(); err != nil {
		t.Fatal(err)
	}
	check(t, w.Load(&file))
	apart(w)
	later := w.Later()
	_, err = later.Clone(clone)
	check(t, err)
	_, err = w.Flush()
	wants(t, err, "other Commands")
	if _, err := do.Flush(); err != nil || w.Alive(clone) {
		t.Errorf("the clone of a dead entity is alive: %v", err)
	}
	for e := range mine {
		if p, ok := ecs.Get[Position](w, e); e != clone && (!ok || p != Position{7, 7}) {
			t.Errorf("%v has %v %v", e, p, ok)
		}
	}
	defer ecs.LimitTables(0)()
	failed := do.Spawn(Frozen{}, Health{})
	_, err = do.Flush()
	wants(t, err, "sets of components")
	mine = map[ecs.Entity]bool{failed: true}
	apart(w)
}

// Iterators over one query can be used in turns: each has its own position.
func TestIteratorsInTurns(t *testing.T) {
	w := newWorld(t)
	check(t, ecs.Track[Health](w))
	var q ecs.Query1[Health]
	var tags ecs.Query1[Frozen]
	check(t, q.Bind(w), tags.Bind(w))
	mark := w.Mark()
	var want, frozen []ecs.Entity
	for i := range 3000 {
		components := []any{Health{i}, Position{}, Frozen{}}[:1+i%3]
		e := spawned(t, w, components...)
		want = append(want, e)
		if i%3 == 2 {
			frozen = append(frozen, e)
		}
	}
	for h := range q.All() { // a write
		h.Points++
	}
	slices.Sort(want)
	slices.Sort(frozen)
	single := func(all iter.Seq[*Health]) iter.Seq[ecs.Entity] {
		return func(yield func(ecs.Entity) bool) {
			for h := range all {
				if !yield(ecs.Owner(w, h)) {
					return
				}
			}
		}
	}
	each := func(yield func(ecs.Entity) bool) {
		for e, h := range q.Each() {
			if q.Entity(h) != e {
				t.Fatalf("%v is visited with the component of %v", e, q.Entity(h))
			}
			if !yield(e) {
				return
			}
		}
	}
	chunks := func(yield func(ecs.Entity) bool) {
		for hs := range q.Chunks() {
			for i := range hs {
				if !yield(q.Entity(&hs[i])) {
					return
				}
			}
		}
	}
	eachTag := func(yield func(ecs.Entity) bool) {
		for e := range tags.Each() {
			if !yield(e) {
				return
			}
		}
	}
	allTags := func(yield func(ecs.Entity) bool) {
		for tag := range tags.All() {
			if !yield(tags.Entity(tag)) {
				return
			}
		}
	}
	forms := []iter.Seq[ecs.Entity]{single(q.All()), single(q.Changed(mark)), each, chunks, eachTag, allTags, each, eachTag}
	rapid.Check(t, func(t *rapid.T) {
		type puller struct {
			next func() (ecs.Entity, bool)
			stop func()
			got  []ecs.Entity
		}
		var pullers []*puller
		for _, form := range forms {
			p := &puller{}
			p.next, p.stop = iter.Pull(form)
			pullers = append(pullers, p)
			defer p.stop()
		}
		for left := slices.Clone(pullers); len(left) > 0; {
			i := rapid.IntRange(0, len(left)-1).Draw(t, "iterator")
			for range rapid.IntRange(1, 1500).Draw(t, "steps") {
				e, ok := left[i].next()
				if !ok {
					left = slices.Delete(left, i, i+1)
					break
				}
				left[i].got = append(left[i].got, e)
			}
			if rapid.IntRange(0, 9).Draw(t, "stops") == 0 && len(left) > 0 {
				i := min(i, len(left)-1)
				left[i].stop()
				left[i].got = nil
				left = slices.Delete(left, i, i+1)
			}
		}
		for i, p := range pullers {
			all := want
			if i == 4 || i == 5 || i == 7 {
				all = frozen
			}
			if slices.Sort(p.got); p.got != nil && !slices.Equal(p.got, all) {
				t.Fatalf("iterator %d visits %d entities, want %d", i, len(p.got), len(all))
			}
		}
	})
	check(t, w.Destroy(want[0])) // no loop is under way
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

// Use by two goroutines at once is found: an observer waits inside of a change of one of them.
func TestChangesOfTwoGoroutines(t *testing.T) {
	w := ecs.New()
	store := &slowStore{healthStore: healthStore{}, began: make(chan bool), ends: make(chan bool)}
	check(t, ecs.DefineIn(w, store), ecs.Define[Position](w))
	e := spawned(t, w, Position{}, Health{})
	var m ecs.Map1[Position]
	check(t, m.Bind(w))
	store.waits = true
	go func() {
		_ = ecs.TryRemove[Health](w, e)
		close(store.began)
	}()
	<-store.began
	_, err := m.New(Position{})
	wants(t, err, "create", "another goroutine", "mutex")
	wants(t, m.Add(e, Position{}), "another goroutine")
	wants(t, w.Destroy(e), "destroy", "another goroutine")
	wants(t, w.Tick(1), "tick", "another goroutine")
	store.ends <- true
	<-store.began
	spawned(t, w, Position{})
}

// A slowStore waits in each deletion.
type slowStore struct {
	healthStore
	waits       bool
	began, ends chan bool
}

func (s *slowStore) Delete(ids []ecs.ID) {
	if s.waits {
		s.began <- true
		<-s.ends
	}
	s.healthStore.Delete(ids)
}
