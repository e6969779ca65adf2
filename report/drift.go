package report

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// clockDrift is the drift of the clock between runs, in units of its standard deviation
// within a case.
const clockDrift = 0.5

// addDrift widens the intervals of speeds by the drift between runs, which the samples of one
// run do not contain. Cycles drift by [statistics.RunDrift] of their scatter. Times also drift
// with the core clock. scripts/quiet.sh measures how many intervals contain the median of many
// runs.
func (c *Case) addDrift() {
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
