package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestProportion(t *testing.T) {
	for _, test := range []struct{ k, n, lo, hi float64 }{
		{12, 25, 0.3003, 0.6650}, // by R: prop.test(12, 25, correct = FALSE)
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{0, 0, 0, 1},
	} {
		lo, hi := Proportion(test.k, test.n)
		if math.Abs(lo-test.lo) > 5e-4 || math.Abs(hi-test.hi) > 5e-4 {
			t.Errorf("%g of %g: [%.4f, %.4f], want [%.4f, %.4f]", test.k, test.n, lo, hi, test.lo, test.hi)
		}
	}
}

// The interval contains the proportion in about 95% of the experiments, for few trials too.
func TestProportionCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const experiments = 20_000
	for _, p := range []float64{0.1, 0.5, 0.9} {
		for _, n := range []int{25, 200} {
			covered := 0
			for range experiments {
				k := 0
				for range n {
					if rng.Float64() < p {
						k++
					}
				}
				if lo, hi := Proportion(float64(k), float64(n)); lo <= p && p <= hi {
					covered++
				}
			}
			if share := float64(covered) / experiments; share < 0.92 || share > 0.98 {
				t.Errorf("p = %g, %d trials: covered in %.1f%% of the experiments", p, n, 100*share)
			}
		}
	}
}
