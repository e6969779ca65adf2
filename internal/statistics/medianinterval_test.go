package statistics_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

func TestMedianNeedsSixSamples(t *testing.T) {
	if p := statistics.MedianOf([]float64{1, 1, 1, 1, 1}).Precision(); p < 1e9 {
		t.Errorf("five samples have the precision %g", p)
	}
	m := statistics.MedianOf([]float64{98, 99, 100, 100, 101, 103})
	if m.Center != 100 || m.Lo != 98 || m.Hi != 103 || m.Precision() != 0.03 {
		t.Errorf("got %+v with precision %g", m, m.Precision())
	}
	if p := statistics.MedianOf([]float64{0, 0, 0, 0, 0, 0}).Precision(); p != 0 {
		t.Errorf("six zeros have the precision %g", p)
	}
}
