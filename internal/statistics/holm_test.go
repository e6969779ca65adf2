package statistics_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

func TestHolmByExamples(t *testing.T) {
	for _, test := range []struct{ p, want []float64 }{
		{nil, nil},
		{[]float64{0.2}, []float64{0.2}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.01, 0.04, 0.03, 0.5}, []float64{0.04, 0.09, 0.09, 0.5}},
		{[]float64{0.9, 0.8}, []float64{1, 1}},
	} {
		got := statistics.Holm(test.p)
		if !slices.EqualFunc(got, test.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("Holm(%v) = %v, want %v", test.p, got, test.want)
		}
	}
}

// Holm's procedure goes up from the smallest p and stops at the first that exceeds
// alpha divided by the number left.
func TestHolmRejectsWhatTheProcedureRejects(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 12).Draw(t, "p")
		alpha := rapid.Float64Range(0.001, 0.3).Draw(t, "alpha")
		sorted := slices.Sorted(slices.Values(p))
		rejected := 0
		for rejected < len(p) && sorted[rejected]*float64(len(p)-rejected) <= alpha {
			rejected++
		}
		got := lists.Count(statistics.Holm(p), func(c float64) bool { return c <= alpha })
		if got != rejected {
			t.Errorf("%d rejected, want %d", got, rejected)
		}
	})
}
