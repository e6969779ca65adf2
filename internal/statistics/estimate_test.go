package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// A shift of the MDE is found in about 95% of measurements, whatever the sizes and the number of
// comparisons; a hidden error counts as well. The scatter of few samples is uncertain itself.
func TestMDEIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, test := range []struct {
		n1, n2, comparisons int
		hidden              float64
	}{{5, 5, 1, 0}, {5, 5, 60, 0}, {7, 12, 20, 0}, {12, 12, 5, 0.4}, {40, 60, 20, 0.4}, {20, 20, 200, 0}} {
		const rounds = 400
		found := 0
		for range rounds {
			sides := func(moved float64) (x, y []float64) {
				return normal(rng, test.n1, test.hidden*rng.NormFloat64()), normal(rng, test.n2, moved+test.hidden*rng.NormFloat64())
			}
			x, y := sides(0)
			hidden := test.hidden * math.Sqrt2
			mde, atBest := statistics.MDE(x, y, 0, hidden, 0.01, test.comparisons)
			if !(mde > atBest && (atBest > 0) == (hidden > 0)) {
				t.Fatalf("%+v: MDE %g, at best %g", test, mde, atBest)
			}
			x, y = sides(mde)
			shown := statistics.Scatter(x, y) * math.Sqrt(1/float64(test.n1)+1/float64(test.n2))
			if e := statistics.ShiftOf(x, y, 0.01, 0).Beside(hidden, shown, 0.01); e.P*float64(test.comparisons) <= 0.01 {
				found++
			}
		}
		if share := float64(found) / rounds; share < 0.85 {
			t.Errorf("%+v: found in %.3f", test, share)
		}
	}
	if mde, _ := statistics.MDE([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, 0, 0, 0.01, 1); !math.IsInf(mde, 1) {
		t.Errorf("four samples: %g", mde)
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
