package gate

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Gate compares two sides and judges the outcome. It returns an error if the sides
// contradict each other about a unit.
func Gate(old, now *Input, opts Limits) (*verdict.Verdict, error) {
	metadata, err := metadataOf(old, now)
	if err != nil {
		return nil, err
	}
	identity := results.IdentityOf(slices.Concat(old.ignored, runKeys), old.file.Cases, now.file.Cases)
	old, now = old.by(identity), now.by(identity)
	label := results.Labels(slices.Concat(old.order, now.order))
	v := &verdict.Verdict{
		By: "gate", Old: verdict.Column{Name: "old", Label: old.Label}, New: verdict.Column{Name: "new", Label: now.Label},
		MaxRegression: opts.MaxRegression, MaxMDE: opts.MaxMDE, Alpha: opts.Alpha, Identity: identity,
	}
	comparisons := compareRounds(old, now, label, metadata, opts, v)
	inTurns := comparisons != nil
	if !inTurns {
		comparisons, v.Tested = compare(old, now, label, metadata, opts)
	}
	more := make(map[unitOf]float64)
	for _, c := range comparisons {
		v.Comparisons = append(v.Comparisons, c.Comparison)
		more[unitOf{c.Key, c.Unit}] = c.more
	}
	v.Unexplain("files of results have no code: `ecsbench ab OLD NEW` of the two revisions finds it")
	name := absentNames(old, now)
	unmeasured := now.without(late, name)
	v.Unmeasured, v.Failed = len(unmeasured), len(now.without(results.KindFailed, name))
	v.Tally()
	v.Method = cmp.Or(v.Method, method(v))
	v.Problems = slices.Concat(unfinished(old, now), differences(old, now, identity.Machines(), opts), failures(now, name, opts), verdict.Unmeasured("the budget of NEW was too short", unmeasured, opts.Allow), vanished(old, now, label, name, opts), withoutWork(comparisons, old, now, opts))
	failed := slices.ContainsFunc(v.Problems, func(p verdict.Problem) bool { return p.Outcome == verdict.CaseFailed })
	if v.Cases == 0 && !failed && !old.file.Unfinished && !now.file.Unfinished {
		v.Problems = append(v.Problems, verdict.Problem{Outcome: verdict.Inconclusive, Invalidates: true, What: "the files have no case in common", Remedy: "compare files of the same benchmarks"})
	} else if v.Cases > 0 {
		times := v.TimesMore(opts.Underpowered, func(c *verdict.Comparison) float64 { return more[unitOf{c.Key, c.Unit}] })
		v.Problems = append(v.Problems, suspected(comparisons, old, now)...)
		v.Problems = append(v.Problems, undirected(v)...)
		v.Problems = append(v.Problems, v.SuspectedProblem("take several runs of both sides in turns, or use `"+settle(v.With(verdict.Suspect), old, now)+"`")...)
		v.Problems = append(v.Problems, v.UnderpoweredProblem(opts.Underpowered, remedy(v, times, old.ours && now.ours, opts))...)
	}
	v.Notes = slices.Concat(notes(old, now, name, identity.Others(), inTurns), clockNotes(old, now, comparisons))
	if slices.ContainsFunc(comparisons, func(c *comparison) bool { return c.reduced }) {
		v.Notes = append(v.Notes, "each process counts as one sample, the median of its values; run the processes of OLD and NEW in turns")
	}
	if changed := v.With(verdict.Undirected); len(changed) > 0 {
		v.Notes = append(v.Notes, verdict.NoDirection(changed[0].Unit))
	}
	if v.Proved > 0 && v.Proved == v.Cases {
		v.Proof = fmt.Sprintf("%s: all code and data within reach are the same in both files", display.Count(v.Proved, "case"))
	}
	v.Decide()
	if v.Proved > 0 && (v.Proof == "" || v.Outcome != verdict.Pass) {
		v.Notes = append(v.Notes, fmt.Sprintf("%s proved equal: all code and data within reach are the same in both files", display.CountAre(v.Proved, "case")))
	}
	return v, nil
}

// method describes the statistics of the verdict.
func method(v *verdict.Verdict) string {
	switch {
	case v.Cases > 0 && v.Proved == v.Cases:
		return "No samples were compared: the files contain a hash of all code and data that each case can reach."
	case v.Tested == 0:
		return fmt.Sprintf("A case fails if it is worse by more than %s.", display.Percent(v.MaxRegression))
	}
	text := fmt.Sprintf("A case fails if its whole %s interval is worse by more than %s, at p < %v after correction for %s.",
		verdict.Confidence(v.Alpha), display.Percent(v.MaxRegression), v.Alpha, display.Count(v.Tested, "comparison"))
	if !math.IsNaN(v.Failing) && !math.IsInf(v.Failing, 0) {
		text += fmt.Sprintf(" A slowdown of at least %s fails in 95%% of cases.", display.Percent(v.Failing))
	}
	return text
}

