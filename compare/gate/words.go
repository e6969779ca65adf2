package gate

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchunit"
)

// Headline says the verdict in one line.
func (v *Verdict) Headline() string {
	switch v.Outcome {
	case Regressed:
		return fmt.Sprintf("REGRESSION: %d of %s", v.Worse, count(v.Cases, "case"))
	case CaseFailed:
		return "FAILED: " + v.because(CaseFailed)
	case Inconclusive:
		return "INCONCLUSIVE: " + v.because(Inconclusive)
	}
	return "NO REGRESSION" + v.strength()
}

// strength says what a good verdict is worth.
func (v *Verdict) strength() string {
	if math.IsNaN(v.Seen) {
		return fmt.Sprintf(" in %s; nothing that takes time was compared", count(v.Cases, "case"))
	}
	return fmt.Sprintf("; a slow-down of %s or more would have been seen in 95%% of cases", percent(v.Seen))
}

// because returns what is wrong in the first problem that makes an outcome; those
// that blind the comparisons go first.
func (v *Verdict) because(o Outcome) string {
	for _, blind := range []bool{true, false} {
		for _, p := range v.Problems {
			if p.Outcome == o && p.Blinds == blind {
				return p.What
			}
		}
	}
	return string(o)
}

// Text says what is wrong and what to do about it, or that it was allowed.
func (p *Problem) Text() string {
	if p.Outcome == Pass {
		return "allowed: " + p.What
	}
	return p.What + "; " + p.Remedy
}

// Method says how the verdict was reached.
func (v *Verdict) Method() string {
	text := fmt.Sprintf("A case fails if it is worse by more than %s: significantly at alpha %v after Holm's correction for %s (Mann-Whitney U), and with its whole %s%% interval (Hodges-Lehmann).",
		percent(v.Options.MaxRegression), v.Options.Alpha, count(v.Tested, "comparison"), confidence(v.Options.Alpha))
	if !math.IsNaN(v.Fail) && !math.IsInf(v.Fail, 0) {
		text += fmt.Sprintf(" A slow-down of %s or more would have failed in 95%% of cases.", percent(v.Fail))
	}
	return text
}

func confidence(alpha float64) string { return fmt.Sprintf("%.4g", 100*(1-alpha)) }

// change prints the change of the value itself: -50% where throughput halves.
func change(log float64) string {
	switch {
	case math.IsInf(log, 1):
		return "0 → N"
	case math.IsInf(log, -1):
		return "N → 0"
	}
	return fmt.Sprintf("%+.2f%%", 100*math.Expm1(log))
}

// interval prints the ends of the change.
func (c *Comparison) interval() string {
	if c.Kind == Counted {
		return "exact"
	}
	return fmt.Sprintf("[%s, %s]", bound(c.Effect.Lo), bound(c.Effect.Hi))
}

func bound(log float64) string {
	if math.IsInf(log, 0) {
		return fmt.Sprintf("%+.0f", log)
	}
	return change(log)
}

// values prints both medians with one prefix.
func (c *Comparison) values() (old, new string) {
	scale := benchunit.CommonScale([]float64{c.Old, c.New}, benchunit.ClassOf(c.Unit))
	return scale.Format(c.Old), scale.Format(c.New)
}

func (c *Comparison) samples() string {
	if c.OldN == c.NewN {
		return fmt.Sprint(c.OldN)
	}
	return fmt.Sprintf("%d+%d", c.OldN, c.NewN)
}

// p prints the corrected p.
func (c *Comparison) p() string {
	switch {
	case c.Kind == Counted:
		return "-"
	case c.PHolm < 0.0001:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", c.PHolm)
}

// seen prints the smallest change that would have been significant.
func (c *Comparison) seen() string {
	if c.Kind == Counted {
		return "any"
	}
	return percent(math.Expm1(c.Seen))
}

// word says what a status means, in the words of the units.
func (c *Comparison) word() string {
	switch c.Status {
	case Regression:
		return "WORSE"
	case Suspect:
		return "worse?"
	case Tolerated:
		return "worse, allowed"
	case Improved:
		return "better"
	case Undirected:
		return "changed"
	case Untestable:
		return "too few samples"
	}
	return "~"
}

// row returns the columns of a comparison, see columns.
func (c *Comparison) row() []string {
	old, new := c.values()
	return []string{c.word(), change(c.Effect.Log), c.interval(), old, new, c.Unit, c.samples(), c.p(), c.seen(), c.Case}
}

// columns names what row returns.
func (v *Verdict) columns() []string {
	return []string{"verdict", "change", confidence(v.Options.Alpha) + "% interval", "old", "new", "unit", "n", "p", "seen from", "case"}
}
