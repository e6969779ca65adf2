package statistics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// simulate draws samples of work with a core-bound share, on a core with a moving
// clock, plus independent noise.
func simulate(rng *rand.Rand, n int, share, clock, noise float64) (s Clocked) {
	for range n {
		c := clock * rng.NormFloat64()
		s.Clock = append(s.Clock, c)
		s.Time = append(s.Time, -share*c+noise*rng.NormFloat64())
	}
	return s
}

func TestChooseMetric(t *testing.T) {
	for _, test := range []struct {
		name                string
		share, clock, noise float64
		want                Basis
		least               int // of 200
	}{
		{"computes", 1, 0.03, 0.01, ByCycles, 190},
		{"waits for memory", 0, 0.03, 0.01, ByTime, 190},
		{"does as much of the one as of the other", 0.5, 0.03, 0.01, ByBoth, 180},
		{"the clock stands", 1, 0, 0.01, ByBoth, 200},
		{"the clock hardly moves", 1, 0.001, 0.03, ByBoth, 180},
	} {
		counts := map[Basis]int{}
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 1))
			counts[Weigh(simulate(rng, 10, test.share, test.clock, test.noise), simulate(rng, 10, test.share, test.clock, test.noise)).Choose()]++
		}
		if counts[test.want] < test.least {
			t.Errorf("what %s: %v, want %s at least %d times", test.name, counts, test.want, test.least)
		}
	}
}

func TestDifferenceOfTheSidesDoesNotChooseTheMetric(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		a, b := simulate(rng, 10, 1, 0.03, 0.01), simulate(rng, 10, 1, 0.03, 0.01)
		want := Weigh(a, b).Choose()
		for i := range b.Time {
			b.Time[i] += 0.5
			b.Clock[i] -= 0.1
		}
		if got := Weigh(a, b).Choose(); got != want {
			t.Errorf("seed %d: %s, and %s with the sides moved", seed, want, got)
		}
	}
}

func TestTooFewSamplesGiveNoMetric(t *testing.T) {
	for _, sides := range [][]Clocked{{}, {{}}, {{[]float64{1}, []float64{1}}}, {{[]float64{1}, []float64{1}}, {[]float64{2}, []float64{3}}}} {
		if got := Weigh(sides...).Choose(); got != ByBoth {
			t.Errorf("%v: %s", sides, got)
		}
	}
}

// TestFiguresAreAsTheyWere pins figures to four digits.
func TestFiguresAreAsTheyWere(t *testing.T) {
	var got strings.Builder
	for _, n := range []int{2, 3, 5, 20} {
		rng := rand.New(rand.NewPCG(uint64(n), 4))
		a, b := simulate(rng, n, 0.8, 0.03, 0.01), simulate(rng, n+1, 0.8, 0.03, 0.01)
		b.Clock[0] = b.Clock[n] // a tie
		e := Weigh(a, b)
		fmt.Fprintf(&got, "%d: t %.4g of %g, time %.4g, %s, moves %.4g, drift %.4g\n", n, e.T, e.Freedom, e.time(), e.Choose(), ClockScatter(a, b), b.Drift()-a.Drift())
	}
	const want = `2: t -0.1459 of 2, time 0.4487, both, moves 0.0145, drift -0.002364
3: t 0.3664 of 4, time 0.6337, both, moves 0.01657, drift 0.00964
5: t -3.795 of 8, time 0.002636, cycles, moves 0.01727, drift -0.0007186
20: t -4.153 of 38, time 8.944e-05, cycles, moves 0.01872, drift 0.002433
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	s := ClockedOf([]float64{1, math.E}, []float64{math.E * math.E, 1})
	if !slices.Equal(s.Time, []float64{0, 1}) || !slices.Equal(s.Clock, []float64{2, 0}) {
		t.Errorf("%v", s)
	}
}

func TestRanks(t *testing.T) {
	if got := ranks([]float64{5, 1, 5, 9, 5, 1}); !slices.Equal(got, []float64{3, 0.5, 3, 5, 3, 0.5}) {
		t.Errorf("%v", got)
	}
}
