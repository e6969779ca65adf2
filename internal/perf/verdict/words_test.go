package verdict_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// Long lists are cut, with the number of omitted entries.
func TestLists(t *testing.T) {
	for _, n := range []int{20, 21, 22} {
		p := verdict.Problem{Outcome: verdict.Inconclusive, What: "much is lost", Remedy: "look for it", Cases: make([]string, n)}
		for i := range p.Cases {
			p.Cases[i] = fmt.Sprintf("Lost%d", i)
		}
		for _, format := range []string{"text", "markdown", "github"} {
			var b strings.Builder
			fixture.Check(t, (&verdict.Verdict{Outcome: verdict.Inconclusive, Problems: []verdict.Problem{p}}).Write(&b, format, verdict.Style{All: true}))
			if got := strings.Count(b.String(), "Lost"); got != 20 || strings.Contains(b.String(), "more") != (n > 20) || n > 20 && !strings.Contains(b.String(), fmt.Sprintf("and %d more", n-20)) {
				t.Errorf("%s: %d of %d cases in\n%s", format, got, n, b.String())
			}
		}
	}
}

// The noisiest cases may stay underpowered up to the tolerance.
func TestTimesMore(t *testing.T) {
	v := &verdict.Verdict{Cases: 10}
	for i, times := range []float64{1.5, 4, 2, math.Inf(1)} {
		key := results.Key{Name: fmt.Sprint(i)}
		v.Comparisons = append(v.Comparisons, verdict.Comparison{Key: key, Unit: "sec/op", Direction: verdict.LowerBetter, Evidence: verdict.Tested, Status: verdict.Untestable, Old: times / 2},
			verdict.Comparison{Key: key, Unit: "sec/entity", Direction: verdict.LowerBetter, Evidence: verdict.Tested, Status: verdict.Untestable, Old: times})
	}
	needs := func(c *verdict.Comparison) float64 { return c.Old }
	for tolerated, want := range map[verdict.Tolerance]float64{
		{}: math.Inf(1), {Cases: 1}: 4, {Cases: 2}: 2, {Share: 0.3}: 1.5, {Cases: 4}: 1, {Share: 1}: 1,
	} {
		if got := v.TimesMore(tolerated, needs); got != want {
			t.Errorf("with %s: %v, want %v", &tolerated, got, want)
		}
	}
}

