package ecs_test

import (
	"bytes"
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
	wants(t, w.Handle("a", func() {}, ecs.In("draw")), "handler", "ecs.In")
	for _, bad := range []struct{ length, frame ecs.Seconds }{{0, 1}, {1, -1}, {-1, 1}} {
		_, err := (&ecs.FixedStep{Length: bad.length}).Tick(w, bad.frame)
		wants(t, err, "step above 0")
	}
	step := ecs.FixedStep{Length: 0.5, Most: 3}
	if part, err := step.Tick(w, 100); err != nil || part != 0 || n != 24 {
		t.Errorf("a long frame leaves %d and %v: %v", n, part, err)
	}
}
