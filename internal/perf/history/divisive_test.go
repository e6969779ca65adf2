package history_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
)

// steps are where a series changes.
func steps(values []float64) (at []int) {
	for _, c := range history.ChangePoints(values) {
		at = append(at, c.At)
	}
	return at
}

func noise(random *rand.Rand, n int, sigma float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = sigma * random.NormFloat64()
	}
	return values
}

func TestStepsAreFoundWhereTheyAre(t *testing.T) {
	fixture.Long(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, at := range []int{5, 12, 20} {
		found := 0
		for range 100 {
			values := noise(random, 30, 0.02)
			for i := at; i < len(values); i++ {
				values[i] += 0.10
			}
			if slices.Equal(steps(values), []int{at}) {
				found++
			}
		}
		// A value of noise beyond half the step, 2.5 sigma, hides the place; and
		// each of the two sides may have a false step of its own.
		if found < 93 {
			t.Errorf("a step at %d was found in %d of 100 series", at, found)
		}
	}
	found := 0
	for range 100 {
		values := noise(random, 60, 0.02)
		for i := range values {
			values[i] += []float64{0, 0.12, 0.03}[i/20]
		}
		if slices.Equal(steps(values), []int{20, 40}) {
			found++
		}
	}
	if found < 90 {
		t.Errorf("two steps were found in %d of 100 series", found)
	}
}

// A clear step in the middle is found in any number of values.
func TestClearStepsAreFound(t *testing.T) {
	for n := history.FewestPoints; n <= 40; n++ {
		for seed := range uint64(10) {
			values := noise(rand.New(rand.NewPCG(5, seed)), n, 0.01)
			for i := n / 2; i < n; i++ {
				values[i] += 0.2
			}
			if at := steps(values); !slices.Contains(at, n/2) {
				t.Errorf("in %d values: %v", n, at)
			}
		}
	}
}

// The false alarm rate is at most the level.
func TestNoStepsInNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	found := 0
	const series = 500
	for range series {
		if len(steps(noise(random, 25, 0.02))) > 0 {
			found++
		}
	}
	// Binomial with p = 0.01: more than 14 of 500 has a chance below 0.0002.
	if found > 14 {
		t.Errorf("steps in %d of %d series of noise", found, series)
	}
}

func TestStepsOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-50, 50), 0, 60).Draw(t, "values")
		at := steps(values)
		if !slices.IsSorted(at) {
			t.Fatal("not in order:", at)
		}
		if len(values) < history.FewestPoints && len(at) > 0 {
			t.Fatal("steps among", len(values))
		}
		for i, s := range at {
			if s < history.ShortestLevel || s > len(values)-history.ShortestLevel || i > 0 && s-at[i-1] < history.ShortestLevel {
				t.Fatalf("too short a level: %v of %d", at, len(values))
			}
		}
		if !slices.Equal(at, steps(values)) {
			t.Fatal("the same values have other steps the second time")
		}
		shifted := slices.Clone(values)
		for i := range shifted {
			shifted[i] = -shifted[i] * 4 // exact in binary
		}
		if !slices.Equal(at, steps(shifted)) {
			t.Fatalf("a mirrored and stretched series has other steps: %v and %v", at, steps(shifted))
		}
	})
}

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