// newNames lists the cases of NEW that OLD lacks.
func newNames(old, now *Input) (names []string) {
	for _, key := range now.order {
		if old.cases[key] == nil {
			names = append(names, key.Name)
		}
	}
	return names
}

// notes returns remarks that do not change the verdict.
func notes(old, now *Input, name func(results.Exception) string, separating []string, inTurns bool) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if len(separating) > 0 {
		add("cases that differ in %s are separate cases; --ignore %s pools them", strings.Join(separating, " and "), strings.Join(separating, ","))
	}
	if fresh := newNames(old, now); len(fresh) > 0 {
		add("%s only in NEW and not compared: %s", display.CountAre(len(fresh), "case"), display.List(fresh))
	}
	for i, s := range []*Input{old, now} {
		name := []string{"OLD", "NEW"}[i]
		if commits := s.known(commit); len(commits) > 1 {
			add("%s mixes the commits %s; their differences count as drift", name, strings.Join(commits, " and "))
		}
		if n := len(s.file.Damaged); n > 0 {
			add("%s of %s could not be read; the first: %s", display.Count(n, "line"), name, s.file.Damaged[0])
		}
		for _, lack := range s.file.Lacks {
			add("%s: %v", name, lack)
		}
	}
	if n := withOtherWork(old, now); n > 0 {
		add("the instructions of %s are not compared: one side has none, or both counted different numbers of operations, with different shares of the set-up", display.Count(n, "case"))
	}
	if had := slices.Concat(old.failed(name), old.broken); len(had) > 0 {
		add("OLD reports failures: %s", display.List(had))
	}
	if had := old.without(late, name); len(had) > 0 {
		add("the budget of OLD had no time for: %s", display.List(had))
	}
	switch {
	case old.info != nil && now.info != nil && os.SameFile(old.info, now.info):
		add("OLD and NEW are the same file; measure the other revision into a file of its own")
	case inTurns:
		add("OLD and NEW are from one experiment of `ecsbench ab`: its rounds are compared in pairs, by the rules of ab and the limits of gate")
	case ofOneExperiment(old, now):
		add("OLD and NEW are from one experiment of `ecsbench ab`; its own verdict pairs the rounds and detects smaller changes")
	case old.runs < 2 && now.runs < 2:
		clockless := ""
		if math.IsNaN(old.clock()) && math.IsNaN(now.clock()) {
			clockless = ", and neither file records the clock of its core"
		}
		add("OLD and NEW are one run each, so every change includes drift%s. Use several runs of each commit in one file, or `ecsbench ab BASE HEAD`", clockless)
	}
	return list
}

// withOtherWork is the number of common cases whose instructions only one side has, or in other
// numbers of operations. A machine without valgrind counts none.
func withOtherWork(old, now *Input) (n int) {
	for key, was := range old.cases {
		is := now.cases[key]
		if is != nil && (was.counted != is.counted || slices.ContainsFunc(was.order, isWork) != slices.ContainsFunc(is.order, isWork)) {
			n++
		}
	}
	return n
}

// Limits are the limits of a gate.
type Limits struct {
	Instructions  bool              // judge counted instructions only, not all units of both files
	MaxRegression float64           // largest permitted change for the worse: 0.05 for 5%
	Alpha         float64           // probability of a false alarm over all comparisons
	MaxMDE        float64           // largest minimum detectable effect of a case, as a share
	Underpowered  verdict.Tolerance // how many cases may exceed MaxMDE
	Allow         []verdict.Allowance
}

// DefaultLimits are the gate's defaults.
func DefaultLimits() Limits {
	return Limits{MaxRegression: 0.05, Alpha: 0.01, MaxMDE: 0.25, Underpowered: verdict.DefaultUnderpowered}
}

// Check reports the first invalid option.
func (o Limits) Check() error {
	switch {
	case !(o.MaxRegression >= 0) || math.IsInf(o.MaxRegression, 0):
		return fmt.Errorf("--max-regression %v: must be a share of at least 0%%", o.MaxRegression)
	case !(o.Alpha > 0 && o.Alpha < 0.5):
		return fmt.Errorf("--alpha %v: must lie between 0 and 0.5, such as 0.01", o.Alpha)
	case !(o.MaxMDE >= 0) || math.IsInf(o.MaxMDE, 0):
		return fmt.Errorf("--mde %v: must be a share of at least 0%%", o.MaxMDE)
	}
	for _, a := range o.Allow {
		if !slices.Contains(verdict.Allowances, a) {
			return fmt.Errorf("--allow %s: must be machine, go, seed, vanished or failed", a)
		}
	}
	return nil
}

// limit is MaxRegression as a logarithm.
func (o Limits) limit() float64 { return math.Log1p(o.MaxRegression) }
