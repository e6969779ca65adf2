package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// The mean of paired rounds with a prior keeps its level for few rounds, with equal and with
// different variances, and its MDE is found in 95% of experiments.
func TestPairedMeansKeepTheirLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	const experiments, cases = 300, 15
	for _, spread := range []float64{0, 0.7} {
		for _, rounds := range []int{5, 9, 20} {
			rejected, missed, found := 0, 0, 0
			rule := statistics.PairedRule{Alpha: 0.01, Comparisons: 45, Threshold: 0.02}
			for range experiments {
				all := make([][]float64, cases)
				for c := range all {
					sd := 0.01 * math.Exp(spread*random.NormFloat64())
					for range rounds {
						all[c] = append(all[c], sd*random.NormFloat64())
					}
				}
				prior := statistics.PairedPrior(all)
				for _, d := range all {
					m := prior.ModeratePaired(d)
					s := m.Shift(0.05)
					if s.P <= 0.05 {
						rejected++
					}
					if s.Lo > 0 || s.Hi < 0 {
						missed++
					}
					m.Difference += rule.MDEModerated(m, 0.95)
					if s := m.Shift(rule.Alpha); s.Lo > rule.Threshold && s.P*float64(rule.Comparisons) < rule.Alpha {
						found++
					}
				}
			}
			const all = experiments * cases
			if share := float64(rejected) / all; share < 0.02 || share > 0.065 || missed > rejected {
				t.Errorf("spread %v, %d rounds: %.3f rejected at 0.05, and %d intervals exclude 0", spread, rounds, share, missed)
			}
			if share := float64(found) / all; share < 0.93 {
				t.Errorf("spread %v, %d rounds: changes of the MDE are found in %.3f", spread, rounds, share)
			}
		}
	}
}

// Rounds that agree by chance are no certainty.
func TestPairedMeansHaveALeastScatter(t *testing.T) {
	m := statistics.PairedPrior(nil).ModeratePaired([]float64{0.0001, 0.0001, 0.0001, 0.0001, 0.0001})
	if s := m.Shift(0.01); s.Lo > 0 || s.P < 0.1 {
		t.Errorf("%+v", s)
	}
}

func TestStepUp(t *testing.T) {
	// The example of Benjamini and Hochberg, section 3.2: four of fifteen are significant at 5%.
	ps := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	significant, byHolm := 0, 0
	for i, p := range statistics.StepUp(ps) {
		if p < ps[i] {
			t.Errorf("%v became %v", ps[i], p)
		}
		if p <= 0.05 {
			significant++
		}
	}
	for _, p := range statistics.Holm(ps) {
		if p <= 0.05 {
			byHolm++
		}
	}
	if significant != 4 || byHolm != 3 {
		t.Errorf("%d significant, %d by Holm", significant, byHolm)
	}
	// The power does not fall with the number of differences.
	for n := 1; n < 100; n *= 3 {
		equal := make([]float64, n)
		for i := range equal {
			equal[i] = 0.004
		}
		for _, p := range statistics.StepUp(equal) {
			if p != 0.004 {
				t.Errorf("%d: %v", n, p)
			}
		}
	}
	if got := statistics.StepUp(nil); len(got) != 0 {
		t.Error(got)
	}
}
