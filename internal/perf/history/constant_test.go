package history_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aclements/go-moremath/mathx"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
)

// constant returns a series of n equal values, the logarithm of a count or time.
func constant(random *rand.Rand, n int) []float64 {
	level := math.Log(float64(1 + random.IntN(1_000_000)))
	if random.IntN(2) == 0 {
		level = 40*random.Float64() - 20
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = level
	}
	return values
}

func TestConstantSeriesHaveNoSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 1))
	for trial := range 10_000 {
		n := 3 + trial%198
		if values := constant(random, n); len(history.ChangePoints(values)) > 0 {
			t.Fatalf("%d values of %v have the steps %v", n, values[0], history.ChangePoints(values))
		}
	}
}

// Exactly the true step is found, unless random orders split as clearly as often as the
// level allows.
func TestOneStepInConstantSeriesIsTheOnlyOne(t *testing.T) {
	fixture.Long(t)
	random := rand.New(rand.NewPCG(36, 2))
	for trial := range 1_000 {
		n := history.FewestPoints + trial%(201-history.FewestPoints)
		at := history.ShortestLevel + random.IntN(n-2*history.ShortestLevel+1)
		values := constant(random, n)
		for i := at; i < n; i++ {
			values[i] += math.Log(1.05)
		}
		steps := steps(values)
		if len(steps) == 0 && 2/mathx.Choose(n, at) > history.SplitLevel/2 {
			continue // such as 3 of 13 values
		}
		if len(steps) != 1 || steps[0] != at {
			t.Errorf("a step at %d of %d values of %v: found at %v", at, n, values[0], steps)
		}
	}
}
