package history

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// The machine is 30% slower in half of the rounds and drifts. Ratios and anchor levels are
// unaffected.
func TestRoundsCancelOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	new := math.Inf(-1)
	levels := []float64{0, 0.05, 0.05, -0.2}
	var values [][]float64
	for range levels {
		values = append(values, nil)
	}
	for r := range 30 {
		machine := 0.01*float64(r) + 0.3*float64(r%2)
		for i, level := range levels {
			values[i] = append(values[i], level+machine+0.002*rng.NormFloat64())
		}
	}
	values[2] = values[2][:29] // failed in the last round
	got := scaled(values, []float64{7, new, new, new})
	for i, level := range levels {
		m := statistics.Median(got[i])
		if math.Abs(m-7-level) > 0.002 {
			t.Errorf("commit %d is at %.4f, want %.4f", i, m-7, level)
		}
		if s := statistics.Scatter(got[i]); s > 0.006 {
			t.Errorf("the samples of commit %d scatter by %.4f", i, s)
		}
	}
	if len(got[2]) != 29 {
		t.Errorf("%d samples, want 29", len(got[2]))
	}
	alone := scaled(values[:1], []float64{new})
	if alone[0][3] != values[0][3] {
		t.Error("a commit alone is corrected")
	}
}

// With two commits the difference of levels is the paired difference.
func TestPairedRatio(t *testing.T) {
	new := math.Inf(-1)
	a, b := []float64{1, 5, 2, 9, 3}, []float64{1.1, 5.1, 2.1, 9.1, 3.1}
	got := scaled([][]float64{a, b}, []float64{new, new})
	if d := statistics.Median(got[1]) - statistics.Median(got[0]); math.Abs(d-0.1) > 1e-9 {
		t.Errorf("the difference is %g, want 0.1", d)
	}
}
