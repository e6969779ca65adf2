package report

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// Confidence is the confidence level of all intervals.
const Confidence = statistics.MedianConfidence

// Alpha is the significance level.
const Alpha = 0.05

// A Stat summarises the samples of one case in one unit. The interval of its median
// includes the drift between runs, see [Entry.addDrift]. Its ends are NaN if there are too
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
func (c *Entry) evaluate() {
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
func (c *Entry) Precision() (precision float64, unit string) {
	return c.better(func(s Stat) float64 { return s.Precision() })
}

// Within is Precision without the drift between runs, which more samples in a run improve.
func (c *Entry) Within() float64 {
	precision, _ := c.better(func(s Stat) float64 { return s.Within })
	return precision
}

func (c *Entry) better(of func(Stat) float64) (precision float64, unit string) {
	main := c.Shape.Scenario.MainUnit()
	precision, unit = of(c.Main()), main.Name
	if cycles, ok := c.Stats[results.UnitCycles]; ok && main.IsSpeed() && cycles.N == c.Main().N && of(cycles) < precision {
		return of(cycles), results.UnitCycles
	}
	return precision, unit
}

// clockDrift is the drift of the clock between runs, in units of its standard deviation
// within a case.
const clockDrift = 0.5

// addDrift widens the intervals of speeds by the drift between runs, which the samples of one
// run do not contain. Cycles drift by [statistics.RunDrift] of their scatter. Times also drift
// with the core clock. scripts/quiet.sh measures how many intervals contain the median of many
// runs.
func (c *Entry) addDrift() {
	clock, steady := 0.0, math.NaN()
	if s, ok := c.Stats[results.UnitClock]; ok {
		clock = stats.StdDev(s.Values) / s.Center
	}
	if s, ok := c.Stats[results.UnitCycles]; ok {
		steady = s.scatter()
	}
	for unit, s := range c.Stats {
		if !s.HasInterval() || !results.UnitNamed(unit).IsSpeed() {
			continue
		}
		drift := statistics.RunDrift * s.scatter()
		if unit != results.UnitCycles && !math.IsNaN(steady) {
			// Limit the drift to the scatter of the time.
			drift = math.Hypot(statistics.RunDrift*min(steady, s.scatter()), clockDrift*min(clock, s.scatter()))
		}
		c.Stats[unit] = s.widened(drift * math.Abs(s.Center))
	}
}

// scatter returns the scatter of the samples relative to their median.
func (s Stat) scatter() float64 { return statistics.Scatter(s.sorted) / math.Abs(s.Center) }

// widened adds an independent error with standard deviation sd to the interval.
func (s Stat) widened(sd float64) Stat {
	if sd > 0 && !math.IsInf(sd, 0) {
		half := sd * stats.StdNormal.InvCDF(1-(1-Confidence)/2)
		s.Lo = s.Center - math.Hypot(s.Center-s.Lo, half)
		s.Hi = s.Center + math.Hypot(s.Hi-s.Center, half)
	}
	return s
}
