package statistics_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		x    []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1}, 5}, {[]float64{5, 9, 1}, 5}, {[]float64{4, 1, 9, 2}, 3}} {
		if got := statistics.Median(test.x); got != test.want {
			t.Errorf("%v: %v, want %v", test.x, got, test.want)
		}
	}
}
