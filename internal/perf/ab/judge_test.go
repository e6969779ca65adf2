package ab

import (
	"math"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// If the counts of all processes of a side are equal, their difference needs no test.
func TestCountsAreFacts(t *testing.T) {
	f := newFake(61, "A", "B", "C")
	f.values = func(t Trial, perOp float64) Block {
		allocs := map[string]float64{"A": 0, "B": 100, "C": 100}[t.Case.Name]
		if t.Side == Head {
			allocs += map[string]float64{"A": 1123, "B": 1, "C": -10}[t.Case.Name]
		}
		return Block{unitTime: perOp, unitAllocs: allocs, "B/s": 1 / perOp}
	}
	o := options(61)
	o.Rounds = fewestRounds
	v := mustRun(t, f, o)
	for name, want := range map[string]verdict.Status{"A": verdict.Regression, "B": verdict.Tolerated, "C": verdict.Improved} {
		k := comparisonOf(t, v, name, unitAllocs)
		if k.Status != want || k.Evidence != verdict.Counted || !math.IsNaN(k.Effect.P) {
			t.Errorf("%s: %+v, want %s", name, k, want)
		}
	}
	for _, k := range v.Comparisons {
		if k.Unit == "B/s" {
			t.Errorf("%s %s restates the time", k.Case, k.Unit)
		}
	}
	if v.Outcome != verdict.Regressed || v.Tested != 9 {
		t.Errorf("%s, %d tested", v.Headline(), v.Tested)
	}
}
