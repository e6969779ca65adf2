package ecs_test

import (
	"reflect"
	"testing"

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
