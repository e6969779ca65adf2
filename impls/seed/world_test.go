package seed_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls"
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
	requirements := []impls.System{
		{}, {Requires: []kernel.Component{0}}, {Requires: []kernel.Component{0, 1}}, {Requires: []kernel.Component{0, 1}},
		{Requires: []kernel.Component{65}}, {Requires: []kernel.Component{0, 65}}, {Requires: []kernel.Component{0, 1, 2, 65}},
		{Without: []kernel.Component{0}}, {Without: []kernel.Component{1, 65}},
		{Requires: []kernel.Component{0}, Without: []kernel.Component{1}}, {Requires: []kernel.Component{65}, Without: []kernel.Component{0, 2}},
	}
	components := []kernel.Component{0, 1, 2, 65}
	cfg := impls.Config{Types: kernel.Types(66), Systems: requirements, Moves: moves(66)} // signatures of two words
	for chosen := range 1 << len(components) {
		var set []kernel.Component
		for i, c := range components {
			if chosen>>i&1 != 0 {
				set = append(set, c)
			}
		}
		cfg.Bundles = append(cfg.Bundles, set)
	}
	rapid.Check(t, func(t *rapid.T) {
		var worlds []*seed.World
		for _, dispatch := range seed.Dispatches {
			for _, newSet := range sets {
				worlds = append(worlds, open(cfg, dispatch, newSet))
			}
		}
		var es impls.HandlesOf[seed.Entity]
		chosen := func(t *rapid.T) impls.Handles {
			if len(es) == 0 {
				return es
			}
			return impls.HandlesOf[seed.Entity](some(t, es, 0, 12, "entities"))
		}
		t.Repeat(map[string]func(*rapid.T){
			"create": func(t *rapid.T) {
				bundle := rapid.IntRange(0, len(cfg.Bundles)-1).Draw(t, "set")
				made := make(impls.HandlesOf[seed.Entity], rapid.IntRange(0, 9).Draw(t, "n"))
				for _, w := range worlds {
					w.Spawn(bundle, 0, made)
				}
				es = append(es, made...)
			},
			"destroy": func(t *rapid.T) {
				list := chosen(t)
				for _, w := range worlds {
					w.Destroy(list)
				}
			},
			"exchange": func(t *rapid.T) {
				move := 2*int(one(t, components, "component")) + rapid.IntRange(0, 1).Draw(t, "remove")
				list := chosen(t)
				changed := -1
				for _, w := range worlds {
					n := w.Exchange(move, list, 0)
					if changed >= 0 && n != changed {
						t.Fatalf("Exchange changed %d entities of one world and %d of another", changed, n)
					}
					changed = n
				}
			},
			"": func(t *rapid.T) {
				for _, w := range worlds {
					for system, r := range requirements {
						var want []seed.ID
						for _, e := range es {
							if w.Alive(e) && r.Wants(w.Components(e)) {
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
