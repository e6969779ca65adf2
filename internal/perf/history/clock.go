package history

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// A clocked point has cycles and the clock of its samples.
type clocked struct{ cycles, clock report.Stat }

func clockedOf(c *report.Entry) *clocked {
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

// chooseMetrics selects time or cycles for each series by the samples of all points. If
// neither is less noisy, a step must be in both.
func (s *Trend) chooseMetrics() {
	if slices.ContainsFunc(s.Points, func(p Point) bool { return p.clocked == nil }) {
		return
	}
	sides := lists.Map(s.Points, func(p Point) statistics.Clocked { return statistics.ClockedOf(p.Stat.Values, p.clocked.clock.Values) })
	s.By = statistics.Weigh(sides...).Choose()
	if s.By == statistics.ByCycles {
		s.Unit = results.UnitCycles
		for i := range s.Points {
			s.Points[i].Stat = s.Points[i].clocked.cycles
		}
	}
}

// agreed keeps the steps that cycles confirm.
func agreed(steps []ChangePoint, cycles []float64) []ChangePoint {
	also := ChangePoints(cycles)
	return slices.DeleteFunc(steps, func(c ChangePoint) bool {
		return !slices.ContainsFunc(also, func(other ChangePoint) bool { return other.At-c.At <= 1 && c.At-other.At <= 1 })
	})
}

// clockNote describes the use of the core clock; "" if no file records it.
func (h *History) clockNote() string {
	by := make(map[statistics.Basis]int)
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
		return "Some files do not record the core clock, so times are compared"
	}
	text := fmt.Sprintf("Primary metric (the less noisy one): cycles in %s, time in %d, both in %s",
		display.Count(by[statistics.ByCycles], "case"), by[statistics.ByTime], display.Count(by[statistics.ByBoth], "ambiguous case"))
	if without := len(h.Series) - known; without > 0 {
		lack := "lack"
		if without == 1 {
			lack = "lacks"
		}
		text += fmt.Sprintf("; %s %s the clock at some commits", display.Count(without, "case"), lack)
	}
	return text
}
