package seed_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// Health is what all component types of the tests hold, so that the compiler writes one
// storage for all.
type Health struct{ Points int }

var healthTraits = kernel.Traits[Health]{
	Fill: func(dst []Health, first uint32) {
		for i := range dst {
			dst[i].Points = int(first + uint32(i))
		}
	},
	Hash: func(h *Health) uint64 { return uint64(h.Points) },
}

// open opens a world of such components.
func open(cfg impls.Config, dispatch seed.Dispatch, newSet func() seed.EntitySet) *seed.World {
	return seed.Open(cfg, impls.Values{"dispatch": string(dispatch)}, seed.Backend{
		Column: func(kernel.ShapeID, kernel.Component) seed.Storage { return dense.NewColumn(healthTraits) },
		NewSet: newSet,
	})
}

// moves are those that add and remove each component, one after the other.
func moves(types int) (list []impls.Move) {
	for c := range kernel.Component(types) {
		list = append(list, impls.Move{Component: c}, impls.Move{Component: c, Remove: true})
	}
	return list
}

// born opens a world with one system and an entity without components.
func born(types int, system impls.System) (*seed.World, impls.Handles) {
	cfg := impls.Config{Types: kernel.Types(types), Systems: []impls.System{system}, Bundles: [][]kernel.Component{{}}, Moves: moves(types)}
	w := open(cfg, seed.Shared, seed.NewSparseSet)
	es := w.Handles(1)
	w.Spawn(0, 0, es)
	return w, es
}

// TestSignatures: an entity whose components are toggled one by one, in any
// order, has those that were toggled an odd number of times, and requirements
// are met by supersets.
func TestSignatures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := one(t, []int{1, 32, 64, 65, 512}, "types")
		components := make([]kernel.Component, types)
		for i := range components {
			components[i] = kernel.Component(i)
		}
		required := slices.Compact(slices.Sorted(slices.Values(some(t, components, 0, 3, "required"))))
		w, es := born(types, impls.System{Requires: required})
		has := make(map[kernel.Component]bool)
		for _, c := range some(t, components, 0, 30, "toggled") {
			move := 2 * int(c)
			if has[c] {
				move++
			}
			if changed := w.Exchange(move, es, 0); changed != 1 {
				t.Fatalf("toggling %d changed %d entities", c, changed)
			}
			has[c] = !has[c]
		}
		var want []kernel.Component
		for c := range kernel.Component(types) {
			if has[c] {
				want = append(want, c)
			}
		}
		if got := w.Components(es.(impls.HandlesOf[seed.Entity])[0]); !slices.Equal(got, want) {
			t.Fatalf("components %v, want %v", got, want)
		}
		met := !slices.ContainsFunc(required, func(c kernel.Component) bool { return !has[c] })
		if member := len(w.Members(0)) == 1; member != met {
			t.Fatalf("%v in %v is %v", required, want, member)
		}
	})
}

// TestEqualSignaturesAreOne: by whatever way an entity comes back to a set of
// components, nothing new is kept for it.
func TestEqualSignaturesAreOne(t *testing.T) {
	w, es := born(65, impls.System{Requires: []kernel.Component{0}})
	if allocated := testing.AllocsPerRun(100, func() {
		for _, order := range [][]kernel.Component{{0, 64, 7}, {7, 0, 64}, {64, 7, 0}} {
			for _, c := range order {
				w.Exchange(2*int(c), es, 0)
			}
			for _, c := range order { // first in, first out: by other sets than on the way there
				w.Exchange(2*int(c)+1, es, 0)
			}
		}
	}); allocated > 0 {
		t.Errorf("changes that were made before allocate %v times", allocated)
	}
}
