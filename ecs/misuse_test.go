package ecs_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// Each operation rejects handles of other worlds and changes nothing.
func TestHandlesOfOtherWorldsAreRejected(t *testing.T) {
	home, away := newWorld(t), newWorld(t)
	foreign := spawned(t, away, Position{1, 2})
	own := spawned(t, home, Position{3, 4})
	var positions ecs.Map1[Position]
	var healths ecs.Map1[Health]
	check(t, positions.Bind(home), healths.Bind(home))
	_, cloning := home.Clone(foreign)
	for what, err := range map[string]error{
		"destroy": home.Destroy(foreign), "add": healths.Add(foreign, Health{}), "remove": positions.Remove(foreign),
		"clone": cloning, "attach": home.Attach(foreign, own), "set": ecs.Set(home, foreign, Health{}), "name": home.Name(foreign, "x"),
	} {
		wants(t, err, what, foreign.String())
		var dead *ecs.DeadError
		if what != "name" && (!errors.As(err, &dead) || !strings.Contains(err.Error(), "another world")) {
			t.Errorf("%s: %v, want a DeadError that names the other world", what, err)
		}
	}
	if home.Alive(foreign) || positions.Get(foreign) != nil || home.Len() != 1 || away.Len() != 1 {
		t.Error("a handle of another world means an entity")
	}
}

// Present components cannot be added, and missing ones cannot be removed.
func TestMisfitsAreRejected(t *testing.T) {
	w := newWorld(t)
	e := spawned(t, w, Position{3, 4})
	var positions ecs.Map1[Position]
	var healths ecs.Map1[Health]
	check(t, positions.Bind(w), healths.Bind(w))
	wants(t, positions.Add(e, Position{}), "add Position", e.String(), "has a Position already")
	wants(t, healths.Remove(e), "remove Health", e.String(), "has no Health")
	if p := positions.Get(e); *p != (Position{3, 4}) {
		t.Errorf("the component is %v", *p)
	}
}

// Structure cannot change while a batch is filled: its rows would move.
func TestBatchesLockTheWorld(t *testing.T) {
	w := newWorld(t)
	var positions ecs.Map1[Position]
	var velocities ecs.Map1[Velocity]
	var q ecs.Query1[Position]
	check(t, positions.Bind(w), velocities.Bind(w), q.Bind(w))
	var made []ecs.Entity
	check(t, positions.NewBatch(3, func(es []ecs.Entity, ps []Position) {
		made = append(made, es...)
		_, err := positions.New(Position{})
		wants(t, err, "create an entity", "a batch is filled", "World.Later")
		for i := range ps {
			ps[i].X = 7
		}
	}))
	if n, err := velocities.AddBatch(&q, func(es []ecs.Entity, _ []Velocity) {
		wants(t, velocities.Remove(es[0]), "remove Velocity", "a batch is filled")
	}); n != 3 || err != nil {
		t.Errorf("%d entities gain a velocity: %v", n, err)
	}
	check(t, w.Destroy(made[2]))
	if n, err := velocities.RemoveList(made); n != 2 || err != nil {
		t.Errorf("%d entities lose their velocity: %v", n, err)
	}
	if n, err := velocities.AddList(made, func(first int, _ []Velocity) {
		wants(t, w.Destroy(made[first]), "destroy", "a batch is filled")
	}); n != 2 || err != nil {
		t.Errorf("%d entities of a list gain a velocity: %v", n, err)
	}
	for _, e := range made[:2] {
		if p := positions.Get(e); p == nil || p.X != 7 {
			t.Errorf("the position of %v is %v", e, p)
		}
	}
	check(t, w.Destroy(made[0]))
	for _, n := range []int{-1, math.MaxInt} {
		wants(t, positions.NewBatch(n, nil), "create", "entities with [Position]: want 0 to")
	}
	if w.Len() != 1 {
		t.Errorf("%d entities, want 1", w.Len())
	}
}

// Structure cannot change within a loop; the error names the loop. After a panic the
// world can be recovered.
func TestLoopsLockTheWorld(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		spawned(t, w, Position{})
	}
	var q ecs.Query1[Position]
	var positions ecs.Map1[Position]
	check(t, q.Bind(w), positions.Bind(w))
	for p := range q.All() {
		_, err := positions.New(Position{})
		_, clearing := w.Clear()
		for _, err := range []error{err, clearing, w.Destroy(q.Entity(p)), positions.Remove(q.Entity(p)), positions.NewBatch(3, nil), positions.Bind(w), ecs.Define[string](w)} {
			wants(t, err, "Query1[Position]", "World.Later")
			var busy *ecs.BusyError
			if !errors.As(err, &busy) {
				t.Errorf("%v is no BusyError", err)
			}
		}
		inner := 0
		for range q.All() { // a loop within a loop of the same query
			inner++
		}
		if inner != 3 {
			t.Errorf("the inner loop visits %d entities, want 3", inner)
		}
	}
	func() {
		defer func() { _ = recover() }()
		for range q.All() {
			panic("in the loop")
		}
	}()
	wants(t, w.Destroy(w.Entities()[0]), "Recover")
	w.Recover()
	check(t, w.Destroy(w.Entities()[0]))
	n := 0
	for range q.All() {
		n++
	}
	if n != 2 || w.Len() != 2 {
		t.Errorf("%d entities are visited of %d, want 2", n, w.Len())
	}
}

