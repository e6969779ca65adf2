package witness

import (
	"math/rand/v2"
	"testing"
)

// simulate draws samples of work of which a share waits for the core, on a core
// whose clock moves by so much, with noise of other origin.
func simulate(rng *rand.Rand, n int, share, clock, noise float64) (s Samples) {
	for range n {
		c := clock * rng.NormFloat64()
		s.Clock = append(s.Clock, c)
		s.Time = append(s.Time, -share*c+noise*rng.NormFloat64())
	}
	return s
}

func TestTheSamplesTell(t *testing.T) {
	for _, test := range []struct {
		name                string
		share, clock, noise float64
		want                Choice
		least               int // of 200
	}{
		{"computes", 1, 0.03, 0.01, Cycles, 190},
		{"waits for memory", 0, 0.03, 0.01, Time, 190},
		{"does as much of the one as of the other", 0.5, 0.03, 0.01, Both, 180},
		{"the clock stands", 1, 0, 0.01, Both, 200},
		{"the clock hardly moves", 1, 0.001, 0.03, Both, 180},
	} {
		counts := map[Choice]int{}
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 1))
			counts[Choose(Level, simulate(rng, 10, test.share, test.clock, test.noise), simulate(rng, 10, test.share, test.clock, test.noise))]++
		}
		if counts[test.want] < test.least {
			t.Errorf("what %s: %v, want %s at least %d times", test.name, counts, test.want, test.least)
		}
	}
}

// TestADifferenceOfTheSidesDoesNotTell: neither that of time nor that of the clock.
func TestADifferenceOfTheSidesDoesNotTell(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		a, b := simulate(rng, 10, 1, 0.03, 0.01), simulate(rng, 10, 1, 0.03, 0.01)
		want := Choose(Level, a, b)
		for i := range b.Time {
			b.Time[i] += 0.5
			b.Clock[i] -= 0.1
		}
		if got := Choose(Level, a, b); got != want {
			t.Errorf("seed %d: %s, and %s with the sides moved", seed, want, got)
		}
	}
}

func TestTooFewSamplesTellNothing(t *testing.T) {
	for _, sides := range [][]Samples{{}, {{}}, {{[]float64{1}, []float64{1}}}, {{[]float64{1}, []float64{1}}, {[]float64{2}, []float64{3}}}} {
		if got := Choose(Level, sides...); got != Both {
			t.Errorf("%v: %s", sides, got)
		}
	}
}
