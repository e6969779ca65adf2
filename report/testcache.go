package report

import (
	"encoding/binary"
	"sync"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

// A testCache caches rank tests of small samples. The exact Mann-Whitney distribution costs
// up to milliseconds. The test depends only on the sizes of the samples, the statistic U
// and the tied ranks, which repeat in files with many cases.
type testCache struct{ m sync.Map } // string → *benchmath.Comparison

// compare is assume.Compare with a cache. The result is shared and must not be changed. All
// samples must have the same thresholds.
func (c *testCache) compare(assume benchmath.Assumption, a, b *benchmath.Sample) *benchmath.Comparison {
	if assume != benchmath.AssumeNothing || max(len(a.Values), len(b.Values)) > stats.MannWhitneyExactLimit {
		cmp := assume.Compare(a, b)
		return &cmp
	}
	var space [128]byte
	key := rankKey(space[:0], a.Values, b.Values)
	if cmp, ok := c.m.Load(string(key)); ok {
		return cmp.(*benchmath.Comparison)
	}
	cmp := assume.Compare(a, b)
	c.m.Store(string(key), &cmp)
	return &cmp
}

// rankKey appends the inputs of a rank test of the sorted samples a and b to key: their
// sizes, twice the rank sum of a, and the sizes of the groups of tied ranks.
func rankKey(key []byte, a, b []float64) []byte {
	key = binary.AppendUvarint(key, uint64(len(a)))
	key = binary.AppendUvarint(key, uint64(len(b)))
	ranks, tied := 0, false // twice the rank sum of a
	var ties []byte
	var space [64]byte
	ties = space[:0]
	for i, j := 0, 0; i < len(a) || j < len(b); {
		fromA, fromB := testCacheGroup(a, i, b, j)
		first := i + j + 1
		last := first + fromA + fromB - 1
		ranks += fromA * (first + last)
		ties = binary.AppendUvarint(ties, uint64(fromA+fromB))
		tied = tied || last > first
		i, j = i+fromA, j+fromB
	}
	key = binary.AppendUvarint(key, uint64(ranks))
	if tied {
		key = append(key, ties...)
	}
	return key
}

// testCacheGroup counts the values of a from i and of b from j that equal the lowest
// remaining value.
func testCacheGroup(a []float64, i int, b []float64, j int) (fromA, fromB int) {
	low := 0.0
	if j >= len(b) || i < len(a) && a[i] <= b[j] {
		low = a[i]
	} else {
		low = b[j]
	}
	for i < len(a) && a[i] == low {
		i, fromA = i+1, fromA+1
	}
	for j < len(b) && b[j] == low {
		j, fromB = j+1, fromB+1
	}
	return fromA, fromB
}
