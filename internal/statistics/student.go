package statistics

import (
	"math"
	"sync"

	"github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/mathext"
)

// most is the number of degrees of freedom treated as normal: the 99.9% quantile
// differs by 0.2%. The continued fraction of the distribution slows down with more and
// fails at some ten thousands.
const most = 1000

// Student is Student's t distribution with any degrees of freedom above 0 (Student,
// "The probable error of a mean", Biometrika 6, 1908).
func Student(freedom float64) stats.TDist { return stats.TDist{V: min(freedom, most)} }

// StudentQuantile returns the p-quantile, 0.5 <= p < 1.
func StudentQuantile(freedom, p float64) float64 {
	freedom = min(freedom, most)
	share := mathext.InvRegIncBeta(freedom/2, 0.5, 2*(1-p))
	return math.Sqrt(freedom * (1 - share) / share)
}

// Satterthwaite returns the degrees of freedom of the sum of two variances (F. E.
// Satterthwaite, "An approximate distribution of estimates of variance components",
// Biometrics 2, 1946). At least one must be above 0.
func Satterthwaite(v, vFreedom, w, wFreedom float64) float64 {
	share := v / (v + w) // squares of small variances underflow
	return 1 / (share*share/vFreedom + (1-share)*(1-share)/wFreedom)
}

// CriticalT is the two-sided critical value of Student's distribution at a level. The
// degrees of freedom are rounded down to at least 1.
func CriticalT(level, freedom float64) float64 {
	key := quantile{level, max(1, int(freedom))}
	if value, ok := quantiles.Load(key); ok {
		return value.(float64)
	}
	value := StudentQuantile(float64(key.freedom), 1-level/2)
	quantiles.Store(key, value)
	return value
}

// quantile is the key of the cache. A quantile takes some microseconds to compute.
type quantile struct {
	level   float64
	freedom int
}

var quantiles sync.Map // quantile → float64

// UncertaintyFactor is the ratio of the critical values of Student's and the normal
// distribution. A scale estimated with these degrees of freedom is multiplied by it, so that an
// MDE holds on average.
func UncertaintyFactor(freedom float64) float64 {
	const decides = 0.02
	return CriticalT(decides, freedom) / stats.StdNormal.InvCDF(1-decides/2)
}
