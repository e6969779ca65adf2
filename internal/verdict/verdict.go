package verdict

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/words"
	"github.com/ecsbench/ecsbench/results"
)

// An Outcome is what a build has to know.
type Outcome string

const (
	Pass         Outcome = "pass"
	Regressed    Outcome = "regression"
	CaseFailed   Outcome = "case failed"
	Inconclusive Outcome = "inconclusive"
	Observed     Outcome = "observed" // it is told what happened, and no build depends on it
)

// A Verdict is a judged set of comparisons.
type Verdict struct {
	By            string // the command that reached it: gate, ab or history
	Outcome       Outcome
	Summary       string // in a line, where it does not follow from the rest: what was observed, or what was read
	Old, New      Side
	MaxRegression float64 // share by which a case may get worse
	Visible       float64 // slow-down, as a share, that has to be visible in a case
	Alpha         float64 // chance of a false alarm over all comparisons together
	Method        string  // how it was reached, in a sentence or two
	Comparisons   []Comparison
	Controls      []Control // how the experiment tested itself
	Problems      []Problem // worst first
	Notes         []string  // what the reader should know, each with its remedy
	Policy        Policy    // what it does to a build where it is inconclusive
	Proof         string    // why nothing had to be measured; "" where something was
	Tested        int       // comparisons that the correction is for

	// Set by Tally.
	Cases int // compared
	Worse int // cases with a regression
	Blind int // cases in which a slow-down of Visible could have stayed unseen

	// Seen is the slow-down, as a share, from which 95% of the cases that are not
	// blind would have shown a significant change; Fail that from which they
	// would have failed.
	// +Inf where no slow-down would have, NaN where nothing that takes time was
	// compared. Set by Tally.
	Seen, Fail float64
}

// A Policy says what an inconclusive verdict does to a build.
type Policy string

const (
	FailBuild Policy = "fail" // what nobody could see is not good; the default
	WarnBuild Policy = "warn" // it is said, and the build goes on
	PassBuild Policy = "pass" // it is good enough
)

// Policies lists all of them.
var Policies = []Policy{FailBuild, WarnBuild, PassBuild}

// Fails tells whether a build is to fail.
func (v *Verdict) Fails() bool {
	return v.Outcome != Pass && (v.Outcome != Inconclusive || v.Policy == FailBuild || v.Policy == "")
}

// A Side is one of the two that are compared.
type Side struct {
	Name  string // old or new, base or head: what columns are called
	Label string // what was measured: the name of a file, a revision
}

// A Problem is a reason for which a verdict cannot be good.
type Problem struct {
	Outcome Outcome  `json:"outcome"` // what it makes of the verdict; Pass where it is allowed
	What    string   `json:"what"`    // is wrong
	Remedy  string   `json:"remedy"`  // what to do about it
	Cases   []string `json:"cases,omitempty"`
	Blinds  bool     `json:"-"` // the comparisons mean nothing, whatever they say
}

// Vanished is the problem of cases that the old side has and the new one has not.
func Vanished(of string, cases []string, allowed []Allowance) []Problem {
	return unlessAllowed(AllowVanished, allowed, Problem{
		Outcome: Inconclusive, Cases: cases,
		What:   words.Count(len(cases), "case") + " of " + of + " vanished",
		Remedy: "measure the same benchmarks, or pass --allow vanished where this is meant",
	})
}

// Failures is the problem of cases that could not be measured, said by what.
func Failures(what string, cases []string, allowed []Allowance) []Problem {
	return unlessAllowed(AllowFailed, allowed, Problem{
		Outcome: CaseFailed, Cases: cases, What: what,
		Remedy: "mend what failed and measure again, or pass --allow failed",
	})
}

// unlessAllowed returns the problem, if there is one.
func unlessAllowed(a Allowance, allowed []Allowance, p Problem) []Problem {
	if len(p.Cases) == 0 {
		return nil
	}
	if slices.Contains(allowed, a) {
		p.Outcome = Pass
	}
	return []Problem{p}
}

// A Control is a comparison whose result is known beforehand, by which an
// experiment tests itself.
type Control struct {
	Name   string // "second copy of base", "planted 6%"
	Case   string
	Effect Effect // for the worse where positive
	Passed bool
	Word   string // what that means: equal, DIFFERS, found, MISSED
}

// Tally counts what the comparisons say, and puts them in order, worst first.
func (v *Verdict) Tally() {
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		if _, _, hi := c.Worse(); c.Status == Same && !c.exact() && hi > math.Log1p(v.MaxRegression) {
			c.Status = Undecided
		}
	}
	v.count()
	v.sort()
}

// count fills in numbers of cases and what would have been seen.
func (v *Verdict) count() {
	cases, worse := make(map[results.Key]bool), make(map[results.Key]bool)
	seen, fail := make(map[results.Key]float64), make(map[results.Key]float64)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		cases[c.Key] = true
		if c.Status == Regression {
			worse[c.Key] = true
		}
		// What has changed for certain was seen, however much it scatters.
		if c.Kind == Tested && results.UnitNamed(c.Unit).IsSpeed() && c.Status != SameWork && !v.blind(c) && !(c.Status == Improved && c.Seen > math.Log1p(v.Visible)) {
			seen[c.Key], fail[c.Key] = math.Max(seen[c.Key], c.Seen), math.Max(fail[c.Key], c.Fail)
		}
	}
	v.Cases, v.Worse, v.Blind = len(cases), len(worse), len(v.blindCases())
	v.Seen, v.Fail = inMost(seen), inMost(fail)
	if v.Blind > 0 && len(seen) == 0 {
		v.Seen, v.Fail = math.Inf(1), math.Inf(1)
	}
}

// inMost returns the share that 95% of the logarithms do not exceed, or NaN
// where there are none.
func inMost(logs map[results.Key]float64) float64 {
	if len(logs) == 0 {
		return math.NaN()
	}
	all := slices.Sorted(maps.Values(logs))
	return math.Expm1(all[(len(all)*95+99)/100-1])
}

// sort puts the comparisons in order: by status, in it the largest change
// first, and a unit that restates another behind it.
func (v *Verdict) sort() {
	size := func(c *Comparison) float64 {
		log, _, _ := c.Worse()
		return math.Abs(log)
	}
	slices.SortStableFunc(v.Comparisons, func(a, b Comparison) int {
		return cmp.Or(
			cmp.Compare(a.Status.place(), b.Status.place()),
			cmp.Compare(size(&b), size(&a)),
		)
	})
}

// Changed returns the comparisons that changed, worst first, without those
// that restate another.
func (v *Verdict) Changed() []*Comparison { return v.those((*Comparison).changed) }

// With lists the comparisons of a status.
func (v *Verdict) With(s Status) []*Comparison {
	return v.those(func(c *Comparison) bool { return c.Status == s })
}

func (v *Verdict) those(wanted func(*Comparison) bool) (list []*Comparison) {
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; wanted(c) {
			list = append(list, c)
		}
	}
	return list
}

// CasesWith lists the cases that have a status in some unit.
func (v *Verdict) CasesWith(s Status) (names []string) {
	seen := make(map[results.Key]bool)
	for _, c := range v.With(s) {
		if !seen[c.Key] {
			seen[c.Key] = true
			names = append(names, c.Case)
		}
	}
	return names
}

// Decide finds the outcome. Problems that blind the comparisons come first;
// then a regression, which is one whatever else is wrong; then failed cases.
func (v *Verdict) Decide() {
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
