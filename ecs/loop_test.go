package ecs_test

import (
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

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
