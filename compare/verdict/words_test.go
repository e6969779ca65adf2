package verdict

import (
	"math"
	"testing"
)

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0.05: "5%", 0.031: "3.1%", 0.0312: "3.1%", 0.25: "25%", 1.5: "150%", 0.004: "0.40%", 0: "0%", 0.29: "29%", 0.07: "7%"} {
		if got := Percent(share); got != want {
			t.Errorf("Percent(%v) = %s, want %s", share, got, want)
		}
	}
}

// Where nothing was compared nothing was counted either.
func TestHeadlineOfNoComparison(t *testing.T) {
	v := &Verdict{Outcome: Pass, Cases: 2, Seen: math.NaN()}
	if got, want := v.Headline(), "NO REGRESSION in 2 cases; nothing that takes time was compared"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A case that changed in two units is one.
func TestCasesAreCountedOnce(t *testing.T) {
	v := everything()
	again := v.Comparisons[1]
	again.Unit = "B/op"
	v.Comparisons = append(v.Comparisons, again)
	if got := v.CasesWith(again.Status); len(got) != 1 || got[0] != again.Case {
		t.Errorf("%q", got)
	}
}

// The headline of a verdict without a regression says how sure that is, and that of
// another what is wrong.
func TestHeadlines(t *testing.T) {
	counted := []Comparison{{Kind: Counted}}
	for want, v := range map[string]*Verdict{
		"NO REGRESSION in 1 case; by count, none does over 5% more":                                                                {Cases: 1, Seen: math.NaN(), MaxRegression: 0.05, Comparisons: counted},
		"NO REGRESSION in 1 case; nothing that takes time was compared":                                                            {Cases: 1, Seen: math.NaN(), Comparisons: []Comparison{{Kind: Tested}}},
		"NO REGRESSION in 0 cases; nothing that takes time was compared":                                                           {Seen: math.NaN()},
		"NO REGRESSION was seen in 2 cases, which are all too noisy to tell":                                                       {Cases: 2, Blind: 2, Seen: math.Inf(1)},
		"NO REGRESSION in 1 of 2 cases, 1 too noisy to tell; a slow-down of 10% or more would have been seen in 95% of the others": {Cases: 2, Blind: 1, Seen: 0.1},
		"NO REGRESSION in 2 cases; a slow-down of 10% or more would have been seen in 95% of cases":                                {Cases: 2, Seen: 0.1},
		"NO REGRESSION: they are one":  {Proof: "they are one"},
		"INCONCLUSIVE: other machines": {Outcome: Inconclusive, Problems: []Problem{{Outcome: Inconclusive, What: "noise"}, {Outcome: CaseFailed, What: "a failure"}, {Outcome: Inconclusive, Blinds: true, What: "other machines"}}},
		"FAILED: a failure":            {Outcome: CaseFailed, Problems: []Problem{{Outcome: Inconclusive, What: "noise"}, {Outcome: CaseFailed, What: "a failure"}}},
	} {
		if v.Outcome == "" {
			v.Outcome = Pass
		}
		if got := v.Headline(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := Failures("1 failure", nil, nil); got != nil {
		t.Errorf("a problem without cases: %v", got)
	}
}
