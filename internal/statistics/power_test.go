package statistics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// Rounds that were only counted, not selected from, do not change the result.
func TestPowerEqualsAllRoundsSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		n := statistics.NewNoise()
		for range 1 + rng.IntN(200) {
			v := rng.NormFloat64()
			if i%3 == 0 {
				v = math.Round(2 * v) // ties
			}
			n.Residuals = append(n.Residuals, v)
		}
		n1, n2, tested, alpha := 1+rng.IntN(12), 1+rng.IntN(16), 1+rng.IntN(40), []float64{0.01, 0.05, 0.2}[i%3]
		got, want := n.Power(n1, n2, alpha, tested), sortedPower(n.Residuals, n1, n2, alpha, tested)
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if !same(got.MDE, want.MDE) || !same(got.Above, want.Above) {
			t.Errorf("%d and %d samples, one of %d at %v: %v, want %v", n1, n2, tested, alpha, got, want)
		}
	}
}

// sortedPower is Power by definition: it sorts all rounds.
func sortedPower(residuals []float64, n1, n2 int, alpha float64, tested int) statistics.Power {
	level := alpha / 2 / float64(tested) // there are two tests
	first, interval := statistics.RankTestFor(n1, n2).Critical(level), statistics.RankTestFor(n1, n2).Critical(alpha)
	if interval < 0 {
		return statistics.Power{math.Inf(1), math.Inf(1)}
	}
	const rounds = 500
	rng := rand.New(rand.NewPCG(uint64(n1), uint64(n2)))
	x, y := make([]float64, n1), make([]float64, n2)
	d := &statistics.Differences{X: x, Y: y}
	var seen, above []float64
	for range rounds {
		for _, to := range [][]float64{x, y} {
			for i := range to {
				to[i] = residuals[rng.IntN(len(residuals))]
			}
			slices.Sort(to)
		}
		difference, sd, freedom := statistics.TrimmedDifference(x, y)
		least := statistics.CriticalT(level, freedom)*sd - difference
		if first >= 0 {
			least = math.Min(least, -d.Nth(first+1))
		}
		seen, above = append(seen, least), append(above, -d.Nth(interval+1))
	}
	slices.Sort(seen)
	slices.Sort(above)
	const at = rounds * 95 / 100
	raised := statistics.UncertaintyFactor(float64(n1 + n2 - 2))
	return statistics.Power{math.Max(0, seen[at]) * raised, math.Max(0, above[at]) * raised}
}

// Residuals are as wide as the samples of their side; a single sample has none.
func TestNoiseIsThatAroundTheMedian(t *testing.T) {
	n := statistics.NewNoise()
	n.Add([]float64{7}, 0.5)
	n.Add([]float64{1, 2, 6}, 0.5)
	wide := math.Sqrt(3. / 2)
	if want := []float64{-2 * wide, 0, 8 * wide}; !slices.EqualFunc(n.Residuals, want, near) {
		t.Errorf("%v, want %v", n.Residuals, want)
	}
}

func TestTimesMore(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range [][4]float64{{0.2, 0, 0.1, 4}, {0.2, 0.05, 0.1, 5}, {0.2, 0.1, 0.1, inf}, {0.2, 0.15, 0.1, inf}, {0.1, 0.1, 0.1, inf}, {inf, 0, 0.1, inf}} {
		if got := statistics.TimesMore(c[0], c[1], c[2]); !near(got, c[3]) {
			t.Errorf("seen %g, at best %g: %g times as many samples show %g, want %g", c[0], c[1], got, c[2], c[3])
		}
	}
}
