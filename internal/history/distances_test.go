package history_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/internal/history"
)

// The energy distance by its definition, in n² steps per index.
func slowSplit(values []float64) (at int, distance float64) {
	between := func(a, b []float64) (sum float64) {
		for _, x := range a {
			for _, y := range b {
				sum += math.Abs(x - y)
			}
		}
		return sum
	}
	distance = math.Inf(-1)
	for i := history.ShortestLevel; i <= len(values)-history.ShortestLevel; i++ {
		a, b := values[:i], values[i:]
		m, k := float64(len(a)), float64(len(b))
		e := m * k / (m + k) * (2*between(a, b)/(m*k) - between(a, a)/(m*(m-1)) - between(b, b)/(k*(k-1)))
		if e > distance {
			at, distance = i, e
		}
	}
	return at, distance
}

func TestSplitIsTheLargestEnergyDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 200 {
		values := make([]float64, history.FewestPoints+random.IntN(40))
		for i := range values {
			values[i] = 10 + 0.01*random.NormFloat64()
			if trial%3 == 0 {
				values[i] = float64(random.IntN(3)) // many are equal
			}
			if i > len(values)/2 && trial%2 == 0 {
				values[i] += 0.05
			}
		}
		at, distance := history.Split(values)
		want, most := slowSplit(values)
		if math.Abs(distance-most) > 1e-9*math.Max(1, most) || at != want && math.Abs(distance-most) > 1e-12 {
			t.Errorf("%v: at %d by %g, want %d by %g", values, at, distance, want, most)
		}
	}
}

// Time per value hardly depends on the length, so termination is tested only.
func TestLongSeries(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	values := make([]float64, 4_000)
	for i := range values {
		values[i] = 0.01 * random.NormFloat64()
		if i >= 2_600 {
			values[i] += 0.03
		}
	}
	if at := steps(values); len(at) != 1 || at[0] < 2_595 || at[0] > 2_605 {
		t.Errorf("steps at %v, want one at 2600", at)
	}
}
