package student

import (
	"math"
	"testing"

	"github.com/aclements/go-moremath/stats"
)

func TestTheDistributionHasAnyNumberOfDegrees(t *testing.T) {
	for _, test := range []struct{ freedom, x, want float64 }{
		{1, -1, 0.25}, {10, -2.228, 0.025}, {1e3, -2.581, 0.005}, {1e5, -2.576, 0.005}, {1e12, -2.576, 0.005}, {math.Inf(1), -2.576, 0.005},
	} {
		if got := T(test.freedom).CDF(test.x); math.Abs(got/test.want-1) > 0.02 {
			t.Errorf("%g degrees of freedom: %g is below %g, want %g", test.freedom, got, test.x, test.want)
		}
	}
	if q := stats.InvCDF(T(1e9))(0.995); math.Abs(q-2.576) > 0.01 {
		t.Errorf("the quantile is %g", q)
	}
}

func TestTheFreedomOfASumHasNoUnit(t *testing.T) {
	for _, unit := range []float64{1e-300, 1e-30, 1, 1e200} {
		if got := Satterthwaite(unit, 10, unit, 10); math.Abs(got-20) > 1e-9 {
			t.Errorf("equal variances of %g: %g", unit, got)
		}
		if got := Satterthwaite(unit, 7, 0, 3); math.Abs(got-7) > 1e-9 {
			t.Errorf("a variance of %g alone: %g", unit, got)
		}
	}
}