// After a panic of an observer earlier changes are made, and later ones are made the
// next time.
func TestAPanicOfAnObserverLeavesTheWorldUsable(t *testing.T) {
	w := newWorld(t)
	fails := true
	check(t, w.Observe(ecs.Enters, func(e ecs.Entity) {
		wants(t, w.Destroy(e), "observer")
		if fails {
			panic("in the observer")
		}
	}, ecs.With[Health]{}))
	first := spawned(t, w, Position{})
	do := w.Later()
	_ = ecs.Set(do, first, Health{1})
	second := do.Spawn(Position{5, 5})
	_ = ecs.Set(do, second, Velocity{})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic does not reach the program")
			}
		}()
		_, _ = w.Flush()
	}()
	if h, ok := ecs.Get[Health](w, first); !ok || h.Points != 1 {
		t.Errorf("the change of which the observer was told is not made: %v %v", h, ok)
	}
	fails = false
	flushed(t, w)
	check(t, w.Tick(1), w.Err())
	if w.Len() != 2 {
		t.Errorf("%d entities, want 2: what was asked for behind the panic is lost", w.Len())
	}
	spawned(t, w, Health{})
}

// After a panic of a hook the tick ends, and the next one runs.
func TestAPanicOfAHookInATick(t *testing.T) {
	w := newWorld(t)
	fails := true
	check(t, w.Add("spawn", func(do *ecs.Commands) { do.Spawn(Health{1}) }),
		w.Add("hooked", func(*ecs.Query1[Health]) {}, ecs.OnAdded(func(ecs.Entity) {
			if fails {
				panic("in the hook")
			}
		})))
	func() {
		defer func() { _ = recover() }()
		_ = w.Tick(1)
	}()
	fails = false
	check(t, w.Tick(1))
	if w.Len() != 2 {
		t.Errorf("%d entities after two ticks, want 2", w.Len())
	}
	spawned(t, w, Position{})
}

func TestTooManyTypes(t *testing.T) {
	long(t)
	w := newWorld(t)
	var err error
	defined := len(w.Components())
	for n := range 70_000 {
		if err = w.DefineType(reflect.ArrayOf(n+1, reflect.TypeFor[byte]())); err != nil {
			break
		}
		defined++
	}
	wants(t, err, "define component", "65536")
	if defined != ecs.MaxComponents {
		t.Errorf("%d types are defined, want %d", defined, ecs.MaxComponents)
	}
	e := spawned(t, w, Position{1, 2}, [3]byte{7, 8, 9})
	if v, ok := ecs.Get[[3]byte](w, e); !ok || v != [3]byte{7, 8, 9} {
		t.Errorf("the component is %v", v)
	}
}

func TestTenMillionEntities(t *testing.T) {
	long(t)
	const n = 10_000_000
	w := newWorld(t)
	var moving ecs.Map2[Position, Velocity]
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	check(t, moving.Bind(w), q.Bind(w), moving.NewBatch(n, nil))
	last, err := moving.New(Position{1, 1}, Velocity{})
	check(t, err)
	if w.Len() != n+1 || q.Len() != n+1 || int(last.ID()) != n {
		t.Errorf("%d entities, %d visited, want %d", w.Len(), q.Len(), n+1)
	}
	cleared, err := w.Clear()
	check(t, err)
	if cleared != n+1 || w.Alive(last) {
		t.Errorf("%d entities are cleared", cleared)
	}
}

func TestUnboundThingsAreRejected(t *testing.T) {
	var m ecs.Map1[Position]
	_, err := m.New(Position{})
	wants(t, err, "Bind")
	wants(t, m.Add(1, Position{}), "Bind")
	wants(t, m.Remove(1), "Bind")
	w := newWorld(t)
	wants(t, m.Bind(w, ecs.Without[Frozen]{}), "bind ecs.Map1[ecs_test.Position]: ", "no filter")
	var q ecs.Query1[Position]
	wants(t, q.Bind(w, ecs.Drop[Frozen]{}), "bind ecs.Query1[ecs_test.Position]: ", "drops nothing")
	_, err = w.DestroyBatch(&q)
	wants(t, err, "Bind")
	wants(t, ecs.Track[string](w), "Define")
	for n := len(w.Components()); n < len(w.Components())+2; n++ {
		unknown := []ecs.Component{ecs.Component(n)}
		_, adding := w.Change(unknown, nil)
		_, removing := w.Change(nil, unknown)
		_, filtering := w.Filter(nil, unknown)
		for _, err := range []error{adding, removing, filtering} {
			wants(t, err, fmt.Sprintf("component %d is not defined", n))
		}
		if w.Pointer(spawned(t, w, Position{}), unknown[0]) != nil {
			t.Error("an entity has an unknown component")
		}
	}
}

