package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// TestASlowdownOfHalfOfTheCasesIsNoDrift: one of two implementations is slower, so half of
// the cases are. Drift as it was measured is none.
func TestASlowdownOfHalfOfTheCasesIsNoDrift(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	// file has 12 samples of 24 cases, which scatter by 0.2% to 4%.
	file := func(seed uint64, slow, drift float64) string {
		rng := rand.New(rand.NewPCG(seed, 7))
		text := fresh
		for i := range 24 {
			impl, factor := []string{"dense", "paged"}[i%2], 1.0
			if impl == "paged" {
				factor = slow
			}
			scatter := 0.002 * math.Pow(20, float64(i)/23)
			factor *= math.Exp(drift * scatter * rng.NormFloat64())
			for range 12 {
				text += fmt.Sprintf("BenchmarkIterate/impl=%s/n=%d 1 %.6g ns/op 4 clock-GHz\n", impl, i, 1000*factor*math.Exp(scatter*rng.NormFloat64()))
			}
		}
		return text
	}
	opts := gate.DefaultLimits()
	opts.MaxRegression = 0.02
	for seed := range uint64(20) {
		v := gated(t, opts, file(seed, 1, 0), file(seed+100, 1.05, 0))
		if v.Outcome != verdict.Regressed || v.Worse < 3 {
			t.Errorf("seed %d, one implementation is slower by 5%%: %s", seed, v.Headline())
		}
		for _, c := range v.Changed() {
			if !strings.Contains(c.Case, "impl=paged") {
				t.Errorf("seed %d: %s has not changed: %+v", seed, c.Case, c.Effect)
			}
		}
		if v := gated(t, opts, file(seed, 1, 0.42), file(seed+100, 1, 0.42)); v.Outcome == verdict.Regressed {
			t.Errorf("seed %d, all cases drift: %s", seed, v.Headline())
		}
	}
}
