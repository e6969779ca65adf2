package gate

import (
	"fmt"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// judge corrects the comparisons for their number, sets their status and sorts them, worst
// first. more is the command that takes more samples. base is the revision of OLD, if known.
func judge(comparisons []Comparison, problems []verdict.Problem, notes []string, base, more string, opts Options) *verdict.Verdict {
	v := &verdict.Verdict{
		By: "gate", Old: verdict.Side{Name: "old"}, New: verdict.Side{Name: "new"},
		MaxRegression: opts.MaxRegression, MaxMDE: opts.MaxMDE, Alpha: opts.Alpha, Problems: problems, Notes: notes,
	}
	v.Tested = correct(comparisons, opts)
	besideWork(comparisons, opts)
	for i := range comparisons {
		v.Comparisons = append(v.Comparisons, comparisons[i].Comparison)
	}
	v.Tally()
	v.Method = method(v)
	v.Problems = append(v.Problems, doubts(v, unsettled(comparisons, base), more, v.TimesMore(opts.Underpowered, needs(comparisons)), opts)...)
	if changed := v.With(verdict.Undirected); len(changed) > 0 {
		v.Notes = append(v.Notes, verdict.NoDirection(changed[0].Unit))
	}
	v.Decide()
	return v
}

// A Comparison is a verdict.Comparison with the values that decide its status.
type Comparison struct {
	verdict.Comparison
	MinP float64           // the smallest p that the ranks of so many samples can have
	By   statistics.Metric // the primary metric, if the clock of the core is known

	// Processes is how many the samples of either side come from, the smaller number;
	// MaxInt for counts that do not depend on the process.
	Processes  int
	Reduced    bool    // each process counts as one sample
	Best       float64 // the change of the best samples, see pair.best
	Spread     float64 // by how much those of processes of one program differ
	Amortised  bool    // the numbers of iterations explain the change
	Shared     bool    // something else used the core during one of the sides
	ClockRatio float64 // logarithm of the ratio of the clocks of both sides, see clockRatio

	// More is the factor of samples that reaches Options.MaxMDE; +Inf if no number of
	// samples does, because whole runs differ too much.
	More float64
}

// correct sets the corrected p and the status of each, and returns the number of
// comparisons that the correction is for.
func correct(comparisons []Comparison, opts Options) (tested int) {
	var ps []float64
	for i := range comparisons {
		if c := &comparisons[i]; c.Kind == verdict.Tested {
			ps = append(ps, c.Effect.P)
		}
	}
	tested = len(ps)
	ps = statistics.Holm(ps)
	for i := range comparisons {
		c := &comparisons[i]
		c.Effect.PHolm = c.Effect.P
		if c.Kind == verdict.Tested {
			c.Effect.PHolm, ps = ps[0], ps[1:]
			for j := range c.Secondary {
				w := &c.Secondary[j].Effect
				w.PHolm = min(1, w.P*float64(tested))
			}
			c.Status = c.status(opts)
		} else if c.Kind == verdict.Counted {
			c.Status = c.status(opts)
		}
	}
	// A derived unit has no test of its own: it follows the one it restates.
	of := byUnit(comparisons)
	for i := range comparisons {
		if c := &comparisons[i]; c.Kind == verdict.Derived {
			from := of[unitOf{c.Key, c.From}]
			c.Effect, c.Status, c.MDE, c.Failing = from.Effect, from.Status, from.MDE, from.Failing
			if c.Direction != from.Direction {
				c.Effect = from.Effect.Reversed()
			}
		}
	}
	return tested
}

// A unitOf is a unit of a case.
type unitOf struct {
	key  results.Key
	unit string
}

func byUnit(comparisons []Comparison) map[unitOf]*Comparison {
	of := make(map[unitOf]*Comparison)
	for i := range comparisons {
		of[unitOf{comparisons[i].Key, comparisons[i].Unit}] = &comparisons[i]
	}
	return of
}

// needs returns a function for the factor of samples that a comparison needs.
func needs(comparisons []Comparison) func(*verdict.Comparison) float64 {
	of := byUnit(comparisons)
	return func(c *verdict.Comparison) float64 { return of[unitOf{c.Key, c.Unit}].More }
}

// status judges a comparison with corrected p.
func (c *Comparison) status(opts Options) verdict.Status {
	log, lo, _ := c.Worse()
	limit := math.Log1p(opts.MaxRegression)
	if c.Kind == verdict.Tested {
		if c.MinP > opts.Alpha*(1+1e-9) {
			return verdict.Untestable
		}
		if c.Effect.PHolm > opts.Alpha {
			return verdict.Same
		}
	}
	switch {
	case log == 0 || c.Amortised || c.Kind == verdict.Counted && math.Abs(log) <= math.Log1p(results.UnitNamed(c.Unit).Wanders):
		return verdict.Same
	case c.Direction == verdict.Unknown:
		return verdict.Undirected
	case log < 0 && log >= -limit && isWork(c.Unit):
		return verdict.Same // few processes were counted, and seeds make them differ
	case log < 0:
		return c.established(verdict.Improved, limit)
	case lo > limit:
		return c.established(verdict.Regression, limit)
	case log > limit:
		return verdict.Suspect
	}
	return verdict.Tolerated
}

// method describes the statistics of the verdict.
func method(v *verdict.Verdict) string {
	text := fmt.Sprintf("A case fails if it is worse by more than %s with its whole %[4]s interval (Hodges-Lehmann), and significantly at alpha %[2]v after Holm's correction for %[3]s (Mann-Whitney U or Yuen's trimmed t).",
		display.Percent(v.MaxRegression), v.Alpha, display.Count(v.Tested, "comparison"), verdict.Confidence(v.Alpha))
	if !math.IsNaN(v.Failing) && !math.IsInf(v.Failing, 0) {
		text += fmt.Sprintf(" A slowdown of at least %s fails in 95%% of cases.", display.Percent(v.Failing))
	}
	return text
}

// doubts returns problems that follow from the comparisons.
func doubts(v *verdict.Verdict, suspected []verdict.Problem, more string, times float64, opts Options) (list []verdict.Problem) {
	list = suspected
	add := func(p verdict.Problem) {
		p.Outcome = verdict.Inconclusive
		list = append(list, p)
	}
	if v.Cases == 0 {
		add(verdict.Problem{Invalidates: true, What: "the files have no case in common", Remedy: "compare files of the same benchmarks"})
		return list
	}
	open := v.CasesWith(verdict.Suspect)
	for _, p := range list {
		open = slices.DeleteFunc(open, func(name string) bool { return slices.Contains(p.Cases, name) })
	}
	if len(open) > 0 {
		add(verdict.Problem{
			Cases: open,
			What: fmt.Sprintf("%s significantly worse; the estimate exceeds %s, but the interval does not exclude less",
				display.CountAre(len(open), "case"), display.Percent(opts.MaxRegression)),
			Remedy: "take several runs of both sides in turns, or use `ecsbench ab`",
		})
	}
	remedy := "take more samples, or use `ecsbench ab` on a quieter machine"
	switch {
	case math.IsInf(times, 1):
		remedy = "take several runs of both sides in turns, or use `ecsbench ab`; more samples of these runs do not help"
	case times > 1:
		remedy = fmt.Sprintf("take about %s times as many samples, or use `ecsbench ab`", results.Digits(math.Ceil(10*times)/10))
	}
	if few := v.CasesWith(verdict.Untestable); len(few) > 0 {
		n := statistics.Needed(opts.Alpha)
		remedy = fmt.Sprintf("measure at least %d samples on each side (%s%d)", n, more, n)
	}
	list = append(list, v.UnderpoweredProblem(opts.Underpowered, remedy)...)
	return list
}