// Each operation that needs a new set of components returns an error and changes
// nothing.
func TestTooManyTables(t *testing.T) {
	defer ecs.LimitTables(2)()
	w := newWorld(t)
	var positions, healths = ecs.Map1[Position]{}, ecs.Map1[Health]{}
	check(t, positions.Bind(w), healths.Bind(w))
	e, err := positions.New(Position{1, 2})
	check(t, err)
	wants(t, healths.Add(e, Health{}), "add Health", e.String(), "sets of components")
	wants(t, ecs.Set(w, e, Health{}), "sets of components")
	_, err = w.Spawn(Position{}, Health{})
	wants(t, err, "create an entity", "sets of components")
	var velocities ecs.Map1[Velocity]
	wants(t, velocities.Bind(w), "bind", "sets of components")
	if p := positions.Get(e); p == nil || *p != (Position{1, 2}) || w.Len() != 1 {
		t.Errorf("%d entities, and the component is %v", w.Len(), p)
	}
	check(t, w.Destroy(spawned(t, w, Health{})), w.Destroy(e))
}

// A query used outside of its system visits nothing; the error names the system.
func TestAQueryKeptBeyondItsSystem(t *testing.T) {
	w := newWorld(t)
	spawned(t, w, Position{})
	var kept *ecs.Query1[Position]
	check(t, w.Add("keeper", func(q *ecs.Query1[Position]) { kept = q }), w.Tick(1))
	for range kept.All() {
		t.Error("it visits an entity between ticks")
	}
	wants(t, w.Err(), "query", `"keeper"`, "does not run")
	check(t, w.Tick(1))
}

// At the limit of handles each way to create entities fails and changes nothing; handles of dead and
// reserved entities count.
func TestTooManyEntities(t *testing.T) {
	defer ecs.LimitIDs(10)()
	w := newWorld(t)
	var positions ecs.Map1[Position]
	check(t, positions.Bind(w), positions.NewBatch(8, nil))
	list := w.Entities()
	later := w.Later().Spawn(Health{})
	wants(t, positions.NewBatch(2, nil), "create 2 entities", "0 to 1")
	check(t, w.Destroy(list[3]))
	wants(t, positions.NewBatch(3, nil), "create 3 entities", "0 to 2")
	check(t, positions.NewBatch(2, nil))
	before := string(saved(t, w, ecs.JSON()))
	for name, f := range map[string]func(){
		"New":      func() { _, _ = positions.New(Position{}) },
		"Spawn":    func() { _, _ = w.Spawn(Velocity{}) },
		"Clone":    func() { _, _ = w.Clone(list[0]) },
		"later":    func() { w.Later().Spawn(Position{}) },
		"NewLater": func() { _, _ = positions.NewLater(w.Later(), Position{}) },
	} {
		if text := panics(f); !strings.HasPrefix(text, "ecs: create an entity: ") || string(saved(t, w, ecs.JSON())) != before {
			t.Errorf("%s: the text of the panic is %q", name, text)
		}
	}
	if flushed(t, w); !w.Alive(later) || w.Len() != 10 {
		t.Errorf("%d entities, want 10", w.Len())
	}
	check(t, w.Destroy(later))
	spawned(t, w, Position{})
}

// A map is used by the system whose parameter it is, and one of between ticks, or a component's address,
// by systems with a *World: others may access the same components at the same time. Reads by maps are
// errors in programs built with -race.
func TestMapsInSystemsWhoseParametersTheyAreNot(t *testing.T) {
	w := newWorld(t)
	e := spawned(t, w, Position{}, Velocity{})
	var one ecs.Map1[Position]
	var two ecs.Map2[Velocity, Position]
	var kept *ecs.Map1[Velocity]
	check(t, one.Bind(w), two.Bind(w), w.Add("keeper", func(m *ecs.Map1[Velocity]) { kept = m }), w.Add("writes", func() {
		if p := one.Mut(e); p != nil {
			t.Error("a component to write")
		}
		if v, p := two.Mut(e); v != nil || p != nil {
			t.Error("components to write")
		}
		if kept.Mut(e) != nil || w.Pointer(e, 0) != nil {
			t.Error("a component to write")
		}
	}))
	wants(t, w.Tick(1), "map of [Position]", "map of [Velocity Position]", `"writes"`, "made for use between ticks",
		"map of [Velocity]", `a parameter of system "keeper"; make it`, "get Position of "+e.String(), "*ecs.Map1[Position]")
	check(t, w.System("writes").Remove(), w.Add("reads", func() {
		v, p := two.Get(e)
		for _, found := range []bool{one.Get(e) != nil, kept.Get(e) != nil, v != nil, p != nil} {
			if found == ecs.Checked {
				t.Errorf("a component is found: %v", found)
			}
		}
	}))
	if err := w.Tick(1); ecs.Checked {
		wants(t, err, "map of [Position]", "map of [Velocity Position]", "map of [Velocity]", `"reads"`, "keeper")
	} else {
		check(t, err)
	}
	check(t, w.System("reads").Remove(), w.Add("alone", func(*ecs.World) { one.Mut(e).X = 7 }), w.Tick(1))
	if p := one.Get(e); p.X != 7 {
		t.Errorf("the position is %v", *p)
	}
}
