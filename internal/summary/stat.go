package summary

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/ecsbench/ecsbench/internal/measure/median"
	"github.com/ecsbench/ecsbench/results"
)

// Confidence is the level of all intervals.
const Confidence = median.Confidence

// Alpha is the level below which a difference counts as significant.
const Alpha = 0.05

// A Stat summarises the samples of one case in one unit. The ends of the interval
// of its median are NaN where there are too few.
type Stat struct {
	median.Median
	Values []float64
	sample *benchmath.Sample
}

// newStat drops values that are not finite: nothing can be said of them.
func newStat(values []float64) Stat {
	kept := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			kept = append(kept, v)
		}
	}
	sample := benchmath.NewSample(slices.Clone(kept), &benchmath.DefaultThresholds)
	s := Stat{median.Of(sample.Values), kept, sample}
	if s.N < median.MinSamples {
		s.Lo, s.Hi = math.NaN(), math.NaN()
	}
	return s
}

// HasInterval tells whether there were samples enough for an interval.
func (s Stat) HasInterval() bool { return !math.IsNaN(s.Lo) }

// Precision tells how well the case is known: how precise its median is in the
// main unit or in cycles of the core, and in which of them it is that. Cycles
// repeat better where the clock moves, time where work waits for memory; the
// samples decide.
func (c *Case) Precision() (precision float64, unit string) {
	main := c.Shape.Scenario.MainUnit()
	precision, unit = c.Main().Precision(), main.Name
	if cycles, ok := c.Stats[results.UnitCycles]; ok && main.IsSpeed() && cycles.N == c.Main().N && cycles.Precision() < precision {
		return cycles.Precision(), results.UnitCycles
	}
	return precision, unit
}

// pValue is the two-sided Mann-Whitney U test of what has values.
func pValue(a, b Stat) float64 {
	if p, ok := apart(a.sample.Values, b.sample.Values); ok {
		return p
	}
	// The test is exact for small samples, and takes time that grows with the
	// product of the sizes; a thinned sample answers as well.
	return benchmath.AssumeNothing.Compare(thin(a.sample), thin(b.sample)).P
}

// apart answers at once if one sorted sample is all below the other: of all
// ways to deal the values to the two sides, only two are as extreme. It is what
// the test comes to then, and most implementations are that far apart.
func apart(a, b []float64) (p float64, ok bool) {
	if a[len(a)-1] >= b[0] && b[len(b)-1] >= a[0] {
		return 0, false
	}
	ways := 1.0
	for i := range a {
		ways *= float64(len(b)+i+1) / float64(i+1)
	}
	return min(1, 2/ways), true
}

const mostCompared = 200

// thin returns at most mostCompared order statistics, evenly spaced.
func thin(s *benchmath.Sample) *benchmath.Sample {
	n := len(s.Values)
	if n <= mostCompared {
		return s
	}
	values := make([]float64, mostCompared)
	for i := range values {
		values[i] = s.Values[(2*i+1)*n/(2*mostCompared)]
	}
	return &benchmath.Sample{Values: values, Thresholds: s.Thresholds}
}
