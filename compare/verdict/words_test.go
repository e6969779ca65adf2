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
