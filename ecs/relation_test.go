package ecs_test

import (
	"bytes"
	"reflect"
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

type (
	boundTo struct{ Of ecs.Entity }
	near    struct{ To ecs.Entity }
)

// Circles of relations end, each entity dies once, and batches and savegames clean up as single
// changes do.
func TestRelationsEnd(t *testing.T) {
	w := newWorld(t)
	check(t, ecs.DefineRelation[boundTo](w, ecs.DestroyRelated), ecs.DefineRelation[near](w, ecs.RemoveRelation))
	gone := map[ecs.Entity]int{}
	check(t, w.Observe(ecs.Leaves, func(e ecs.Entity) { gone[e]++ }, ecs.With[Health]{}))
	ring := func(n int) (list []ecs.Entity) {
		for i := range n {
			list = append(list, spawned(t, w, Health{i}))
		}
		for i, e := range list {
			check(t, ecs.Set(w, e, boundTo{list[(i+1)%n]}), ecs.Set(w, e, near{e}))
		}
		return list
	}
	bystander := spawned(t, w, Position{})
	list := ring(1000)
	check(t, ecs.Set(w, bystander, near{list[3]}), w.Destroy(list[5]))
	if w.Len() != 1 || ecs.Has[near](w, bystander) || len(gone) != 1000 {
		t.Errorf("%d entities are left, %d are gone", w.Len(), len(gone))
	}
	for e, n := range gone {
		if n != 1 {
			t.Fatalf("%v died %d times", e, n)
		}
	}
	ring(1)
	ring(7)
	var q ecs.Query1[Health]
	check(t, q.Bind(w))
	if _, err := w.DestroyBatch(&q); err != nil || w.Len() != 1 {
		t.Errorf("%d entities are left: %v", w.Len(), err)
	}
	list = ring(5)
	check(t, ecs.Set(w, bystander, near{list[0]}))
	var file bytes.Buffer
	check(t, w.Save(&file))
	if _, err := w.Clear(); err != nil || w.Len() != 0 {
		t.Fatal(err)
	}
	check(t, w.Load(&file))
	first := w.Loaded(list[0])
	count := 0
	for e := range ecs.Related[near](w, first) {
		if e != first && e != w.Loaded(bystander) {
			t.Errorf("%v is near", e)
		}
		count++
	}
	if count != 2 {
		t.Errorf("%d entities are near, want 2", count)
	}
	check(t, w.Destroy(first))
	if w.Len() != 1 || ecs.Has[near](w, w.Loaded(bystander)) {
		t.Errorf("%d entities are left", w.Len())
	}
	wants(t, ecs.DefineRelation[Position](w, ecs.KeepRelation), "define relation", "ecs.Entity")
	wants(t, ecs.DefineRelation[Link](w, 9), "rule 9")
	var writes ecs.Query1[near]
	wants(t, writes.Bind(w), "ecs.Read", "Set")
	for range ecs.Related[Position](w, first) {
		t.Error("an entity")
	}
	wants(t, w.Err(), "related", "DefineRelation")
}

// Each entity of a circle of two relations dies once, or loses its component, wherever the death begins.
func TestCirclesOfTwoRelations(t *testing.T) {
	for _, rules := range [][2]ecs.CleanUp{{ecs.DestroyRelated, ecs.DestroyRelated}, {ecs.DestroyRelated, ecs.RemoveRelation}, {ecs.RemoveRelation, ecs.DestroyRelated}} {
		for start := range 3 {
			w := newWorld(t)
			check(t, ecs.DefineRelation[boundTo](w, rules[0]), ecs.DefineRelation[near](w, rules[1]))
			dead := map[ecs.Entity]int{}
			check(t, w.Observe(ecs.Leaves, func(e ecs.Entity) { dead[e]++ }, ecs.With[Position]{}))
			list := []ecs.Entity{spawned(t, w, Position{}), spawned(t, w, Position{}), spawned(t, w, Position{})}
			a, b, c := list[0], list[1], list[2]
			check(t, ecs.Set(w, b, boundTo{a}), ecs.Set(w, a, near{b}), ecs.Set(w, c, boundTo{b}), ecs.Set(w, a, boundTo{c}), ecs.Set(w, c, near{a}), w.Destroy(list[start]))
			if rules[0] == ecs.DestroyRelated && w.Len() != 0 || w.Len()+len(dead) != 3 || len(w.Entities()) != w.Len() {
				t.Errorf("rules %v from %d: %d entities live and %d are dead", rules, start, w.Len(), len(dead))
			}
			for e, n := range dead {
				if n != 1 {
					t.Errorf("rules %v from %d: %v died %d times", rules, start, e, n)
				}
			}
		}
	}
}

// If an observer panics while related entities are cleaned up, those that are left still have their
// links, and the next attempt goes on.
func TestAPanicOfACleanUp(t *testing.T) {
	for _, rule := range []ecs.CleanUp{ecs.DestroyRelated, ecs.RemoveRelation} {
		w := newWorld(t)
		check(t, ecs.DefineRelation[near](w, rule))
		target, fails := spawned(t, w, Position{}), true
		for range 3 {
			check(t, ecs.Set(w, spawned(t, w), near{target}))
		}
		check(t, w.Observe(ecs.Leaves, func(e ecs.Entity) {
			if fails && e.ID() == 2 {
				panic("in the observer")
			}
		}, ecs.With[near]{}))
		if text := panics(func() { _ = w.Destroy(target) }); text != "in the observer" || !w.Alive(target) {
			t.Errorf("rule %d: panic %q", rule, text)
		}
		var q ecs.Query1[ecs.Read[near]]
		check(t, q.Bind(w))
		linked := 0
		for range ecs.Related[near](w, target) {
			linked++
		}
		if linked != q.Len() || linked == 0 {
			t.Errorf("rule %d: %d entities are linked, and %d have the component", rule, linked, q.Len())
		}
		fails = false
		if check(t, w.Destroy(target)); q.Len() != 0 || rule == ecs.DestroyRelated && w.Len() != 0 {
			t.Errorf("rule %d: %d entities are near, of %d", rule, q.Len(), w.Len())
		}
	}
}

// A long chain of relations ends without deep recursion.
func TestALongChainOfRelations(t *testing.T) {
	w := newWorld(t)
	check(t, ecs.DefineRelation[boundTo](w, ecs.DestroyRelated))
	first := spawned(t, w)
	for last, i := first, 0; i < 20_000; i++ {
		e := spawned(t, w, boundTo{last})
		last = e
	}
	var depth int
	check(t, w.Observe(ecs.Leaves, func(ecs.Entity) {
		depth = max(depth, runtime.Callers(0, make([]uintptr, 100)))
	}, ecs.With[boundTo]{}), w.Destroy(first))
	if w.Len() != 0 || depth > 50 {
		t.Errorf("%d entities are left, the stack is %d deep", w.Len(), depth)
	}
}

// The target may be an entity that is created later. If it never is, that is its death.
func TestTargetsBeforeTheirCreation(t *testing.T) {
	for _, rule := range []ecs.CleanUp{ecs.DestroyRelated, ecs.RemoveRelation, ecs.KeepRelation} {
		w := newWorld(t)
		check(t, ecs.DefineRelation[near](w, rule))
		model := spawned(t, w, Position{})
		do := ecs.NewCommands(w)
		target := do.Spawn(Health{})
		never, err := do.Clone(model)
		check(t, err)
		near1, near2 := spawned(t, w, near{target}), spawned(t, w, near{never})
		check(t, w.Destroy(model))
		if _, err := do.Flush(); err != nil {
			t.Fatal(err)
		}
		n := 0
		for e := range ecs.Related[near](w, target) {
			if e != near1 {
				t.Errorf("%v is near", e)
			}
			n++
		}
		if n != 1 || w.Alive(near2) != (rule != ecs.DestroyRelated) || ecs.Has[near](w, near2) != (rule == ecs.KeepRelation) {
			t.Errorf("rule %d: %d entities are near; of the one that was never created: %s", rule, n, w.Dump(near2))
		}
		for range 4 { // the ID is used again
			for e := range ecs.Related[near](w, spawned(t, w)) {
				t.Errorf("rule %d: %v is near a new entity", rule, e)
			}
		}
	}
}

// Conditions and groups are rejected with a remedy, and groups run apart.
func TestGroupsAndConditions(t *testing.T) {
	w := newWorld(t)
	n := 0
	check(t, w.Add("draw", func() { n += 10 }, ecs.In("draw")), w.Add("tick", func() { n++ }, ecs.When(func(q *ecs.Query1[Position]) bool { return q.Len() > 0 })))
	w.Barrier()
	check(t, w.Add("draw more", func() { n *= 2 }, ecs.In("draw")))
	check(t, w.Tick(1), w.Run("draw", 1))
	spawned(t, w, Position{})
	check(t, w.Tick(1))
	if _, calls := w.System("tick").Mean(); n != 21 || calls != 1 {
		t.Errorf("the systems leave %d after %d calls, want 21 after 1", n, calls)
	}
	wants(t, w.Run("drow", 1), "drow", "no systems", "ecs.In")
	wants(t, w.Add("a", func() {}, ecs.When(nil)), "condition", "bool")
	wants(t, w.Add("a", func() {}, ecs.When(func() int { return 1 })), "condition", "bool")
	wants(t, w.Add("a", func() {}, ecs.When(func(n int) bool { return true })), "condition", "parameter 1")
	wants(t, w.Add("a", func() (int, error) { return 0, nil }), "more than an error")
	wants(t, w.Add("a", func() (_, _ error) { return nil, nil }), "more than an error")
	wants(t, w.Add("a", func() int { return 0 }), "more than an error")
	wants(t, w.Handle("a", func() {}, ecs.In("draw")), "handler", "ecs.In")
	for _, bad := range []struct{ length, frame ecs.Seconds }{{0, 1}, {1, -1}, {-1, 1}} {
		_, err := (&ecs.FixedStep{Length: bad.length}).Tick(w, bad.frame)
		wants(t, err, "step above 0")
	}
	step := ecs.FixedStep{Length: 0.5, Most: 3}
	if part, err := step.Tick(w, 100); err != nil || part != 0 || n != 24 {
		t.Errorf("a long frame leaves %d and %v: %v", n, part, err)
	}
	for most, want := range []int{8, 1, 2, 3, 4} {
		n = 0
		step := ecs.FixedStep{Length: 0.5, Most: most}
		if _, err := step.Tick(w, 100); err != nil || n != want {
			t.Errorf("at most %d ticks: a long frame makes %d, want %d: %v", most, n, want, err)
		}
	}
}

// Each way to relate an entity to nothing is rejected and changes nothing.
func TestRelationsToNothing(t *testing.T) {
	w, away := newWorld(t), newWorld(t)
	check(t, ecs.DefineRelation[near](w, ecs.RemoveRelation))
	dead, foreign, living := spawned(t, w), spawned(t, away), spawned(t, w)
	check(t, w.Destroy(dead))
	e, bare := spawned(t, w, near{living}), spawned(t, w)
	number, err := w.ComponentOf(reflect.TypeFor[near]())
	check(t, err)
	before := string(saved(t, w, ecs.JSON()))
	for target, why := range map[ecs.Entity]string{dead: "it is dead", foreign: "another world", ecs.NoEntity: "TryRemove"} {
		for _, of := range []ecs.Entity{e, bare} {
			wants(t, ecs.Set(w, of, near{target}), "set near of "+of.String(), "target", why)
			wants(t, ecs.Set(w.Later(), of, near{target}), "set near of "+of.String(), "target", why)
		}
		_, err := w.Spawn(Position{}, near{target})
		wants(t, err, "spawn", "target", why)
		if e := w.Later().Spawn(near{target}, Position{}); e != ecs.NoEntity {
			t.Errorf("%v is created", e)
		}
		wants(t, w.Err(), "spawn", "target", why)
	}
	_, err = w.Change([]ecs.Component{number}, nil)
	wants(t, err, "prepare change", "near", "Set")
	if p := ecs.Mut[near](w, e); p != nil {
		t.Error("a target can be changed without its links")
	}
	wants(t, w.Err(), "near", "Set")
	if n, err := w.Flush(); n != 0 || err != nil || string(saved(t, w, ecs.JSON())) != before {
		t.Errorf("%d changes are made: %v", n, err)
	}
}

// A target that dies between the recording of a change and the change is cleaned up as if it died behind
// it.
func TestTargetsThatDieBeforeTheChange(t *testing.T) {
	for _, rule := range []ecs.CleanUp{ecs.DestroyRelated, ecs.RemoveRelation, ecs.KeepRelation} {
		w := newWorld(t)
		check(t, ecs.DefineRelation[near](w, rule))
		target, other := spawned(t, w), spawned(t, w)
		sets, replaces := spawned(t, w), spawned(t, w, near{other})
		do := w.Later()
		check(t, do.Destroy(target), ecs.Set(do, sets, near{target}), ecs.Set(do, replaces, near{target}))
		made := do.Spawn(Position{}, near{target})
		flushed(t, w)
		for _, e := range []ecs.Entity{sets, replaces, made} {
			if alive, has := w.Alive(e), ecs.Has[near](w, e); alive != (rule != ecs.DestroyRelated) || has != (rule == ecs.KeepRelation) {
				t.Errorf("rule %d: %v is alive: %v, and has the relation: %v", rule, e, alive, has)
			}
		}
		for e := range ecs.Related[near](w, other) {
			t.Errorf("rule %d: %v is near the former target", rule, e)
		}
	}
}

// What is no entity has no tree: nothing is destroyed.
func TestNoTreeIsDestroyed(t *testing.T) {
	w := newWorld(t)
	e, err := w.Spawn(Position{})
	check(t, err, w.Destroy(e))
	for _, root := range []ecs.Entity{ecs.NoEntity, e} {
		if n, err := w.DestroyTree(root); n != 0 || err == nil {
			t.Errorf("%d entities of %v were destroyed: %v", n, root, err)
		}
	}
}
