package seed_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

var sets = map[string]func() seed.EntitySet{
	"sparse": seed.NewSparseSet,
	"hash":   seed.NewHashSet,
	"tree":   seed.NewTreeSet,
}

// TestDispatchesAgree: after any changes, each way to keep membership names the
// members that a recount over all entities finds, over each kind of set.
func TestDispatchesAgree(t *testing.T) {
	const types = 66 // signatures of two words
	requirements := []struct{ all, none []kernel.Component }{
		{}, {all: []kernel.Component{0}}, {all: []kernel.Component{0, 1}}, {all: []kernel.Component{1, 0, 1}},
		{all: []kernel.Component{65}}, {all: []kernel.Component{0, 65}}, {all: []kernel.Component{0, 1, 2, 65}},
		{none: []kernel.Component{0}}, {none: []kernel.Component{65, 1}},
		{all: []kernel.Component{0}, none: []kernel.Component{1}}, {all: []kernel.Component{65}, none: []kernel.Component{0, 2}},
	}
	rapid.Check(t, func(t *rapid.T) {
		requirements := slices.Clone(requirements)
		var worlds []*seed.Runtime
		for _, dispatch := range seed.Dispatches {
			for _, newSet := range sets {
				w, err := seed.NewRuntime(seed.RuntimeOptions{Dispatch: dispatch, NewSet: newSet})
				if err != nil {
					t.Fatal(err)
				}
				for range types {
					if _, err := w.RegisterStorage(dense.NewColumn(healthTraits)); err != nil {
						t.Fatal(err)
					}
				}
				for _, r := range requirements {
					if _, err := w.AddSystem(seed.NewRequirement(r.all...).Without(r.none...)); err != nil {
						t.Fatal(err)
					}
				}
				worlds = append(worlds, w)
			}
		}
		var handles []seed.Entity
		components := []kernel.Component{0, 1, 2, 65}
		chosen := func(t *rapid.T) []seed.Entity {
			if len(handles) == 0 {
				return nil
			}
			return some(t, handles, 0, 12, "entities")
		}
		t.Repeat(map[string]func(*rapid.T){
			"create": func(t *rapid.T) {
				cs := some(t, components, 0, 4, "set")
				es := make([]seed.Entity, rapid.IntRange(0, 9).Draw(t, "n"))
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
				c, es := one(t, components, "component"), chosen(t)
				for _, w := range worlds {
					w.Add(c, es, 0)
				}
			},
			"exchange": func(t *rapid.T) {
				cs, es := distinct(t, components, 4, "components"), chosen(t)
				split := rapid.IntRange(0, len(cs)).Draw(t, "split")
				changed := -1
				for _, w := range worlds {
					n := w.Exchange(es, cs[:split], cs[split:], 0)
					if changed >= 0 && n != changed {
						t.Fatalf("Exchange changed %d entities of one world and %d of another", changed, n)
					}
					changed = n
				}
			},
			"add a system": func(t *rapid.T) {
				again := rapid.IntRange(0, len(requirements)-1).Draw(t, "like")
				for _, w := range worlds {
					if _, err := w.AddSystem(seed.NewRequirement(requirements[again].all...).Without(requirements[again].none...)); err != nil {
						t.Fatal(err)
					}
				}
				requirements = append(requirements, requirements[again])
			},
			"remove": func(t *rapid.T) {
				c, es := one(t, components, "component"), chosen(t)
				for _, w := range worlds {
					w.Remove(c, es)
				}
			},
			"": func(t *rapid.T) {
				for _, w := range worlds {
					for system, r := range requirements {
						var want []seed.ID
						for _, e := range handles {
							lacks := !slices.ContainsFunc(r.none, func(c kernel.Component) bool { return w.Has(e, c) })
							if w.Alive(e) && w.Has(e, r.all...) && lacks {
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
	if _, err := seed.NewRuntime(seed.RuntimeOptions{Dispatch: "gossip"}); err == nil {
		t.Error("an unknown dispatch is accepted")
	}
	w, err := seed.NewRuntime(seed.RuntimeOptions{Dispatch: seed.Scan})
	if err != nil {
		t.Fatal(err)
	}
	position, err := w.RegisterStorage(dense.NewColumn(healthTraits))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddSystem(seed.NewRequirement(position, 1)); err == nil {
		t.Error("a system may require a component that is not registered")
	}
	both := seed.NewRequirement(position).Without(position)
	if _, err := w.AddSystem(both); err == nil {
		t.Error("a system may require and exclude the same component")
	}
	if _, err := w.Prepare(1); err == nil {
		t.Error("a set may have a component that is not registered")
	}
	if _, err := w.RegisterStorage(dense.NewColumn(healthTraits)); err == nil {
		t.Error("types can be registered after the world is sealed")
	}
}
