package statistics

import (
	"sync"

	"github.com/aclements/go-moremath/stats"
)

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

// UncertaintyFactor is the factor by which a scale estimated with these degrees of freedom
// is raised, so that an MDE holds on average: the ratio of the critical values of Student's
// and the normal distribution.
func UncertaintyFactor(freedom float64) float64 {
	const decides = 0.02
	return CriticalT(decides, freedom) / stats.StdNormal.InvCDF(1-decides/2)
}
