package ecs_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
)

var sets = map[string]func() ecs.EntitySet{
	"sparse": ecs.NewSparseSet,
	"hash":   ecs.NewHashSet,
	"tree":   ecs.NewTreeSet,
}

// TestDispatchesAgree: after any changes, each way to keep membership names the
// members that a recount over all entities finds, over each kind of set.
func TestDispatchesAgree(t *testing.T) {
	const types = 66 // signatures of two words
	requirements := [][]ecs.Component{{}, {0}, {0, 1}, {1, 0, 1}, {65}, {0, 65}, {0, 1, 2, 65}}
	rapid.Check(t, func(t *rapid.T) {
		var worlds []*ecs.World
		for _, dispatch := range ecs.Dispatches {
			for _, newSet := range sets {
				w, err := ecs.New(ecs.Options{Dispatch: dispatch, NewSet: newSet})
				if err != nil {
					t.Fatal(err)
				}
				for range types {
					if _, err := ecs.Register(w, dense.NewColumn(impls.WordTraits)); err != nil {
						t.Fatal(err)
					}
				}
				for _, r := range requirements {
					if _, err := w.AddSystem(ecs.NewRequirement(r...)); err != nil {
						t.Fatal(err)
					}
				}
				worlds = append(worlds, w)
			}
		}
		var handles []ecs.Entity
		component := rapid.SampledFrom([]ecs.Component{0, 1, 2, 65})
		chosen := func(t *rapid.T) []ecs.Entity {
			if len(handles) == 0 {
				return nil
			}
			return rapid.SliceOfN(rapid.SampledFrom(handles), 0, 12).Draw(t, "entities")
		}
		t.Repeat(map[string]func(*rapid.T){
			"create": func(t *rapid.T) {
				cs := rapid.SliceOfN(component, 0, 4).Draw(t, "set")
				es := make([]ecs.Entity, rapid.IntRange(0, 9).Draw(t, "n"))
				for _, w := range worlds {
					set, err := w.Prepare(cs...)
					if err != nil {
						t.Fatal(err)
					}
					w.Create(set, 0, es)
				}
				handles = append(handles, es...)
			},
			"destroy": func(t *rapid.T) {
				es := chosen(t)
				for _, w := range worlds {
					w.Destroy(es)
				}
			},
			"add": func(t *rapid.T) {
				c, es := component.Draw(t, "component"), chosen(t)
				for _, w := range worlds {
					w.Add(c, es, 0)
				}
			},
			"remove": func(t *rapid.T) {
				c, es := component.Draw(t, "component"), chosen(t)
				for _, w := range worlds {
					w.Remove(c, es)
				}
			},
			"": func(t *rapid.T) {
				for _, w := range worlds {
					for system, r := range requirements {
						var want []ecs.ID
						for _, e := range handles {
							if w.Alive(e) && w.Has(e, r...) {
								want = append(want, e.ID())
							}
						}
						slices.Sort(want)
						if got := slices.Sorted(slices.Values(w.Members(system))); !slices.Equal(got, want) {
							t.Fatalf("system %d has members %v, want %v", system, got, want)
						}
					}
				}
			},
		})
	})
}

func TestWorldRefuses(t *testing.T) {
	if _, err := ecs.New(ecs.Options{Dispatch: "gossip"}); err == nil {
		t.Error("an unknown dispatch is accepted")
	}
	w, err := ecs.New(ecs.Options{Dispatch: ecs.Scan})
	if err != nil {
		t.Fatal(err)
	}
	position, err := ecs.Register(w, dense.NewColumn(impls.PositionTraits))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddSystem(ecs.NewRequirement(position.Component(), 1)); err == nil {
		t.Error("a system may require a component that is not registered")
	}
	if _, err := ecs.TypeAt[impls.Velocity](w, position.Component()); err == nil {
		t.Error("positions pass for velocities")
	}
	if _, err := ecs.TypeAt[impls.Position](w, 7); err == nil {
		t.Error("a type has a number beyond those registered")
	}
	if _, err := w.Prepare(1); err == nil {
		t.Error("a set may have a component that is not registered")
	}
	if _, err := ecs.Register(w, dense.NewColumn(impls.VelocityTraits)); err == nil {
		t.Error("types can be registered after the world is sealed")
	}
	if _, err := w.AddSystem(ecs.NewRequirement()); err == nil {
		t.Error("systems can be added after the world is sealed")
	}
}
