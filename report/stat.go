package report

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
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
	// Within is the precision of the median without the drift between runs. Cases of a run drift
	// together, so it applies to their ratios.
	Within float64
	sorted []float64
}

// newStat drops infinite values and NaN.
func newStat(values []float64) Stat {
	kept := lists.Filter(values, func(v float64) bool {
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	})
	m := statistics.MedianOf(kept)
	s := Stat{m, kept, m.Precision(), slices.Sorted(slices.Values(kept))}
	if s.N < statistics.MedianMinSamples {
		s.Lo, s.Hi = math.NaN(), math.NaN()
	}
	return s
}

// evaluate summarises the values of a case.
func (c *Case) evaluate() {
	c.Stats = make(map[string]Stat, len(c.values))
	for unit, values := range c.values {
		c.Stats[unit] = newStat(values)
	}
	c.values = nil
	c.addDrift()
}

// HasInterval reports whether there are enough samples for an interval.
func (s Stat) HasInterval() bool { return !math.IsNaN(s.Lo) }

// Precision returns the better precision of the median, in the primary unit or in cycles, and its
// unit. Cycles are less noisy if the clock changes, time if the work waits for memory.
func (c *Case) Precision() (precision float64, unit string) {
	return c.better(func(s Stat) float64 { return s.Precision() })
}

// Within is Precision without the drift between runs, which more samples in a run improve.
func (c *Case) Within() float64 {
	precision, _ := c.better(func(s Stat) float64 { return s.Within })
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
