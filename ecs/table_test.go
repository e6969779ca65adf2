package ecs_test

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
)

// Values of all sizes are copied with their entity, also into the gap of a removed row.
func TestValuesOfAllSizesFollowTheirEntity(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 28, 32, 44, 64, 252, 256, 260, 1000}
	w := newWorld(t)
	var all []ecs.Component
	for _, size := range sizes {
		array := reflect.ArrayOf(size, reflect.TypeFor[byte]())
		check(t, w.DefineType(array))
		c, err := w.ComponentOf(array)
		check(t, err)
		all = append(all, c)
	}
	frozen, err := w.ComponentOf(reflect.TypeFor[Frozen]())
	check(t, err)
	change := func(add, drop []ecs.Component) *ecs.Change {
		ch, err := w.Change(add, drop)
		check(t, err)
		return ch
	}
	whole, freeze, halve := change(all, nil), change([]ecs.Component{frozen}, nil), change(nil, all[:len(all)/2])
	value := func(e ecs.Entity, i int) []byte {
		return unsafe.Slice((*byte)(w.Pointer(e, all[i])), sizes[i])
	}
	made := make(map[ecs.Entity]int) // in which order
	for n := range 700 {
		e, err := whole.New()
		check(t, err)
		made[e] = n
		for i := range all {
			for at := range sizes[i] {
				value(e, i)[at] = byte(n + 3*at + i)
			}
		}
	}
	for e, n := range made {
		switch n % 4 {
		case 0:
			check(t, w.Destroy(e))
			delete(made, e)
		case 1:
			check(t, freeze.Make(e))
		case 2:
			check(t, halve.Make(e))
		}
	}
	for e, n := range made {
		for i, c := range all {
			if n%4 == 2 && i < len(all)/2 {
				if w.Pointer(e, c) != nil {
					t.Errorf("%v keeps a value of %d bytes that was removed", e, sizes[i])
				}
				continue
			}
			for at, got := range value(e, i) {
				if want := byte(n + 3*at + i); got != want {
					t.Fatalf("%v has %d at %d of %d bytes, want %d", e, got, at, sizes[i], want)
				}
			}
		}
	}
}

// A table of many chunks keeps the values of its entities, whatever the kinds of its types,
// and shares no memory with a second one.
func TestLargeTablesKeepTheirValues(t *testing.T) {
	type wide struct{ at [250]uint32 } // so that chunks have few rows
	type target struct{ to *int }
	type byteSized uint8
	type tag struct{}
	w := ecs.New()
	check(t, ecs.Define[wide](w), ecs.Define[target](w), ecs.Define[byteSized](w), ecs.Define[tag](w))
	check(t, ecs.Track[byteSized](w))
	var small ecs.Map3[wide, target, byteSized]
	var tagged ecs.Map4[wide, target, byteSized, tag]
	check(t, small.Bind(w), tagged.Bind(w))

	made := make(map[ecs.Entity]int)
	create := func(from, to int) {
		for n := from; n < to; n++ {
			number := n
			big, to, b := wide{[250]uint32{0: uint32(n), 249: ^uint32(n)}}, target{&number}, byteSized(n)
			var e ecs.Entity
			var err error
			if n%3 == 0 {
				e, err = tagged.New(big, to, b, tag{})
			} else {
				e, err = small.New(big, to, b)
			}
			check(t, err)
			made[e] = n
		}
	}
	create(0, 30_000)
	for e, n := range made {
		if n%5 < 3 {
			check(t, w.Destroy(e))
			delete(made, e)
		}
	}
	create(30_000, 60_000)
	runtime.GC()
	for e, n := range made {
		big, to, b := small.Get(e)
		if big.at[0] != uint32(n) || big.at[249] != ^uint32(n) || *to.to != n || *b != byteSized(n) {
			t.Fatalf("entity %d has %d, %d, %d, %d", n, big.at[0], big.at[249], *to.to, *b)
		}
	}
}

