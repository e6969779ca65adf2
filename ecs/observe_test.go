package ecs_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

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
