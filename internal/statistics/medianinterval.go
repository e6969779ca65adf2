package statistics

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// MedianConfidence is the level of all intervals of medians.
const MedianConfidence = 0.95

// MedianMinSamples is the least number of samples for an interval of the median from
// order statistics at 95% confidence.
const MedianMinSamples = 6

// A MedianInterval is the median of samples with its confidence interval.
type MedianInterval struct {
	Center, Lo, Hi float64
	N              int
}

// MedianOf returns the median and its distribution-free interval from order
// statistics (benchmath's AssumeNothing, the interval that benchstat shows).
// With fewer than [MedianMinSamples] the interval is infinite.
func MedianOf(samples []float64) MedianInterval {
	if len(samples) == 0 {
		return MedianInterval{Center: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1)}
	}
	s := benchmath.NewSample(slices.Clone(samples), &benchmath.DefaultThresholds) // sorts its argument
	summary := benchmath.AssumeNothing.Summary(s, MedianConfidence)
	return MedianInterval{Center: summary.Center, Lo: summary.Lo, Hi: summary.Hi, N: len(samples)}
}

// Precision returns the larger half of the interval, relative to the median;
// +Inf if there are too few samples.
func (m MedianInterval) Precision() float64 {
	if m.N < MedianMinSamples || math.IsInf(m.Lo, 0) || math.IsInf(m.Hi, 0) {
		return math.Inf(1)
	}
	if m.Hi == m.Lo {
		return 0
	}
	return max(m.Hi-m.Center, m.Center-m.Lo) / math.Abs(m.Center)
}
