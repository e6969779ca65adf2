package verdict

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// An Outcome is the result for a build.
type Outcome string

const (
	Pass         Outcome = "pass"
	Regressed    Outcome = "regression"
	CaseFailed   Outcome = "case failed"
	Inconclusive Outcome = "inconclusive"
	Observed     Outcome = "observed" // changes are reported, and no build depends on them
)

// A Verdict is a judged set of comparisons.
type Verdict struct {
	By            string // the command that reached it: gate, ab or history
	Outcome       Outcome
	Summary       string // the headline, if it does not follow from the rest: of an observed verdict, or of one that was read
	Old, New      Column
	MaxRegression float64          // largest permitted change for the worse, as a share
	MaxMDE        float64          // the largest MDE, as a share, that a case may have
	Alpha         float64          // chance of a false alarm over all comparisons together
	Method        string           // how it was computed
	Correction    string           // a sentence on the p in tables; "" if there are none
	Identity      results.Identity // of the keys of comparisons
	Comparisons   []Comparison
	Controls      []Control   // tests of the experiment by known effects
	Problems      []Problem   // worst first
	Notes         []string    // remarks that change no verdict, each with its remedy
	Policy        Policy      // effect of an inconclusive verdict on a build
	Proof         string      // why nothing had to be measured; "" where something was
	Tested        int         // comparisons that the correction is for
	Unmeasured    int         // cases for which the budget had no time
	Failed        int         // cases without a comparison, because they failed
	Difference    string      // what NEW is built and run with and OLD is not
	Costs         []Secondary // of the difference: changes that are not judged

	// Set by Tally.
	Cases        int // compared: measured or proved equal
	Proved       int // cases of these that were proved equal
	Worse        int // cases with a regression
	Underpowered int // cases whose MDE is above MaxMDE

	// MDE is the share that the MDEs of 95% of the cases do not exceed; underpowered
	// cases do not count. Failing is the same of the smallest slowdowns that would
	// have failed. Both are +Inf if no slowdown is detectable, and NaN if no time was
	// compared. Set by Tally.
	MDE, Failing float64
}

// A Policy is the effect of an inconclusive verdict on a build.
type Policy string

const (
	FailBuild Policy = "fail" // the default
	WarnBuild Policy = "warn" // print a warning
	PassBuild Policy = "pass" // accept it
)

// Policies lists all of them.
var Policies = []Policy{FailBuild, WarnBuild, PassBuild}

// Fails reports whether the build fails.
func (v *Verdict) Fails() bool {
	return v.Outcome != Pass && (v.Outcome != Inconclusive || v.Policy == FailBuild || v.Policy == "")
}

// A Column is one of the two that are compared.
type Column struct {
	Name  string // column title: old or new, base or head
	Label string // a file or a revision
}

// A Problem is a reason why a verdict cannot be a pass.
type Problem struct {
	Outcome     Outcome  `json:"outcome"` // of a verdict with this problem; Pass if the problem is allowed
	What        string   `json:"what"`    // the problem
	Remedy      string   `json:"remedy"`  // the fix
	Cases       []string `json:"cases,omitempty"`
	Invalidates bool     `json:"-"` // the comparisons cannot be trusted
}

// Vanished is the problem of cases that the old side has and the new side lacks.
func Vanished(of string, cases []string, allowed []Allowance) []Problem {
	return unlessAllowed(AllowVanished, allowed, Problem{
		Outcome: Inconclusive, Cases: cases,
		What:   display.Count(len(cases), "case") + " of " + of + " vanished",
		Remedy: "measure the same benchmarks, or pass --allow vanished if this is intended",
	})
}

// Failures is the problem of cases that could not be measured; what describes it. The command
// repeats one of them, see [GoTest]; it may be empty.
func Failures(what string, cases []string, command string, allowed []Allowance) []Problem {
	remedy := "fix the failures and measure again, or pass --allow failed"
	if command != "" {
		remedy = "run `" + command + "`, " + remedy
	}
	return unlessAllowed(AllowFailed, allowed, Problem{Outcome: CaseFailed, Cases: cases, What: what, Remedy: remedy})
}

