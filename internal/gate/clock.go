package gate

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// addCycles adds the comparison in cycles to each pair in time, if both sides record the
// clock of the core.
func addCycles(pairs []pair, old, new *caseData) {
	x, y := old.units[results.UnitClock], new.units[results.UnitClock]
	if x == nil || y == nil {
		return
	}
	for i := range pairs {
		p := &pairs[i]
		if p.Kind != verdict.Tested || !results.UnitNamed(p.Unit).IsTime() || !clocked(p.old, x) || !clocked(p.new, y) {
			continue
		}
		was, is := statistics.ClockedOf(p.old.values, x.values), statistics.ClockedOf(p.new.values, y.values)
		p.evidence, p.moved, p.moves = statistics.Weigh(was, is), math.Abs(is.Drift()-was.Drift()), statistics.ClockScatter(was, is)
		p.other = p.in(strings.Replace(p.Unit, "sec", "cycles", 1), p.old.cycles(x), p.new.cycles(y))
	}
}

// chooseMetrics compares a case in cycles if cycles are less noisy than time. If neither is
// clearly less noisy, both must agree, because with the wrong metric a case changes by the
// drift of the clock between the runs. The other metric becomes the secondary metric.
func chooseMetrics(pairs []pair, level float64) {
	var clocked []int
	var evidence []statistics.Evidence
	for i := range pairs {
		if pairs[i].other != nil {
			clocked, evidence = append(clocked, i), append(evidence, pairs[i].evidence)
		}
	}
	for i, by := range statistics.ChooseMetrics(level, evidence) {
		p := &pairs[clocked[i]]
		switch p.By = by; {
		case p.moved > farther*p.moves:
			p.By = statistics.ByBoth
		case p.By == statistics.ByBoth && p.moved < still && p.other.scale() < p.scale():
			p.By = statistics.ByCycles
		case p.By == statistics.ByBoth && p.moved < still:
			p.By = statistics.ByTime
		}
		if p.By != statistics.ByCycles {
			continue
		}
		for j := range pairs {
			if q := &pairs[j]; q.Kind == verdict.Derived && q.From == p.Unit && q.Key == p.Key {
				q.From = p.other.Unit
			}
		}
		time := *p
		*p, time.other = *p.other, nil
		p.By, p.other = time.By, &time
	}
}

// farther limits the drift of the clock between the runs, as a multiple of its scatter
// within them. Beyond it, the scatter within the runs is no evidence for either metric.
const farther = 4

// still is the drift of the clock below which the less noisy metric is used even without
// significance: the wrong one is off by no more than this.
const still = 0.005

// clocked reports whether each value has a clock.
func clocked(s, clock *series) bool {
	if len(s.values) != len(clock.values) {
		return false
	}
	for i := range s.values {
		if !(s.values[i] > 0 && clock.values[i] > 0) {
			return false
		}
	}
	return true
}

// cycles converts times in seconds.
func (s *series) cycles(gigahertz *series) *series {
	c := &series{runs: s.runs}
	for i, v := range s.values {
		c.values = append(c.values, v*gigahertz.values[i]*1e9)
	}
	return c
}

// in compares other values of the same samples.
func (p *pair) in(unit string, old, new *series) *pair {
	q := *p
	q.Unit, q.old, q.new, q.oldL, q.newL = unit, old, new, statistics.Logs(old.values), statistics.Logs(new.values)
	q.Old, q.New = statistics.Median(old.values), statistics.Median(new.values)
	return &q
}

// addSecondary estimates the change by the secondary metric. If both must agree, the
// effect covers both.
func (p *pair) addSecondary(alpha float64) {
	o := p.other
	if o == nil {
		return
	}
	o.Effect = estimated(o.oldL, o.newL, alpha)
	name, says := string(statistics.ByCycles), "noisier"
	switch p.By {
	case statistics.ByCycles:
		name = string(statistics.ByTime)
	case statistics.ByBoth:
		says = "as noisy; both must agree"
		p.Effect = agree(p.Effect, o.Effect)
	}
	p.Secondary = append(p.Secondary, verdict.Secondary{Name: name, Unit: o.Unit, Old: o.Old, New: o.New, Effect: o.Effect, Meaning: says})
}

// clockNotes describes the use of the clock of the core.
func clockNotes(old, new *Side, comparisons []Comparison) []string {
	was, is := old.clock(), new.clock()
	switch {
	case math.IsNaN(was) && math.IsNaN(is):
		return nil // see clockless
	case math.IsNaN(was) || math.IsNaN(is):
		lacks := "OLD"
		if math.IsNaN(is) {
			lacks = "NEW"
		}
		return []string{lacks + " does not record the clock of its core, so times are compared; measure it with this version of ecsbench to compare cycles"}
	}
	by := make(map[statistics.Metric]int)
	for _, c := range comparisons {
		by[c.By]++
	}
	ran := fmt.Sprintf("the core ran at %s GHz in OLD and at %s GHz in NEW (%s)",
		results.Digits(was), results.Digits(is), verdict.Effect{Log: math.Log(is / was)}.Change())
	chosen := by[statistics.ByCycles] + by[statistics.ByTime] + by[statistics.ByBoth]
	if chosen == 0 {
		return []string{ran}
	}
	return []string{fmt.Sprintf("%s; primary metric: cycles in %d cases and time in %d, whichever is less noisy, and both in %d ambiguous cases",
		ran, by[statistics.ByCycles], by[statistics.ByTime], by[statistics.ByBoth])}
}

// clockRatio returns the absolute logarithm of the ratio of the clocks of two files of bench,
// whose samples are minutes or days apart, and 0 for others.
func clockRatio(old, new *Side) float64 {
	ratio := math.Abs(math.Log(new.clock() / old.clock()))
	if math.IsNaN(ratio) || !old.bench || !new.bench || old.runs > 1 && new.runs > 1 {
		return 0
	}
	return ratio
}

// A clock that differs by more than usualClock is a sign of another load on the machine, which
// takes caches and memory too. Then a change of speed must exceed the limit by loadPerClock
// times the rest. With 4.19 and 3.79 GHz equal programs differed by up to 17% in cycles.
const usualClock, loadPerClock = 0.03, 2

// byLoad is the change of speed, as logarithm, that another load may have caused.
func (c *Comparison) byLoad() float64 {
	if !results.UnitNamed(c.Unit).IsSpeed() {
		return 0
	}
	return loadPerClock * max(0, c.ClockRatio-usualClock)
}

// clockless is the remark on two runs that do not record the clock.
func clockless(old, new *Side) string {
	if !math.IsNaN(old.clock()) || !math.IsNaN(new.clock()) {
		return ""
	}
	return "Neither file records the clock of its core, so a slower core looks like a slower program. "
}

// clock is the median clock of the core in GHz, NaN if no sample records it.
func (s *Side) clock() float64 {
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
