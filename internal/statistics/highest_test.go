package statistics_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

func TestHighest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, 1, math.Inf(1), math.Inf(-1), math.NaN()})), 1, 30).Draw(t, "values")
		few := rapid.IntRange(1, len(values)).Draw(t, "few")
		h := statistics.NewHighest(few)
		for _, v := range values {
			from, before := h.From(), h.Least()
			h.Add(v)
			if after := h.Least(); !(v > from) && after != before && !(math.IsNaN(after) && math.IsNaN(before)) && !math.IsInf(v, -1) {
				t.Fatalf("%v took a place among values that exceed %v", v, from)
			}
		}
		slices.Sort(values)
		if got, want := h.Least(), values[len(values)-few]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("the least of the highest %d of %v is %v", few, values, got)
		}
	})
}
