package gate

import (
	"fmt"
	"math"
	"slices"
)

// addProblems adds what the comparisons themselves say against a good verdict.
func (v *Verdict) addProblems() {
	add := func(p Problem) {
		p.Outcome = Inconclusive
		v.Problems = append(v.Problems, p)
	}
	if v.Cases == 0 {
		add(Problem{Blinds: true, What: "no case is on both sides", Remedy: "compare files of the same benchmarks"})
		return
	}
	few, suspect := v.casesWith(Untestable), v.casesWith(Suspect)
	if len(few) > 0 {
		add(Problem{
			Cases: few,
			What: fmt.Sprintf("too few samples in %s for any change to be significant among %s at alpha %v",
				count(len(few), "case"), count(v.Tested, "comparison"), v.Options.Alpha),
			Remedy: fmt.Sprintf("measure at least %d on each side (go test -count=%[1]d)", needed(v.Options.Alpha/float64(v.Tested))),
		})
	}
	if len(suspect) > 0 {
		add(Problem{
			Cases: suspect,
			What: fmt.Sprintf("%s significantly worse, by estimate more than %s, but not certainly so much",
				are(len(suspect), "case"), percent(v.Options.MaxRegression)),
			Remedy: "take several runs of both sides, one side after the other in turns, or use `ecsbench ab`",
		})
	}
	if len(few) == 0 && v.Seen > max(v.Options.Visible, v.Options.MaxRegression) {
		add(Problem{
			What:   fmt.Sprintf("too noisy: only a slow-down of %s or more would have been seen in 95%% of cases", percent(v.Seen)),
			Remedy: fmt.Sprintf("take more samples, use `ecsbench ab` on a quieter machine, or be content with less than --visible %s", percent(v.Options.Visible)),
		})
	}
	if i := slices.IndexFunc(v.Comparisons, func(c Comparison) bool { return c.Status == Undirected }); i >= 0 {
		unit := v.Comparisons[i].Unit
		v.Notes = append(v.Notes, fmt.Sprintf("nobody said which values of %s are better, so its change was not judged; add a line \"Unit %s better=lower\" (or higher) to the files", unit, unit))
	}
}

// casesWith lists the cases that have a status in some unit.
func (v *Verdict) casesWith(s Status) []string {
	var out []string
	seen := make(map[string]bool)
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Status == s && !seen[c.Case] {
			seen[c.Case] = true
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
