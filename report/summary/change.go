package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Verdict is what can be said of a change.
type Verdict string

// The verdicts, the worst first.
const (
	Regressed Verdict = "regressed"
	Improved  Verdict = "improved"
	Unclear   Verdict = "too few samples"
	Unchanged Verdict = "no visible change"
)

// A Change is how a case stands to its baseline in the main unit.
type Change struct {
	Case     *Case
	Old, New Stat
	Ratio    float64 // how many times worse than the baseline: above 1 is a regression
	Lo, Hi   float64 // interval of the ratio at Confidence; NaN where there are too few samples
	P        float64 // corrected for the number of cases
	Verdict  Verdict
}

// A Comparison sets a report against a baseline.
type Comparison struct {
	Changes  []Change // regressions first, the largest on top, then improvements, then the rest
	OnlyOld  []string // names of cases that are in the baseline alone
	OnlyNew  []string // names of cases that the baseline lacks
	Warnings []string
}

// Compare matches cases by name and setting. The test is Mann-Whitney's U with
// Holm's correction over all cases; the interval of the ratio is the one that
// belongs to it: the median of the ratios of all pairs, with the order
// statistics of Hodges and Lehmann (Lehmann 1963, "Nonparametric confidence
// intervals for a shift parameter", on logarithms).
func Compare(now, base *Report) *Comparison {
	type key struct{ name, setting string }
	old := make(map[key]*Case)
	for _, c := range base.Cases {
		old[key{c.Name, base.settingID(c)}] = c
	}
	result := &Comparison{Warnings: machineWarnings(now, base)}
	var ps []float64
	matched := make(map[*Case]bool)
	for _, c := range now.Cases {
		was, ok := old[key{c.Name, now.settingID(c)}]
		if !ok {
			result.OnlyNew = append(result.OnlyNew, c.Name)
			continue
		}
		matched[was] = true
		change, ok := newChange(c, was)
		if !ok {
			continue
		}
		result.Changes = append(result.Changes, change)
		ps = append(ps, change.P)
	}
	for _, c := range base.Cases {
		if !matched[c] {
			result.OnlyOld = append(result.OnlyOld, c.Name)
		}
	}
	holm(ps)
	for i := range result.Changes {
		c := &result.Changes[i]
		c.P = ps[i]
		c.Verdict = c.judge()
	}
	slices.SortStableFunc(result.Changes, func(a, b Change) int {
		return cmp.Or(a.Verdict.order()-b.Verdict.order(), cmp.Compare(distance(b), distance(a)))
	})
	return result
}

// settingID is the profile of a case: machines may differ between a report and
// its baseline, which is warned of, but profiles are different questions.
func (r *Report) settingID(c *Case) string {
	return r.Settings[c.Shape.Setting].Config["profile"]
}

func newChange(c, was *Case) (Change, bool) {
	scenario := c.Shape.Scenario
	before, after := was.Stats[scenario.Unit], c.Main()
	if !positive(before.Center) || !positive(after.Center) {
		return Change{}, false
	}
	change := Change{Case: c, Old: before, New: after, P: pValue(before, after)}
	change.Ratio, change.Lo, change.Hi = ratioInterval(after, before, scenario.Better)
	return change, true
}

// ratioInterval estimates new/old (old/new if more is better).
func ratioInterval(after, before Stat, better int) (ratio, lo, hi float64) {
	if better > 0 {
		after, before = before, after
	}
	a, b := thin(after.sample).Values, thin(before.sample).Values
	logs := make([]float64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			if positive(x) && positive(y) {
				logs = append(logs, math.Log(x/y))
			}
		}
	}
	if len(logs) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	slices.Sort(logs)
	n := len(logs)
	ratio = math.Exp((logs[(n-1)/2] + logs[n/2]) / 2)
	// Normal approximation of the distribution of U; 1.96 for Confidence.
	product, sum := float64(len(a)*len(b)), float64(len(a)+len(b)+1)
	k := int(math.Floor(product/2 - 1.96*math.Sqrt(product*sum/12)))
	if k < 1 || len(a) < 4 || len(b) < 4 {
		return ratio, math.NaN(), math.NaN()
	}
	return ratio, math.Exp(logs[k-1]), math.Exp(logs[n-k])
}

func (c *Change) judge() Verdict {
	switch {
	case math.IsNaN(c.Lo):
		return Unclear
	case c.P >= Alpha:
		return Unchanged
	case c.Lo > 1:
		return Regressed
	case c.Hi < 1:
		return Improved
	}
	return Unchanged
}

func (v Verdict) order() int {
	return slices.Index([]Verdict{Regressed, Improved, Unclear, Unchanged}, v)
}

func distance(c Change) float64 { return math.Abs(math.Log(c.Ratio)) }

// Percent writes a ratio as a change, such as "+4.2%".
func Percent(ratio float64) string {
	if math.IsNaN(ratio) {
		return "?"
	}
	if ratio >= 10 {
		return Ratio(ratio)
	}
	return fmt.Sprintf("%+.1f%%", 100*(ratio-1))
}

// Count returns the number of changes with a verdict.
func (c *Comparison) Count(v Verdict) int {
	n := 0
	for _, change := range c.Changes {
		if change.Verdict == v {
			n++
		}
	}
	return n
}

// Sentence sums the comparison up, the verdict first.
func (c *Comparison) Sentence() string {
	if len(c.Changes) == 0 {
		return "Nothing can be compared: the results and the baseline have no case in common."
	}
	regressed, improved := c.Count(Regressed), c.Count(Improved)
	text := "No regression"
	if regressed > 0 {
		worst := c.Changes[0]
		text = fmt.Sprintf("Regression: %s slower than the baseline, %s by %s", cases(regressed),
			Display(worst.Case.Name), Percent(worst.Ratio))
		if regressed > 1 {
			text = fmt.Sprintf("Regression: %s slower than the baseline, the worst %s by %s", cases(regressed),
				Display(worst.Case.Name), Percent(worst.Ratio))
		}
	}
	text += fmt.Sprintf("; %s improved, %d of %d show no change", cases(improved), c.Count(Unchanged), len(c.Changes))
	if n := c.Count(Unclear); n > 0 {
		text += fmt.Sprintf(", %s too few samples to tell", have(n))
	}
	text += "."
	if n := len(c.OnlyOld); n > 0 {
		text += fmt.Sprintf(" Missing from the new results: %s.", cases(n))
	}
	if n := len(c.OnlyNew); n > 0 {
		text += fmt.Sprintf(" Without a baseline: %s.", cases(n))
	}
	return text
}

func machineWarnings(now, base *Report) []string {
	a, b := now.cpus(), base.cpus()
	if len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) {
		return []string{fmt.Sprintf("The machines differ: the baseline was measured on %s, the new results on %s. Measure both on one machine before you trust a difference.", enumerate(b), enumerate(a))}
	}
	return nil
}
