package seed_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// healthTraits are of a type that other tests store too, so that the compiler
// writes no storage for the tests of worlds alone.
type Health struct{ Points int }

var healthTraits = kernel.Traits[Health]{
	Fill: func(dst []Health, first uint32) {
		for i := range dst {
			dst[i].Points = int(first + uint32(i))
		}
	},
	Hash: func(h *Health) uint64 { return uint64(h.Points) },
}

// worldOf returns a world with so many component types and one system.
func worldOf(t rapid.TB, types int, system seed.Requirement) *seed.Runtime {
	w, err := seed.NewRuntime(seed.RuntimeOptions{Dispatch: seed.Shared, NewSet: seed.NewSparseSet})
	if err != nil {
		t.Fatal(err)
	}
	for range types {
		if _, err := w.RegisterStorage(dense.NewColumn(healthTraits)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.AddSystem(system); err != nil {
		t.Fatal(err)
	}
	return w
}

// born is an entity without components.
func born(t rapid.TB, w *seed.Runtime) []seed.Entity {
	nothing, err := w.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	es := make([]seed.Entity, 1)
	w.Create(nothing, 0, es)
	return es
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
		required := some(t, components, 0, 3, "required")
		w := worldOf(t, types, seed.NewRequirement(required...))
		es, has := born(t, w), make(map[kernel.Component]bool)
		for _, c := range some(t, components, 0, 30, "toggled") {
			changed := 0
			if has[c] {
				changed = w.Remove(c, es)
			} else {
				changed = w.Add(c, es, 0)
			}
			if changed != 1 {
				t.Fatalf("toggling %d changed %d entities", c, changed)
			}
			has[c] = !has[c]
		}
		var want []kernel.Component
		for c := range kernel.Component(types) {
			if has[c] {
				want = append(want, c)
			}
			if w.Has(es[0], c) != has[c] {
				t.Fatalf("Has(%d) is %v", c, !has[c])
			}
		}
		if got := w.Components(es[0]); !slices.Equal(got, want) {
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
	w := worldOf(t, 65, seed.NewRequirement(0))
	es := born(t, w)
	if allocated := testing.AllocsPerRun(100, func() {
		for _, order := range [][]kernel.Component{{0, 64, 7}, {7, 0, 64}, {64, 7, 0}} {
			for _, c := range order {
				w.Add(c, es, 0)
			}
			for _, c := range order { // first in, first out: by other sets than on the way there
				w.Remove(c, es)
			}
		}
	}); allocated > 0 {
		t.Errorf("changes that were made before allocate %v times", allocated)
	}
}
