package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestGammaDerivatives(t *testing.T) {
	for _, test := range []struct{ got, want float64 }{
		{trigamma(1), math.Pi * math.Pi / 6}, {trigamma(0.5), math.Pi * math.Pi / 2}, {inverseTrigamma(trigamma(3.7)), 3.7},
	} {
		if math.Abs(test.got-test.want) > 1e-8 {
			t.Errorf("%v, want %v", test.got, test.want)
		}
	}
}

// The moderated test keeps its level with equal and with different variances.
func TestModeratedTestKeepsItsLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []float64{0, 0.7} {
		const rounds, cases = 400, 12
		rejected := 0
		for range rounds {
			var sides [cases][2][]float64
			var variances []float64
			for c := range cases {
				sd := math.Exp(spread * random.NormFloat64())
				for s := range 2 {
					for range 5 {
						sides[c][s] = append(sides[c][s], sd*random.NormFloat64())
					}
				}
				v, _ := Pooled(sides[c][0], sides[c][1])
				variances = append(variances, v)
			}
			prior := PriorOf(variances, slices.Repeat([]float64{8}, cases))
			for c := range cases {
				if prior.Moderate(sides[c][0], sides[c][1]).P() <= 0.05 {
					rejected++
				}
			}
		}
		if share := float64(rejected) / (rounds * cases); share < 0.03 || share > 0.06 {
			t.Errorf("spread %v: %.3f rejected at 0.05", spread, share)
		}
	}
}
