package ecs

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSignatures: a signature reached by toggling components one by one, in any
// order, is the set of those toggled an odd number of times, equal sets share
// one name, and requirements are met by supersets.
func TestSignatures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := rapid.SampledFrom([]int{1, 32, 64, 65, 512}).Draw(t, "types")
		component := rapid.Map(rapid.IntRange(0, types-1), func(i int) Component { return Component(i) })
		s := newSignatures(types)
		at, has := emptySignature, make(map[Component]bool)
		for _, c := range rapid.SliceOfN(component, 0, 30).Draw(t, "toggled") {
			next := s.With(at, c)
			if back := s.With(next, c); back != at {
				t.Fatalf("toggling %d twice leads from %d to %d", c, at, back)
			}
			at, has[c] = next, !has[c]
		}
		var want []Component
		for c := range Component(types) {
			if has[c] {
				want = append(want, c)
			}
			if s.Bits(at).Has(c) != has[c] {
				t.Fatalf("Has(%d) is %v", c, !has[c])
			}
		}
		if got := s.Bits(at).Components(); !slices.Equal(got, want) {
			t.Fatalf("components %v, want %v", got, want)
		}
		if path := s.path(want); len(path) > 0 && path[len(path)-1] != at {
			t.Fatalf("the same set has the names %d and %d", path[len(path)-1], at)
		}

		required := rapid.SliceOfN(component, 0, 3).Draw(t, "required")
		met := !slices.ContainsFunc(required, func(c Component) bool { return !has[c] })
		if NewRequirement(required...).In(s.Bits(at)) != met {
			t.Fatalf("%v in %v is %v", required, want, !met)
		}
	})
}
