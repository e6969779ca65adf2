package measure

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of all intervals of medians.
const Confidence = 0.95

// MinSamples is the least number of samples for which the order statistics
// give an interval of the median at 95% confidence.
const MinSamples = 6

// A Median is the middle of samples with its confidence interval.
type Median struct {
	Center, Lo, Hi float64
	N              int
}

// MedianOf returns the median and its distribution-free interval from order
// statistics (benchmath's AssumeNothing, the interval that benchstat shows).
// With fewer than [MinSamples] the interval is infinite.
func MedianOf(samples []float64) Median {
	if len(samples) == 0 {
		return Median{Center: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1)}
	}
	s := benchmath.NewSample(slices.Clone(samples), &benchmath.DefaultThresholds) // which sorts them
	summary := benchmath.AssumeNothing.Summary(s, Confidence)
	return Median{Center: summary.Center, Lo: summary.Lo, Hi: summary.Hi, N: len(samples)}
}

// A Series is what the samples of a case say, in turn.
type Series struct {
	Values []float64 // in the first unit of the case
	Cycles []float64 // of the same samples; none where the clock could not be read
}

// Precision is that of the median of the values or that of the cycles,
// whichever is narrower: of two witnesses of the same samples the steadier one
// tells. Where the clock moves that is cycles, where work waits for memory it
// is time.
func (s Series) Precision() float64 {
	p := MedianOf(s.Values).Precision()
	if len(s.Cycles) < len(s.Values) {
		return p
	}
	return min(p, MedianOf(s.Cycles).Precision())
}

// Precision returns the larger half of the interval, relative to the median;
// +Inf if there are too few samples.
func (m Median) Precision() float64 {
	if m.N < MinSamples || math.IsInf(m.Lo, 0) || math.IsInf(m.Hi, 0) {
		return math.Inf(1)
	}
	if m.Hi == m.Lo {
		return 0
	}
	return max(m.Hi-m.Center, m.Center-m.Lo) / math.Abs(m.Center)
}