// A destroyed batch has the same effects on observers, stores, families and names as
// single destructions.
func TestABatchIsDestroyedAsSingleEntitiesAre(t *testing.T) {
	for _, special := range []string{"", "observed", "stored", "related", "named"} {
		t.Run(special, func(t *testing.T) {
			w := ecs.New()
			store := healthStore{}
			check(t, ecs.Define[Position](w), ecs.Define[Frozen](w), ecs.DefineIn(w, store))
			var dying ecs.Query1[Position]
			check(t, dying.Bind(w, ecs.Without[Frozen]{}))
			var list []ecs.Entity
			for i := range 5000 {
				e := spawned(t, w, Position{float32(i), 0})
				if special == "stored" {
					check(t, ecs.Set(w, e, Health{i}))
				}
				list = append(list, e)
			}
			spared, first := spawned(t, w, Position{}, Frozen{}), list[0]
			var seen []float32
			switch special {
			case "observed":
				check(t, w.Observe(ecs.Leaves, func(e ecs.Entity) {
					p, _ := ecs.Get[Position](w, e)
					seen = append(seen, p.X)
				}))
			case "related":
				check(t, w.Attach(spared, first))
			case "named":
				check(t, w.Name(first, "first"))
			}
			if n, err := w.DestroyBatch(&dying); n != 5000 || err != nil {
				t.Fatalf("destroyed %d: %v", n, err)
			}
			if w.Len() != 1 || dying.Len() != 0 || !w.Alive(spared) || slices.ContainsFunc(list, w.Alive) {
				t.Errorf("%d entities live, %d in the query", w.Len(), dying.Len())
			}
			if slices.Sort(seen); special == "observed" && (len(seen) != 5000 || seen[4999] != 4999) {
				t.Errorf("the observer saw %d entities", len(seen))
			}
			if _, named := w.Find("first"); len(store) != 0 || w.Parent(spared) != ecs.NoEntity || named {
				t.Errorf("%d values are left, parent %v, named: %v", len(store), w.Parent(spared), named)
			}
			again := spawned(t, w, Position{7, 7})
			if p, _ := ecs.Get[Position](w, again); p.X != 7 || slices.Contains(list, again) {
				t.Errorf("%v has %v", again, p)
			}
		})
	}
}

// Entities that move to another table and back keep their values, and use the memory
// that they left.
func TestTablesUseTheMemoryThatOthersLeft(t *testing.T) {
	const entities = 20_000
	w := newWorld(t)
	check(t, ecs.Define[string](w))
	var homes ecs.Map1[string]
	var velocities ecs.Map1[Velocity]
	check(t, homes.Bind(w), velocities.Bind(w))
	var list []ecs.Entity
	for i := range entities {
		e, err := homes.New(fmt.Sprint(i))
		check(t, err)
		list = append(list, e)
	}
	there := func() {
		for i, e := range list {
			check(t, velocities.Add(e, Velocity{float32(i), 1}))
		}
	}
	back := func() {
		for i, e := range list {
			if name, v := homes.Get(e), velocities.Get(e); *name != fmt.Sprint(i) || v.X != float32(i) || v.Y != 1 {
				t.Fatalf("entity %d has %q and %v", i, *name, *v)
			}
			check(t, velocities.Remove(e))
		}
	}
	there()
	back()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	there()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 2*entities {
		t.Errorf("moving %d entities took %d bytes, and new columns have %d", entities, used, 28*entities)
	}
	back()
}

// Nested loops of one query work if components are missing or in a store.
func TestNestedLoopsOverMissingComponents(t *testing.T) {
	w := ecs.New()
	check(t, ecs.Define[Position](w), ecs.Define[Velocity](w), ecs.Define[Frozen](w), ecs.DefineIn(w, healthStore{}))
	for i := range 9 {
		e := spawned(t, w, Position{float32(i), 0})
		if i%2 == 0 {
			check(t, ecs.Set(w, e, Velocity{float32(i), 0}))
		}
		if i%3 == 0 {
			check(t, ecs.Set(w, e, Health{i}))
		}
	}
	var q ecs.Query3[Position, ecs.Maybe[Velocity], ecs.Maybe[Health]]
	check(t, q.Bind(w))
	visit := func(inner func()) (seen []string) {
		for p, r := range q.All() {
			before := q.Entity(p)
			inner()
			v, h := r.B.Get(), r.C.Get()
			if i := int(p.X); (v != nil) != (i%2 == 0) || (h != nil) != (i%3 == 0) || v != nil && v.X != p.X || h != nil && h.Points != i || q.Entity(p) != before {
				t.Errorf("%v: position %v, velocity %v, health %v; now %v", before, *p, v, h, q.Entity(p))
			}
			seen = append(seen, fmt.Sprint(q.Entity(p)))
		}
		slices.Sort(seen)
		return slices.Compact(seen)
	}
	outer := visit(func() {
		if n := len(visit(func() {})); n != 9 {
			t.Errorf("the inner loop visits %d entities", n)
		}
	})
	if len(outer) != 9 {
		t.Errorf("the outer loop visits %v", outer)
	}
	check(t, w.Destroy(w.Entities()[0])) // no loop is left
}

