package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/shift"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/internal/witness"
	"github.com/ecsbench/ecsbench/results"
)

// hearBoth has the pairs of a case know what their samples tell of time and of the
// cycles of the core, where both sides tell its clock.
func hearBoth(pairs []pair, old, new *caseData) {
	x, y := old.units[results.UnitClock], new.units[results.UnitClock]
	if x == nil || y == nil {
		return
	}
	for i := range pairs {
		p := &pairs[i]
		if p.Kind != verdict.Tested || !results.UnitNamed(p.Unit).IsTime() || !clocked(p.old, x) || !clocked(p.new, y) {
			continue
		}
		was, is := witness.SamplesOf(p.old.values, x.values), witness.SamplesOf(p.new.values, y.values)
		p.evidence, p.moved, p.moves = witness.Weigh(was, is), math.Abs(is.Drift()-was.Drift()), witness.Moves(was, is)
		p.other = p.in(strings.Replace(p.Unit, "sec", "cycles", 1), p.old.cycles(x), p.new.cycles(y))
	}
}

// chooseMetrics takes the clock of the core out of the times of all cases that repeat
// better without: they are compared in cycles then. Where the samples do not tell
// which of the two repeats better, time and cycles have to agree: a case that is asked
// the wrong one changes by whatever the clock did between the runs. Either way the
// other one is told beside it.
func chooseMetrics(pairs []pair, level float64) {
	var told []int
	var evidence []witness.Evidence
	for i := range pairs {
		if pairs[i].other != nil {
			told, evidence = append(told, i), append(evidence, pairs[i].evidence)
		}
	}
	for i, by := range witness.ChooseEach(level, evidence) {
		p := &pairs[told[i]]
		switch p.By = by; {
		case p.moved > farther*p.moves:
			p.By = witness.Both
		case p.By == witness.Both && p.moved < still && p.other.scale() < p.scale():
			p.By = witness.Cycles
		case p.By == witness.Both && p.moved < still:
			p.By = witness.Time
		}
		if p.By != witness.Cycles {
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

// farther is how many times as far as within the runs the clock may have moved between
// them for what the samples tell of the one to hold for the other.
const farther = 4

// still is how little the clock may have moved between the runs for the one to be
// asked that scatters less, whether or not the samples are sure of it: the wrong one
// is off by no more.
const still = 0.005

// clocked reports whether each value has its clock.
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

// cycles are those of times in seconds.
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
	q.Unit, q.old, q.new, q.oldL, q.newL = unit, old, new, shift.Logs(old.values), shift.Logs(new.values)
	q.Old, q.New = statistics.Median(old.values), statistics.Median(new.values)
	return &q
}

// asTime and asCycles are the comparison in the one unit or the other, if the clock is
// known; otherwise as it is.
func (p *pair) asTime() *pair   { return p.unless(witness.Cycles) }
func (p *pair) asCycles() *pair { return p.unless(witness.Time, witness.Both) }

// unless is the other comparison if this is told by one of those.
func (p *pair) unless(by ...witness.Choice) *pair {
	if p.other != nil && slices.Contains(by, p.By) {
		return p.other
	}
	return p
}

// hear estimates what the other witness tells. Where both have to agree there is
// as much of a change as both tell of.
func (p *pair) hear(alpha float64) {
	o := p.other
	if o == nil {
		return
	}
	o.Effect = estimated(o.oldL, o.newL, alpha)
	name, says := string(witness.Cycles), "noisier"
	switch p.By {
	case witness.Cycles:
		name = string(witness.Time)
	case witness.Both:
		says = "as noisy; both must agree"
		p.Effect = agree(p.Effect, o.Effect)
	}
	p.Secondary = append(p.Secondary, verdict.Secondary{Name: name, Unit: o.Unit, Old: o.Old, New: o.New, Effect: o.Effect, Meaning: says})
}

// clockNotes says what was done about the clock of the core, and what could not be.
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
	by := make(map[witness.Choice]int)
	for _, c := range comparisons {
		by[c.By]++
	}
	return []string{fmt.Sprintf("the core ran at %s GHz in OLD and at %s GHz in NEW (%s); primary metric: cycles in %d cases and time in %d, whichever is less noisy, and both in %d ambiguous cases",
		results.Digits(was), results.Digits(is), verdict.Effect{Log: math.Log(is / was)}.Change(), by[witness.Cycles], by[witness.Time], by[witness.Both])}
}

// clockless says of two runs what they could tell and do not.
func clockless(old, new *Side) string {
	if !math.IsNaN(old.clock()) || !math.IsNaN(new.clock()) {
		return ""
	}
	return "Neither file records the clock of its core, so a slower core looks like a slower program. "
}

// clock is that of the core, in GHz: the median of all samples that tell it, NaN
// if none does.
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
