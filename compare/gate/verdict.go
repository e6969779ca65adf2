package gate

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/compare/holm"
	"github.com/ecsbench/ecsbench/results"
)

// An Outcome is what a build has to know.
type Outcome string

const (
	Pass         Outcome = "pass"
	Regressed    Outcome = "regression"
	CaseFailed   Outcome = "case failed"
	Inconclusive Outcome = "inconclusive"
)

// A Verdict is a judged set of comparisons.
type Verdict struct {
	Outcome     Outcome
	Options     Options
	By          string // the command that reached it: gate or ab
	Old, New    string // labels of the sides
	Comparisons []Comparison
	Cases       int       // compared
	Worse       int       // cases with a regression
	Tested      int       // comparisons that the correction is for
	Problems    []Problem // worst first
	Notes       []string  // what the reader should know, each with its remedy

	// Seen is the slow-down, as a share, from which 95% of cases would have
	// shown a significant change; Fail that from which they would have failed
	// the gate. +Inf where no slow-down would have.
	Seen, Fail float64
}

// A Problem is a reason for which a verdict cannot be good.
type Problem struct {
	Outcome Outcome // what it makes of the verdict; Pass where it is allowed
	What    string  // is wrong
	Remedy  string  // what to do about it
	Cases   []string
	Blinds  bool // the comparisons mean nothing, whatever they say
}

// Judge corrects the comparisons for their number, gives each its status and
// puts them in order, worst first. Problems and notes come from whoever made
// the comparisons.
func Judge(comparisons []Comparison, problems []Problem, notes []string, opts Options) *Verdict {
	v := &Verdict{Options: opts, Comparisons: comparisons, Problems: problems, Notes: notes}
	v.correct()
	v.count()
	v.sort()
	v.addProblems()
	v.decide()
	return v
}

// correct sets PHolm and Status.
func (v *Verdict) correct() {
	var ps []float64
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Kind == Tested {
			ps = append(ps, c.Effect.P)
		}
	}
	v.Tested = len(ps)
	ps = holm.Correct(ps)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		c.PHolm = c.Effect.P
		if c.Kind == Tested {
			c.PHolm, ps = ps[0], ps[1:]
			c.Status = c.status(v.Options, v.Tested)
		} else if c.Kind == Counted {
			c.Status = c.status(v.Options, v.Tested)
		}
	}
	// A derived unit has no test of its own: it follows the one it restates.
	type unitOf struct {
		key  results.Key
		unit string
	}
	of := make(map[unitOf]*Comparison)
	for i := range v.Comparisons {
		of[unitOf{v.Comparisons[i].Key, v.Comparisons[i].Unit}] = &v.Comparisons[i]
	}
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Kind == Derived {
			from := of[unitOf{c.Key, c.From}]
			c.Effect.P, c.PHolm, c.Status, c.Seen, c.Fail = from.Effect.P, from.PHolm, from.Status, from.Seen, from.Fail
		}
	}
}

// count fills in numbers of cases and what would have been seen.
func (v *Verdict) count() {
	cases, worse := make(map[string]bool), make(map[string]bool)
	seen, fail := make(map[string]float64), make(map[string]float64)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		cases[c.Case] = true
		if c.Status == Regression {
			worse[c.Case] = true
		}
		if c.Kind == Tested && isSpeed(c.Unit) {
			seen[c.Case], fail[c.Case] = math.Max(seen[c.Case], c.Seen), math.Max(fail[c.Case], c.Fail)
		}
	}
	v.Cases, v.Worse = len(cases), len(worse)
	v.Seen, v.Fail = inMost(seen), inMost(fail)
}

// inMost returns the share that 95% of the logarithms do not exceed, or NaN
// where there are none.
func inMost(logs map[string]float64) float64 {
	if len(logs) == 0 {
		return math.NaN()
	}
	var all []float64
	for _, l := range logs {
		all = append(all, l)
	}
	slices.Sort(all)
	return math.Expm1(all[(len(all)*95+99)/100-1])
}

var statusOrder = []Status{Regression, Suspect, Undirected, Tolerated, Improved, Untestable, Same}

// sort puts the comparisons in order: by status, in it the largest change
// first, and a unit that restates another behind it.
func (v *Verdict) sort() {
	size := func(c *Comparison) float64 {
		log, _, _ := c.Worse()
		return math.Abs(log)
	}
	slices.SortStableFunc(v.Comparisons, func(a, b Comparison) int {
		return cmp.Or(
			cmp.Compare(slices.Index(statusOrder, a.Status), slices.Index(statusOrder, b.Status)),
			cmp.Compare(size(&b), size(&a)),
		)
	})
}

// Changed returns the comparisons that changed, worst first, without those
// that restate another.
func (v *Verdict) Changed() []*Comparison {
	var out []*Comparison
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		if c.Kind != Derived && c.Status != Same && c.Status != Untestable {
			out = append(out, c)
		}
	}
	return out
}

// decide finds the outcome. Problems that blind the comparisons come first;
// then a regression, which is one whatever else is wrong; then failed cases.
func (v *Verdict) decide() {
	v.Outcome = Pass
	blind, broken, unsure := false, false, false
	for _, p := range v.Problems {
		blind = blind || p.Blinds && p.Outcome != Pass
		broken = broken || p.Outcome == CaseFailed
		unsure = unsure || p.Outcome == Inconclusive
	}
	switch {
	case blind:
		v.Outcome = Inconclusive
	case v.Worse > 0:
		v.Outcome = Regressed
	case broken:
		v.Outcome = CaseFailed
	case unsure:
		v.Outcome = Inconclusive
	}
}
