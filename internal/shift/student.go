package shift

import (
	"sync"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// Far is how far from 0 is significant at a level, in Student's distribution with so many
// degrees of freedom, rounded down and at least 1.
func Far(level, freedom float64) float64 {
	key := quantile{level, max(1, int(freedom))}
	if far, ok := quantiles.Load(key); ok {
		return far.(float64)
	}
	far := statistics.StudentQuantile(float64(key.freedom), 1-level/2)
	quantiles.Store(key, far)
	return far
}

// A quantile takes some microseconds to find, and the same few are asked for again and
// again, so they are remembered.
type quantile struct {
	level   float64
	freedom int
}

var quantiles sync.Map // quantile → float64

// Unsure is by how much a scale that is known with so many degrees of freedom has to be
// raised, so that what is said to be seen holds on average over what the scale might
// be: by as much as Student's distribution is wider than the normal one, at the distance
// that decides.
func Unsure(freedom float64) float64 {
	const decides = 0.02
	return Far(decides, freedom) / stats.StdNormal.InvCDF(1-decides/2)
}
