package ecs_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// Batches of entities that come and go allocate nothing once the memory is there.
func TestBatchesUseTheirMemoryAgain(t *testing.T) {
	for _, n := range []int{1, 16, 1000, 100_000} {
		w := newWorld(t)
		var positions ecs.Map1[Position]
		var velocities ecs.Map1[Velocity]
		var still, moving ecs.Query1[Position]
		check(t, positions.Bind(w), velocities.Bind(w), still.Bind(w, ecs.Without[Velocity]{}), moving.Bind(w, ecs.With[Velocity]{}))
		allocated := testing.AllocsPerRun(5, func() {
			check(t, positions.NewBatch(n, func(entities []ecs.Entity, list []Position) {
				for i := range list {
					list[i].X = float32(i)
				}
			}))
			added, err := velocities.AddBatch(&still, func(_ []ecs.Entity, list []Velocity) {
				for i := range list {
					list[i].X = 1
				}
			})
			check(t, err)
			removed, err := velocities.RemoveBatch(&moving)
			check(t, err)
			destroyed, err := w.DestroyBatch(&still)
			check(t, err)
			if added != n || removed != n || destroyed != n {
				t.Fatalf("of %d entities %d changed, %d changed back and %d were destroyed", n, added, removed, destroyed)
			}
		})
		// A chunk has a few allocations of its own: its description, but no columns.
		if chunks := float64(n / 1000 * 2); allocated > 2*chunks {
			t.Errorf("%d entities: %v allocations", n, allocated)
		}
	}
}

func TestShrinkFreesUnusedMemory(t *testing.T) {
	const n = 100_000
	w := newWorld(t)
	var movers ecs.Map2[Position, Velocity]
	var all ecs.Query1[Position]
	check(t, movers.Bind(w), all.Bind(w))
	check(t, movers.NewBatch(n, nil))
	survivor, err := movers.New(Position{1, 2}, Velocity{3, 4})
	check(t, err)
	memory := func() (used, unused int) {
		sets, spare := w.Stats()
		for _, s := range sets {
			used, unused = used+s.Used, unused+s.Unused
		}
		return used, unused + spare
	}
	used, _ := memory()
	if least := n * 16; used < least {
		t.Errorf("%d entities use %d bytes, and their components have %d", n+1, used, least)
	}
	for i, e := range all.Entities(nil) {
		if e != survivor {
			check(t, w.Destroy(e))
		}
		if _, unused := memory(); i%1000 == 0 && unused > 2*used {
			t.Fatalf("%d bytes are unused after the destruction of %d entities that used %d", unused, i, used)
		}
	}
	check(t, w.Shrink())
	if used, unused := memory(); used == 0 || unused > 16*used {
		t.Errorf("one entity uses %d bytes, and %d are unused after Shrink", used, unused)
	}
	if p, v := movers.Get(survivor); p == nil || *p != (Position{1, 2}) || *v != (Velocity{3, 4}) {
		t.Errorf("after Shrink the entity has %v and %v", p, v)
	}
	check(t, movers.NewBatch(n, nil))
	if got := all.Len(); got != n+1 {
		t.Errorf("%d entities after Shrink and a batch, want %d", got, n+1)
	}
	for range all.All() {
		if err := w.Shrink(); err == nil {
			t.Error("Shrink in a loop was not refused")
		}
		break
	}
}

// Entities of a large batch that outlive most others keep little memory after Shrink.
func TestShrinkFreesTheMemoryOfALargeBatch(t *testing.T) {
	const n, left = 200_000, 10_000
	w := newWorld(t)
	var movers ecs.Map2[Position, Velocity]
	var all ecs.Query1[Position]
	check(t, movers.Bind(w), all.Bind(w))
	_, err := movers.New(Position{}, Velocity{})
	check(t, err)
	before := liveHeap()
	check(t, movers.NewBatch(n, func(_ []ecs.Entity, ps []Position, _ []Velocity) {
		for i := range ps {
			ps[i].X = 7
		}
	}))
	list := all.Entities(nil)
	_, err = w.DestroyList(list[left+1:])
	check(t, err)
	check(t, w.Shrink())
	places := int64(n * 8)
	if kept := liveHeap() - before - places; kept > left*20*2 {
		t.Errorf("%d entities keep %d bytes of a batch", left, kept)
	}
	sum := float32(0)
	for p := range all.All() {
		sum += p.X
	}
	if sum != 7*left {
		t.Errorf("the positions of %d entities add up to %v", left, sum)
	}
}

