package statistics_test

import (
	"math"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

func TestFractionalFreedom(t *testing.T) {
	for _, test := range []struct{ freedom, x, want float64 }{
		{1, -1, 0.25}, {10, -2.228, 0.025}, {1e3, -2.581, 0.005}, {1e5, -2.576, 0.005}, {1e12, -2.576, 0.005}, {math.Inf(1), -2.576, 0.005},
	} {
		if got := statistics.Student(test.freedom).CDF(test.x); math.Abs(got/test.want-1) > 0.02 {
			t.Errorf("%g degrees of freedom: %g is below %g, want %g", test.freedom, got, test.x, test.want)
		}
	}
}

func TestQuantiles(t *testing.T) {
	for _, freedom := range []float64{1, 1.5, 2, 3, 10, 100, 1e9} {
		for _, p := range []float64{0.5, 0.6, 0.975, 0.995, 1 - 1e-6} {
			q := statistics.StudentQuantile(freedom, p)
			if got := statistics.Student(freedom).CDF(q); math.Abs(got-p) > 1e-12 {
				t.Errorf("%g degrees of freedom: %g is below %g, want %g", freedom, got, q, p)
			}
			if other := stats.InvCDF(statistics.Student(freedom))(p); math.Abs(q-other) > 1e-6*max(1, q) {
				t.Errorf("%g degrees of freedom, %g: %g, and by halving %g", freedom, p, q, other)
			}
		}
	}
}

func TestFreedomOfASumIsScaleFree(t *testing.T) {
	for _, unit := range []float64{1e-300, 1e-30, 1, 1e200} {
		if got := statistics.Satterthwaite(unit, 10, unit, 10); math.Abs(got-20) > 1e-9 {
			t.Errorf("equal variances of %g: %g", unit, got)
		}
		if got := statistics.Satterthwaite(unit, 7, 0, 3); math.Abs(got-7) > 1e-9 {
			t.Errorf("a variance of %g alone: %g", unit, got)
		}
	}
}