// Entity finds the entity of a component by its address, in both kinds of loops and in
// later chunks too.
func TestEntityOfAComponent(t *testing.T) {
	w := newWorld(t)
	var m ecs.Map2[Position, Frozen]
	check(t, m.Bind(w))
	const n = 5000
	created := make([]ecs.Entity, n)
	for i := range created {
		e, err := m.New(Position{float32(i), 0}, Frozen{})
		check(t, err)
		created[i] = e
	}
	var positions ecs.Query2[Position, Frozen]
	var tags ecs.Query2[Frozen, Position]
	check(t, positions.Bind(w), tags.Bind(w))
	same := func(p *Position, e ecs.Entity) {
		t.Helper()
		if e != created[int(p.X)] {
			t.Fatalf("entity %d is %v, want %v", int(p.X), e, created[int(p.X)])
		}
	}
	for p := range positions.All() {
		same(p, positions.Entity(p))
	}
	for ps := range positions.Chunks() {
		for i := range ps {
			same(&ps[i], positions.Entity(&ps[i]))
		}
		if e := positions.Entity(&Position{}); e != ecs.NoEntity {
			t.Fatalf("a component outside the world is of %v", e)
		}
	}
	for tag, p := range tags.All() {
		same(p, tags.Entity(tag))
	}
	if e := positions.Entity(&Position{}); e != ecs.NoEntity {
		t.Errorf("after the loop there is %v", e)
	}
}

// Each yields the handle of each entity with its components: in nested loops, for tags, for
// missing components of all sizes, and in chunks of every size.
func TestEachYieldsTheHandles(t *testing.T) {
	type huge [40_000]byte
	w := newWorld(t)
	check(t, ecs.Define[huge](w))
	var still ecs.Map2[Position, Frozen]
	var moving ecs.Map3[Position, Frozen, Velocity]
	var rare ecs.Map3[Position, Frozen, huge]
	check(t, still.Bind(w), moving.Bind(w), rare.Bind(w))
	const n = 5000
	var created []ecs.Entity
	for i := range n {
		p := Position{float32(i), 0}
		var e ecs.Entity
		var err error
		switch {
		case i%1000 == 7:
			e, err = rare.New(p, Frozen{}, huge{})
		case i%3 == 0:
			e, err = moving.New(p, Frozen{}, Velocity{p.X, 0})
		default:
			e, err = still.New(p, Frozen{})
		}
		check(t, err)
		created = append(created, e)
	}
	var all ecs.Query1[Position]
	var tags ecs.Query2[Frozen, Position]
	var some ecs.Query3[Position, ecs.Maybe[Velocity], ecs.Maybe[huge]]
	var late ecs.Query2[ecs.Maybe[huge], Position]
	check(t, all.Bind(w), tags.Bind(w), some.Bind(w), late.Bind(w))
	seen := 0
	same := func(e ecs.Entity, p *Position) {
		t.Helper()
		if seen++; e != created[int(p.X)] {
			t.Fatalf("entity %d is %v, want %v", int(p.X), e, created[int(p.X)])
		}
	}
	visits := func(want int) {
		t.Helper()
		if seen != want {
			t.Fatalf("%d visits, want %d", seen, want)
		}
		seen = 0
	}
	for e, p := range all.Each() {
		same(e, p)
		if int(p.X)%500 == 0 {
			inner := 0
			for e, p := range all.Each() {
				same(e, p)
				if inner++; inner == 300 {
					break
				}
			}
			if all.Entity(p) != e {
				t.Fatalf("in a nested loop the entity of the outer component is %v, want %v", all.Entity(p), e)
			}
		}
	}
	visits(n + n/500*300)
	for e, c := range tags.Each() {
		same(e, c.B)
		if tags.Entity(c.A) != e {
			t.Fatalf("the entity of a tag is %v, want %v", tags.Entity(c.A), e)
		}
	}
	visits(n)
	for e, c := range some.Each() {
		same(e, c.A)
		i := int(c.A.X)
		if v := c.B.Get(); (v != nil) != (i%1000 != 7 && i%3 == 0) || v != nil && v.X != c.A.X {
			t.Fatalf("entity %d has velocity %v", i, v)
		}
		if (c.C.Get() != nil) != (i%1000 == 7) {
			t.Fatalf("entity %d: the huge component is wrong", i)
		}
	}
	visits(n)
	for e, c := range late.Each() {
		same(e, c.B)
		if late.Entity(c.A) != e {
			t.Fatalf("the entity of a missing component is %v, want %v", late.Entity(c.A), e)
		}
	}
	visits(n)
}

// The entity of a component outside of the current rows is none, although it is in the same chunk.
func TestEntityOutsideOfTheRows(t *testing.T) {
	w := newWorld(t)
	check(t, ecs.Track[Health](w))
	var healths ecs.Map1[Health]
	var q ecs.Query1[ecs.Read[Health]]
	check(t, healths.Bind(w), q.Bind(w), healths.NewBatch(400, nil))
	all := w.Entities()
	mark := w.Mark()
	healths.Mut(all[130]).Points = 1
	for h := range q.Changed(mark) {
		if e := q.Entity(h); e != all[130] {
			t.Errorf("the entity is %v, want %v", e, all[130])
		}
		for _, other := range []int{0, 127, 192, 250, 399} { // of other blocks of 64 rows
			if r, _ := q.Get(all[other]); q.Entity(r) != ecs.NoEntity {
				t.Errorf("the component of %v is one of the current rows", all[other])
			}
		}
	}
}