// A query can be bound when it is needed: binding allocates little.
func TestBindingAllocatesLittle(t *testing.T) {
	w := newWorld(t)
	spawned(t, w, Position{}, Velocity{})
	q := new(ecs.Query2[Position, ecs.Read[Velocity]])
	if n := testing.AllocsPerRun(100, func() { check(t, q.Bind(w)) }); n > 6 {
		t.Errorf("Bind allocates %v times", n)
	}
}

// Beyond its first chunk, a table has memory for at most a third more entities, one by one or in a
// batch. The second chunk begins with a quarter of the room, and a large table grows by an eighth.
func TestTablesOfSeveralChunksHaveLittleUnusedMemory(t *testing.T) {
	for _, n := range []int{4033, 5000, 6049, 8065, 20_000, 131_073, 200_000} {
		for _, way := range []string{"one by one", "in a batch"} {
			w := newWorld(t)
			var m ecs.Map2[Position, Velocity]
			check(t, m.Bind(w))
			if way == "in a batch" {
				check(t, m.NewBatch(n, nil))
			} else {
				for range n {
					_, err := m.New(Position{}, Velocity{})
					check(t, err)
				}
			}
			sets, spare := w.Stats()
			most := 3
			if n <= 5000 {
				most = 4
			} else if n > 100_000 {
				most = 8
			}
			if s := sets[len(sets)-1]; n == 4033 && s.Unused < s.Used/5 {
				t.Errorf("%s the second chunk begins with %d bytes of %d", way, s.Unused, s.Used)
			} else if s.Entities != n || s.Unused+spare > s.Used/most {
				t.Errorf("%d entities %s use %d bytes of %d, and %d are spare", s.Entities, way, s.Used, s.Used+s.Unused, spare)
			}
		}
	}
}

// Components of a batch that no function fills are zero, also where others were before, for values
// of all sizes and batches of all lengths.
func TestBatchesBeginWithZeros(t *testing.T) {
	type (
		small  [3]byte
		odd    [3]uint32
		word   uint64
		large  [40]uint16
		target struct{ to *int }
	)
	w := ecs.New()
	check(t, ecs.Define[small](w), ecs.Define[odd](w), ecs.Define[word](w), ecs.Define[large](w), ecs.Define[target](w), ecs.Define[Position](w))
	var m ecs.Map5[small, odd, word, large, target]
	var p ecs.Map1[Position]
	var all ecs.Query5[small, odd, word, large, target]
	var still ecs.Query1[Position]
	check(t, m.Bind(w), p.Bind(w), all.Bind(w), still.Bind(w))
	number := 7
	for _, n := range []int{1, 2, 3, 9, 5000} {
		for _, way := range []string{"created", "changed"} {
			for range n {
				_, err := m.New(small{1, 2, 3}, odd{4, 5, 6}, 7, large{8, 39: 9}, target{&number})
				check(t, err)
			}
			_, err := w.DestroyBatch(&all)
			check(t, err)
			if way == "created" {
				check(t, m.NewBatch(n, nil))
			} else {
				check(t, p.NewBatch(n, nil))
				_, err := m.AddBatch(&still, nil)
				check(t, err)
			}
			seen := 0
			for s, r := range all.All() {
				if seen++; *s != (small{}) || *r.B != (odd{}) || *r.C != 0 || *r.D != (large{}) || *r.E != (target{}) {
					t.Fatalf("one of %d entities that were %s has %v, %v, %v, %v, %v", n, way, *s, *r.B, *r.C, *r.D, *r.E)
				}
			}
			if seen != n {
				t.Errorf("%d entities, want %d", seen, n)
			}
			_, err = w.DestroyBatch(&all)
			check(t, err)
		}
	}
}
