package verdict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// Headline is the verdict in one line.
func (v *Verdict) Headline() string {
	switch {
	case v.Summary != "":
		return v.Summary
	case v.Outcome == Regressed:
		return "REGRESSION" + v.with() + ": " + v.causes() + v.improved() + v.unmeasured()
	case v.Outcome == CaseFailed:
		return "FAILED" + v.with() + ": " + v.because(CaseFailed) + v.unmeasured()
	case v.Outcome == Inconclusive:
		return "INCONCLUSIVE" + v.with() + ": " + v.because(Inconclusive) + v.unmeasured()
	case v.Proof != "":
		return "NO REGRESSION: " + v.Proof + v.unmeasured()
	}
	return "NO REGRESSION" + v.with() + " in " + v.passed() + v.improved() + v.byInstructions() + v.unmeasured()
}

// with is the part of a headline on the difference of the sides, if not of their sources.
func (v *Verdict) with() string {
	if v.Difference == "" {
		return ""
	}
	return " with " + v.Difference
}

// passed returns the cases without a regression, and the MDE.
func (v *Verdict) passed() string {
	all := display.Count(v.Total(), "case")
	passed := all
	if v.Cases < v.Total() {
		passed = fmt.Sprintf("%d of %s", v.Cases, all)
	}
	switch {
	case math.IsNaN(v.MDE) && (len(v.With(SameWork)) > 0 || len(v.Those(func(c *Comparison) bool { return c.Status == Improved && limitsMDE(c) })) > 0):
		return passed
	case math.IsNaN(v.MDE) && len(v.Comparisons) > 0 && len(v.Those((*Comparison).exact)) == len(v.Comparisons):
		return fmt.Sprintf("%s; no count grew by more than %s", passed, display.Percent(v.MaxRegression))
	case math.IsNaN(v.MDE):
		return passed + "; no time was compared"
	case v.Underpowered > 0 && math.IsInf(v.MDE, 1):
		return passed + ", all underpowered"
	case v.Underpowered > 0:
		return fmt.Sprintf("%d of %s, %d underpowered; the MDE is at most %s in 95%% of the others",
			v.Cases-v.Underpowered, all, v.Underpowered, display.Percent(v.MDE))
	}
	return fmt.Sprintf("%s; the MDE is at most %s in 95%% of them", passed, display.Percent(v.MDE))
}

// unmeasured is the part of a headline on cases that were not measured.
func (v *Verdict) unmeasured() string {
	if v.Unmeasured == 0 {
		return ""
	}
	return fmt.Sprintf("; %d of %s not measured", v.Unmeasured, display.Count(v.Total(), "case"))
}

// counted returns the number of cases by what was done with them: "4 cases: 1 measured, 2
// proved equal, 1 failed".
func (v *Verdict) counted() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{v.Cases - v.Proved, "measured"}, {v.Proved, "proved equal"}, {v.Failed, "failed"}, {v.Unmeasured, "not measured"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	return display.Count(v.Total(), "case") + ": " + strings.Join(parts, ", ")
}

// allMeasured reports whether each case was measured.
func (v *Verdict) allMeasured() bool { return v.Proved == 0 && v.Cases == v.Total() }

// method is the method below tables. It explains p only if one of them has a column of it.
func (v *Verdict) method(tables ...[]row) string {
	hasP := func(rows []row) bool { return len(rows) > 0 && slices.Contains(rows[0], "p") }
	if v.Correction == "" || !slices.ContainsFunc(tables, hasP) {
		return v.Method
	}
	return v.Method + " " + v.Correction
}

// byInstructions is the part of a headline on cases that pass by instructions alone.
func (v *Verdict) byInstructions() string {
	switch n := len(v.CasesWith(SameWork)); n {
	case 0:
		return ""
	case v.Cases:
		return "; pass, by instructions: the times are too noisy, but instructions and allocations are the same"
	default:
		return fmt.Sprintf("; %d of them pass by instructions: their times are too noisy, but instructions and allocations are the same", n)
	}
}

// because describes the first problem that makes an outcome. Problems that
// invalidate the comparisons come first.
func (v *Verdict) because(o Outcome) string {
	for _, invalidates := range []bool{true, false} {
		for _, p := range v.Problems {
			if p.Outcome == o && p.Invalidates == invalidates {
				return p.What
			}
		}
	}
	return string(o)
}

// listed returns the problems to print below the headline. The one that the headline states
// is first, with its remedy alone.
func (v *Verdict) listed() []Problem {
	list, headline := slices.Clone(v.Problems), v.Headline()
	for i, p := range list {
		if p.Outcome == v.Outcome && strings.Contains(headline, ": "+p.What) {
			p.What = ""
			return slices.Insert(slices.Delete(list, i, i+1), 0, p)
		}
	}
	return list
}

// Text is the problem with its remedy, or that it is allowed.
func (p *Problem) Text() string {
	switch {
	case p.What == "":
		return "remedy: " + p.Remedy
	case p.Outcome == Pass:
		return "allowed: " + p.What
	}
	return p.What + "; " + p.Remedy
}

// NoDirection is the note on a unit that cannot be judged.
func NoDirection(unit string) string {
	return fmt.Sprintf("%s is not judged: its better direction is unknown; add a line \"Unit %s better=lower\" (or higher) to the output of the benchmarks", unit, unit)
}

// Confidence prints the level of the intervals, in percent.
func Confidence(alpha float64) string { return fmt.Sprintf("%.4g%%", 100*(1-alpha)) }

// Change prints the change of the value itself: -50% where throughput halves.
func (e Effect) Change() string {
	switch {
	case math.IsInf(e.Log, 1):
		return "0 → N"
	case math.IsInf(e.Log, -1):
		return "N → 0"
	}
	return display.Change(e.Log)
}

// Interval prints the confidence interval of the change; "" for changes from or to 0.
func (e Effect) Interval() string {
	if math.IsInf(e.Log, 0) || math.IsNaN(e.Lo) {
		return ""
	}
	return fmt.Sprintf("[%s, %s]", bound(e.Lo), bound(e.Hi))
}

func bound(log float64) string {
	if math.IsInf(log, 0) {
		return fmt.Sprintf("%+.0f", log)
	}
	return display.Change(log)
}

// p prints the corrected p.
func (e Effect) p() string {
	switch {
	case math.IsNaN(e.PHolm):
		return ""
	case e.PHolm < 0.0001:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", e.PHolm)
}

// values prints two values with one prefix.
func values(old, now float64, unit string) (string, string) {
	if math.IsNaN(old) || math.IsNaN(now) {
		return "", ""
	}
	scale := benchunit.CommonScale([]float64{old, now}, benchunit.ClassOf(unit))
	return results.Scaled(scale, old), results.Scaled(scale, now)
}
