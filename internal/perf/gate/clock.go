package gate

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// farther limits the drift of the clock between the runs, as a multiple of its scatter within
// them. Beyond it, the scatter within the runs is no evidence for either metric.
const farther = 4

// chooseMetric compares a case in cycles if cycles are less noisy than time, and in both if neither
// is clearly less noisy: with the wrong metric a case changes by the drift of the clock between the
// runs.
func (p *pair) chooseMetric() {
	was, ok := withClock(p.old, p.clocks[0])
	is, also := withClock(p.now, p.clocks[1])
	if !ok || !also || p.Evidence != verdict.Tested || !results.UnitNamed(p.Unit).IsTime() {
		return
	}
	p.clock, p.by = math.Abs(is.Drift()-was.Drift()), statistics.Weigh(was, is).Choose()
	if p.clock > farther*statistics.ClockScatter(was, is) {
		p.by = statistics.ByBoth
	}
	time, cycles := *p, p.inCycles()
	p.other = cycles
	if p.by == statistics.ByCycles {
		*p, p.other = *cycles, &time
	}
}

// withClock reports whether each value has a clock.
func withClock(s, clock *series) (both statistics.Clocked, ok bool) {
	if clock == nil || len(s.values) != len(clock.values) {
		return both, false
	}
	for i := range s.values {
		if !(s.values[i] > 0 && clock.values[i] > 0) {
			return both, false
		}
	}
	return statistics.ClockedOf(s.values, clock.values), true
}

// inCycles converts times in seconds.
func (p *pair) inCycles() *pair {
	cycles := func(s, gigahertz *series) *series {
		c := &series{runs: s.runs, digit: s.digit * gigahertz.values[0] * 1e9}
		for i, v := range s.values {
			c.values = append(c.values, v*gigahertz.values[i]*1e9)
		}
		return c
	}
	q := *p
	q.Unit = strings.Replace(p.Unit, "sec", "cycles", 1)
	q.old, q.now = cycles(p.old, p.clocks[0]), cycles(p.now, p.clocks[1])
	q.oldL, q.newL = statistics.Logs(q.old.values), statistics.Logs(q.now.values)
	q.Old, q.New = statistics.Median(q.old.values), statistics.Median(q.now.values)
	return &q
}

// clock is the median clock of the core in GHz, NaN if no sample records it.
func (s *Input) clock() float64 {
	var all []float64
	for _, c := range s.cases {
		if u := c.units[results.UnitClock]; u != nil {
			all = append(all, u.values...)
		}
	}
	if len(all) == 0 {
		return math.NaN()
	}
	return statistics.Median(all)
}

// clockNotes describes the use of the clock of the core.
func clockNotes(old, now *Input, comparisons []*comparison) []string {
	was, is := old.clock(), now.clock()
	lacks, side := "OLD", old
	switch {
	case math.IsNaN(was) && math.IsNaN(is):
		return nil // see notes
	case math.IsNaN(is):
		lacks, side = "NEW", now
		fallthrough
	case math.IsNaN(was):
		if side.file.Unfinished {
			return nil // see unfinished
		}
		return []string{lacks + " does not record the clock of its core, so times are compared; measure it with this version of ecsbench to compare cycles"}
	}
	by := make(map[statistics.Basis]int)
	for _, c := range comparisons {
		by[c.by]++
	}
	text := fmt.Sprintf("the core ran at %s GHz in OLD and at %s GHz in NEW (%s)", results.Digits(was), results.Digits(is), verdict.Effect{Shift: statistics.Shift{Log: math.Log(is / was)}}.Change())
	if by[""] < len(comparisons) {
		text += fmt.Sprintf("; primary metric: cycles in %s and time in %d, whichever is less noisy, and both in %s",
			display.Count(by[statistics.ByCycles], "case"), by[statistics.ByTime], display.Count(by[statistics.ByBoth], "ambiguous case"))
	}
	return []string{text}
}
