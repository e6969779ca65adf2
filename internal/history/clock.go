package history

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/internal/history/divisive"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/summary"
	"github.com/ecsbench/ecsbench/results"
)

// A clocked point knows the cycles and the clock of its samples too.
type clocked struct{ cycles, clock summary.Stat }

func clockedOf(c *summary.Case) *clocked {
	if !c.Shape.Scenario.MainUnit().IsTime() {
		return nil
	}
	k := clocked{c.Stats[results.UnitCycles], c.Stats[results.UnitClock]}
	n := c.Main().N
	if n == 0 || k.cycles.N != n || k.clock.N != n || !(k.cycles.Center > 0) {
		return nil
	}
	return &k
}

// chooseMetrics decides by the samples of all points whether the series is told
// in time or in cycles. Where they do not tell, a step has to be in both.
func (s *Series) chooseMetrics() {
	if slices.ContainsFunc(s.Points, func(p Point) bool { return p.clocked == nil }) {
		return
	}
	var sides []statistics.Clocked
	for _, p := range s.Points {
		sides = append(sides, statistics.ClockedOf(p.Stat.Values, p.clocked.clock.Values))
	}
	s.By = statistics.Weigh(sides...).Choose(statistics.MetricLevel)
	if s.By == statistics.ByCycles {
		s.Unit = results.UnitCycles
		for i := range s.Points {
			s.Points[i].Stat = s.Points[i].clocked.cycles
		}
	}
}

// agreed keeps the steps that the cycles of the points show too.
func agreed(steps []divisive.Change, cycles []float64) []divisive.Change {
	also := divisive.Changes(cycles)
	return slices.DeleteFunc(steps, func(c divisive.Change) bool {
		return !slices.ContainsFunc(also, func(other divisive.Change) bool { return other.At-c.At <= 1 && c.At-other.At <= 1 })
	})
}

// witnesses says what was done about the clock of the core; it is empty where no
// file tells it.
func (h *History) witnesses() string {
	by := make(map[statistics.Metric]int)
	known := 0
	for _, s := range h.Series {
		if s.By != "" {
			by[s.By]++
			known++
		}
	}
	switch {
	case known == 0 && !h.clocked:
		return ""
	case known == 0:
		return "Some files do not tell the clock of their core, so time is compared as it is"
	}
	text := fmt.Sprintf("Told in cycles of the core, which repeat better: %d; in time, which repeats better: %d; in both, which have to agree: %d",
		by[statistics.ByCycles], by[statistics.ByTime], by[statistics.ByBoth])
	if without := len(h.Series) - known; without > 0 {
		text += fmt.Sprintf("; the clock is not known at all commits: %d", without)
	}
	return text
}
