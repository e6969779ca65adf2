// Package median is the one notion of precision: the median of samples and the
// interval in which that of all samples lies, as far as they tell. What is measured
// until it is precise and what is reported have it from here.
package median

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

// Of returns the median and its distribution-free interval from order
// statistics (benchmath's AssumeNothing, the interval that benchstat shows).
// With fewer than [MinSamples] the interval is infinite.
func Of(samples []float64) Median {
	if len(samples) == 0 {
		return Median{Center: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1)}
	}
	s := benchmath.NewSample(slices.Clone(samples), &benchmath.DefaultThresholds) // which sorts them
	summary := benchmath.AssumeNothing.Summary(s, Confidence)
	return Median{Center: summary.Center, Lo: summary.Lo, Hi: summary.Hi, N: len(samples)}
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
