package gate

import (
	"fmt"
	"math"
	"slices"
)

// addProblems adds what the comparisons themselves say against a good verdict.
func (v *Verdict) addProblems() {
	add := func(cases []string, text string) {
		v.Problems = append(v.Problems, Problem{Outcome: Inconclusive, Text: text, Cases: cases})
	}
	if v.Cases == 0 {
		v.Problems = append(v.Problems, Problem{Outcome: Inconclusive, blinds: true,
			Text: "no case is on both sides; compare files of the same benchmarks"})
		return
	}
	if v.Tested == 0 && len(v.Comparisons) > 0 && v.Worse == 0 && !v.anyCounted() {
		add(nil, "nothing was measured that could change")
	}
	if cases := v.casesWith(Untestable); len(cases) > 0 {
		n := needed(v.Options.Alpha / float64(v.Tested))
		add(cases, fmt.Sprintf("too few samples in %s: with %s no change can be significant at alpha %v below %d samples on each side; measure at least %d (go test -count=%d)",
			count(len(cases), "case"), count(v.Tested, "comparison"), v.Options.Alpha, n, n, n))
	}
	if cases := v.casesWith(Suspect); len(cases) > 0 {
		add(cases, fmt.Sprintf("%s significantly worse, by estimate more than %s, but not certainly so much; take more samples on both sides, or use `ecsbench ab`",
			are(len(cases), "case"), percent(v.Options.MaxRegression)))
	}
	if len(v.casesWith(Untestable)) == 0 && v.Seen > v.Options.mustSee() {
		add(nil, fmt.Sprintf("too noisy: only a slow-down of %s or more would have been seen in 95%% of cases, and --must-see asks for %s; take more samples, or use `ecsbench ab` on a quieter machine",
			percent(v.Seen), percent(v.Options.mustSee())))
	}
	if cases := v.casesWith(Undirected); len(cases) > 0 {
		c := v.Comparisons[slices.IndexFunc(v.Comparisons, func(c Comparison) bool { return c.Status == Undirected })]
		v.Notes = append(v.Notes, fmt.Sprintf("nobody said which values of %s are better, so its change was not judged; add a line \"Unit %s better=lower\" (or higher) to the files", c.Unit, c.Unit))
	}
}

func (v *Verdict) anyCounted() bool {
	return slices.ContainsFunc(v.Comparisons, func(c Comparison) bool { return c.Kind == Counted })
}

// casesWith lists the cases that have a status in some unit.
func (v *Verdict) casesWith(s Status) []string {
	var out []string
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Status == s && !slices.Contains(out, c.Case) {
			out = append(out, c.Case)
		}
	}
	return out
}

// count says "1 case" or "2 cases".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// are says "1 case is" or "2 cases are".
func are(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return fmt.Sprintf("%d %ss are", n, what)
}

// percent prints a share ≥ 0 with as many digits as it deserves.
func percent(share float64) string {
	switch {
	case math.IsInf(share, 1):
		return "∞%"
	case share >= 0.1 || share == math.Trunc(share*100)/100:
		return fmt.Sprintf("%.0f%%", 100*share)
	case share >= 0.01:
		return fmt.Sprintf("%.1f%%", 100*share)
	}
	return fmt.Sprintf("%.2f%%", 100*share)
}