// Without a comparison nothing was counted.
func TestHeadlineOfNoComparison(t *testing.T) {
	v := &verdict.Verdict{Outcome: verdict.Pass, Cases: 2, MDE: math.NaN()}
	if got, want := v.Headline(), "NO REGRESSION in 2 cases; no time was compared"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A case that changed in two units is counted once.
func TestCasesAreCountedOnce(t *testing.T) {
	v := everything()
	again := v.Comparisons[1]
	again.Unit = "B/op"
	v.Comparisons = append(v.Comparisons, again)
	if got := v.CasesWith(again.Status); len(got) != 1 || got[0] != again.Case {
		t.Errorf("%q", got)
	}
}

// A headline states the MDE of a pass, and the problem of other outcomes.
func TestHeadlines(t *testing.T) {
	counted := []verdict.Comparison{{Evidence: verdict.Counted}}
	for want, v := range map[string]*verdict.Verdict{
		"NO REGRESSION in 1 case; no count grew by more than 5%":                                                                   {Cases: 1, MDE: math.NaN(), MaxRegression: 0.05, Comparisons: counted},
		"NO REGRESSION in 1 case; no time was compared":                                                                            {Cases: 1, MDE: math.NaN(), Comparisons: []verdict.Comparison{{Evidence: verdict.Tested}}},
		"NO REGRESSION in 1 case; 1 improved":                                                                                      {Cases: 1, MDE: math.NaN(), Comparisons: []verdict.Comparison{{Evidence: verdict.Tested, Unit: "sec/op", Status: verdict.Improved}}},
		"NO REGRESSION in 0 cases; no time was compared":                                                                           {MDE: math.NaN()},
		"NO REGRESSION in 2 cases, all underpowered":                                                                               {Cases: 2, Underpowered: 2, MDE: math.Inf(1)},
		"NO REGRESSION in 1 of 2 cases, 1 underpowered; the MDE is at most 10% in 95% of the others":                               {Cases: 2, Underpowered: 1, MDE: 0.1},
		"NO REGRESSION in 2 cases; the MDE is at most 10% in 95% of them":                                                          {Cases: 2, MDE: 0.1},
		"NO REGRESSION in 2 of 12 cases; the MDE is at most 10% in 95% of them; 10 of 12 cases not measured":                       {Cases: 2, Unmeasured: 10, MDE: 0.1},
		"NO REGRESSION in 1 of 12 cases, 1 underpowered; the MDE is at most 10% in 95% of the others; 10 of 12 cases not measured": {Cases: 2, Unmeasured: 10, Underpowered: 1, MDE: 0.1},
		"REGRESSION: 1 of 12 cases; 10 of 12 cases not measured":                                                                   {Outcome: verdict.Regressed, Cases: 2, Worse: 1, Unmeasured: 10},
		"FAILED: a failure; 10 of 12 cases not measured":                                                                           {Outcome: verdict.CaseFailed, Cases: 2, Unmeasured: 10, Problems: []verdict.Problem{{Outcome: verdict.CaseFailed, What: "a failure"}}},
		"INCONCLUSIVE: noise; 10 of 12 cases not measured":                                                                         {Outcome: verdict.Inconclusive, Cases: 2, Unmeasured: 10, Problems: []verdict.Problem{{Outcome: verdict.Inconclusive, What: "noise"}}},
		"NO REGRESSION: they are one":                                                                                              {Proof: "they are one"},
		"INCONCLUSIVE: other machines":                                                                                             {Outcome: verdict.Inconclusive, Problems: []verdict.Problem{{Outcome: verdict.Inconclusive, What: "noise"}, {Outcome: verdict.CaseFailed, What: "a failure"}, {Outcome: verdict.Inconclusive, Invalidates: true, What: "other machines"}}},
		"FAILED: a failure":                                                                                                        {Outcome: verdict.CaseFailed, Problems: []verdict.Problem{{Outcome: verdict.Inconclusive, What: "noise"}, {Outcome: verdict.CaseFailed, What: "a failure"}}},
	} {
		if v.Outcome == "" {
			v.Outcome = verdict.Pass
		}
		if got := v.Headline(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := verdict.Failures("1 failure", nil, "", nil); got != nil {
		t.Errorf("a problem without cases: %v", got)
	}
}

// Long tables of a comment are cut, with the number of omitted rows.
func TestLongTablesAreCut(t *testing.T) {
	const maxFolded = 250
	for _, more := range []int{0, 1, 7} {
		v := &verdict.Verdict{Outcome: verdict.Pass, Old: verdict.Column{Name: "old"}, New: verdict.Column{Name: "new"}, Method: "By looking."}
		for i := range maxFolded + more {
			name := fmt.Sprintf("Case%d", i)
			v.Comparisons = append(v.Comparisons, verdict.Comparison{Key: results.Key{Name: name}, Case: name, Unit: "sec/op", Evidence: verdict.Tested, Status: verdict.Same, Direction: verdict.LowerBetter, Old: 1, New: 1})
		}
		v.Tally()
		var b strings.Builder
		fixture.Check(t, v.WriteMarkdown(&b))
		omitted := fmt.Sprintf("%d more without a change are left out", more)
		if rows := strings.Count(b.String(), "| Case"); rows != maxFolded || strings.Contains(b.String(), omitted) != (more > 0) {
			t.Errorf("%d more: %d rows of %d, omitted %v", more, rows, maxFolded, strings.Contains(b.String(), omitted))
		}
	}
}

// Headline and last line count the same cases, and p is explained where a table has it.
func TestCountsAgree(t *testing.T) {
	compared := func(name string, kind verdict.Evidence, s verdict.Status) verdict.Comparison {
		return verdict.Comparison{Key: results.Key{Name: name}, Case: name, Unit: "sec/op", Evidence: kind, Status: s,
			Direction: verdict.LowerBetter, Old: 1, New: 2, Effect: verdict.Effect{Shift: statistics.Shift{Log: 1, Lo: 1, Hi: 1}}}
	}
	v := &verdict.Verdict{
		Outcome: verdict.Regressed, Failed: 1, Unmeasured: 2, Method: "By looking.", Correction: "The p is corrected.",
		Comparisons: []verdict.Comparison{
			compared("A", verdict.Tested, verdict.Regression), compared("B", verdict.Proved, verdict.Same),
			compared("C", verdict.Proved, verdict.Same),
		},
	}
	v.Tally()
	const counts = "6 cases: 1 measured, 2 proved equal, 1 failed, 2 not measured"
	for _, all := range []bool{false, true} {
		var b strings.Builder
		fixture.Check(t, v.WriteText(&b, verdict.Style{All: all}))
		got := b.String()
		explained := strings.Contains(got, v.Correction)
		if !strings.Contains(got, "1 of 6 cases; 2 of 6 cases not measured\n") || !strings.Contains(got, counts) || explained != all {
			t.Errorf("all %v:\n%s", all, got)
		}
	}
}
