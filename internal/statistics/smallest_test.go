package statistics_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

type sorted []float64

func (s sorted) UpTo(x float64) int {
	n, _ := slices.BinarySearchFunc(s, x, func(v, x float64) int {
		if v <= x {
			return -1
		}
		return 1
	})
	return n
}

func (s sorted) Between(lo, hi float64) []float64 { return s[s.UpTo(lo):s.UpTo(hi)] }

func TestSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sorted(rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{-1000, 0, 1})), 1, 40).Draw(t, "values"))
		slices.Sort(s)
		few := rapid.IntRange(1, 10).Draw(t, "few")
		for i, want := range s {
			if got := statistics.Smallest(s, i+1, few, s[0], s[len(s)-1]); got != want {
				t.Fatalf("number %d of %v is %v, want %v", i+1, s, got, want)
			}
		}
	})
}
