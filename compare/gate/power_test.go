package gate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What is never selected, as counting told that it is below, changes nothing.
func TestPowerIsThatOfAllRoundsSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		n := &noise{cached: make(map[powerKey]powerOf)}
		for range 1 + rng.IntN(200) {
			v := rng.NormFloat64()
			if i%3 == 0 {
				v = math.Round(2 * v) // ties
			}
			n.residuals = append(n.residuals, v)
		}
		n1, n2, tested, alpha := 1+rng.IntN(12), 1+rng.IntN(16), 1+rng.IntN(40), []float64{0.01, 0.05, 0.2}[i%3]
		got, want := n.power(n1, n2, alpha, tested), sortedPower(n, n1, n2, alpha, tested)
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if !same(got.seen, want.seen) || !same(got.above, want.above) {
			t.Errorf("%d and %d samples, one of %d at %v: %v, want %v", n1, n2, tested, alpha, got, want)
		}
	}
}

// sortedPower is power by definition: all rounds are selected from and sorted.
func sortedPower(n *noise, n1, n2 int, alpha float64, tested int) powerOf {
	level := alpha / tests / float64(tested)
	first, interval := rankTestFor(n1, n2).critical(level), rankTestFor(n1, n2).critical(alpha)
	if interval < 0 {
		return powerOf{math.Inf(1), math.Inf(1)}
	}
	const rounds = 500
	far := newStudents(level)
	rng := rand.New(rand.NewPCG(uint64(n1), uint64(n2)))
	x, y := make([]float64, n1), make([]float64, n2)
	d := &shifts{x: x, y: y}
	var seen, above []float64
	for range rounds {
		n.draw(rng, x)
		n.draw(rng, y)
		difference, sd, freedom := trimmedDifference(x, y)
		least := far.of(freedom)*sd - difference
		if first >= 0 {
			least = math.Min(least, -d.nth(first+1))
		}
		seen, above = append(seen, least), append(above, -d.nth(interval+1))
	}
	slices.Sort(seen)
	slices.Sort(above)
	const at = rounds * 95 / 100
	raised := newUnsure().raise(float64(n1 + n2 - 2))
	return powerOf{math.Max(0, seen[at]) * raised, math.Max(0, above[at]) * raised}
}