// Unmeasured is the problem of cases for which the budget had no time; what describes it.
func Unmeasured(what string, cases []string, allowed []Allowance) []Problem {
	return unlessAllowed(AllowFailed, allowed, Problem{
		Outcome: Inconclusive, Cases: cases, What: what,
		Remedy: "measure again with a larger --budget or fewer cases, or pass --allow failed",
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

// A Control is a comparison with a known result. It tests the experiment itself.
type Control struct {
	Name   string // "A/A control", "injected 6%"
	Case   string
	Effect Effect // for the worse where positive
	Passed bool
	Word   string // the result: equal, DIFFERS, found, MISSED
}

// Tally counts the comparisons by status and sorts them, worst first. No status contradicts
// the interval of its comparison, whatever the caller set: if the whole interval is worse than
// the limit, the status is a regression or suspected, see [Verdict.Decide].
func (v *Verdict) Tally() {
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		_, _, hi := c.Worse()
		switch {
		case v.exceeds(c) && c.Status != Regression:
			c.Status = Suspect
		case c.Status == Same && !c.exact() && hi > math.Log1p(v.MaxRegression):
			c.Status = Undecided
		}
	}
	v.count()
	v.sort()
}

// exceeds reports whether the whole interval of a judged comparison is worse than the limit.
func (v *Verdict) exceeds(c *Comparison) bool {
	_, lo, _ := c.Worse()
	return c.Direction != Unknown && c.Evidence != Stepped && c.Evidence != Proved && lo > math.Log1p(v.MaxRegression)
}

// SuspectedProblem is the problem of the suspected cases that no other problem lists.
func (v *Verdict) SuspectedProblem(remedy string) []Problem {
	open := slices.DeleteFunc(v.CasesWith(Suspect), func(name string) bool {
		return slices.ContainsFunc(v.Problems, func(p Problem) bool { return slices.Contains(p.Cases, name) })
	})
	if len(open) == 0 {
		return nil
	}
	return []Problem{{
		Outcome: Inconclusive, Cases: open, Remedy: remedy,
		What: fmt.Sprintf("%s suspected of a regression of more than %s, which is not confirmed",
			display.CountAre(len(open), "case"), display.Percent(v.MaxRegression)),
	}}
}

// count sets the numbers of cases and the MDE.
func (v *Verdict) count() {
	cases, worse, measured := make(map[results.Key]bool), make(map[results.Key]bool), make(map[results.Key]bool)
	mde, fail := make(map[results.Key]float64), make(map[results.Key]float64)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		cases[c.Key] = true
		if c.Evidence != Proved {
			measured[c.Key] = true
		}
		if c.Status == Regression {
			worse[c.Key] = true
		}
		// A significant change was detected, however large the MDE.
		if c.Evidence == Tested && limitsMDE(c) && c.Status != SameWork && !v.underpowered(c) && !(c.Status == Improved && c.MDE > math.Log1p(v.MaxMDE)) {
			mde[c.Key], fail[c.Key] = math.Max(mde[c.Key], c.MDE), math.Max(fail[c.Key], c.Failing)
		}
	}
	v.Cases, v.Worse, v.Underpowered = len(cases), len(worse), len(v.underpoweredCases())
	v.Proved = len(cases) - len(measured)
	v.MDE, v.Failing = inMost(mde), inMost(fail)
	if v.Underpowered > 0 && len(mde) == 0 {
		v.MDE, v.Failing = math.Inf(1), math.Inf(1)
	}
}

// Total is the number of all cases: measured, proved equal, failed and not measured.
func (v *Verdict) Total() int { return v.Cases + v.Failed + v.Unmeasured }

// inMost returns the share that 95% of the logarithms do not exceed, or NaN
// if there are none.
func inMost(logs map[results.Key]float64) float64 {
	if len(logs) == 0 {
		return math.NaN()
	}
	all := slices.Sorted(maps.Values(logs))
	return math.Expm1(all[(len(all)*95+99)/100-1])
}

// sort orders the comparisons by status, then by size of the change, largest first. A unit that
// restates another comes behind it.
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
func (v *Verdict) Changed() []*Comparison { return v.Those((*Comparison).changed) }

// With lists the comparisons of a status.
func (v *Verdict) With(s Status) []*Comparison {
	return v.Those(func(c *Comparison) bool { return c.Status == s })
}

// Those lists the selected comparisons.
func (v *Verdict) Those(wanted func(*Comparison) bool) (list []*Comparison) {
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; wanted(c) {
			list = append(list, c)
		}
	}
	return list
}

// CasesWith lists the cases that have a status in some unit.
func (v *Verdict) CasesWith(s Status) []string {
	return lists.Add(nil, lists.Map(v.With(s), func(c *Comparison) string { return c.Case })...)
}

// Decide sets the outcome. Problems that invalidate the comparisons come first, then
// regressions, then failed cases. With a suspected case there is no pass.
func (v *Verdict) Decide() {
	v.Problems = append(v.Problems, v.SuspectedProblem("measure longer, or on a quieter machine")...)
	v.Outcome = Pass
	invalid, broken, unsure := false, false, false
	for _, p := range v.Problems {
		invalid = invalid || p.Invalidates && p.Outcome != Pass
		broken = broken || p.Outcome == CaseFailed
		unsure = unsure || p.Outcome == Inconclusive
	}
	switch {
	case invalid:
		v.Outcome = Inconclusive
	case v.Worse > 0:
		v.Outcome = Regressed
	case broken:
		v.Outcome = CaseFailed
	case unsure:
		v.Outcome = Inconclusive
	}
}

// An Allowance is a difference that makes a verdict inconclusive or failed, unless it
// is allowed.
type Allowance string

const (
	AllowMachine  Allowance = "machine"  // the sides were measured on different machines
	AllowGo       Allowance = "go"       // the sides were built with different versions or settings of Go
	AllowSeed     Allowance = "seed"     // the sides did different work: their random worlds differ
	AllowVanished Allowance = "vanished" // a case of OLD is not in NEW
	AllowFailed   Allowance = "failed"   // a case of NEW failed
)

// Allowances lists all of them.
var Allowances = []Allowance{AllowMachine, AllowGo, AllowSeed, AllowVanished, AllowFailed}
