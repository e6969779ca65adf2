package ecs_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

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
