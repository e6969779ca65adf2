package report

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// Confidence is the confidence level of all intervals.
const Confidence = statistics.MedianConfidence

// Alpha is the significance level.
const Alpha = 0.05

// A Stat summarises the samples of one case in one unit. The interval of its median
// includes the drift between runs, see [Case.addDrift]. Its ends are NaN if there are too
// few samples.
type Stat struct {
	statistics.MedianInterval
	Values []float64
	within float64 // precision without drift
	sample *benchmath.Sample
}

// newStat drops infinite values and NaN.
func newStat(values []float64) Stat {
	kept := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			kept = append(kept, v)
		}
	}
	sample := benchmath.NewSample(slices.Clone(kept), &benchmath.DefaultThresholds)
	m := statistics.MedianOf(sample.Values)
	s := Stat{m, kept, m.Precision(), sample}
	if s.N < statistics.MedianMinSamples {
		s.Lo, s.Hi = math.NaN(), math.NaN()
	}
	return s
}

// HasInterval reports whether there are enough samples for an interval.
func (s Stat) HasInterval() bool { return !math.IsNaN(s.Lo) }

// Within returns the precision of the median without the drift between runs. Cases of a run drift
// together, so it applies to their ratios.
func (s Stat) Within() float64 { return s.within }

// Precision returns the better precision of the median, in the primary unit or in cycles, and its
// unit. Cycles are less noisy if the clock changes, time if the work waits for memory.
func (c *Case) Precision() (precision float64, unit string) {
	return c.better(func(s Stat) float64 { return s.Precision() })
}

// Within is Precision without the drift between runs, which more samples in a run improve.
func (c *Case) Within() float64 {
	precision, _ := c.better(Stat.Within)
	return precision
}

func (c *Case) better(of func(Stat) float64) (precision float64, unit string) {
	main := c.Shape.Scenario.MainUnit()
	precision, unit = of(c.Main()), main.Name
	if cycles, ok := c.Stats[results.UnitCycles]; ok && main.IsSpeed() && cycles.N == c.Main().N && of(cycles) < precision {
		return of(cycles), results.UnitCycles
	}
	return precision, unit
}

// pValue returns the p-value of the two-sided Mann-Whitney U test.
func pValue(a, b Stat) float64 {
	if p, ok := apart(a.sample.Values, b.sample.Values); ok {
		return p
	}
	// The exact test takes time proportional to the product of the sizes, so samples are thinned.
	return benchmath.AssumeNothing.Compare(thin(a.sample), thin(b.sample)).P
}

// apart returns the p-value if all values of one sorted sample are below the other: of all ways to
// assign the values to the sides, two are as extreme. Most implementations differ that much.
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
