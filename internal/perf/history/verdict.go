package history

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/report"
)

// Formats are the output formats of a history.
var Formats = []string{"text", "markdown", "json"}

// Verdict returns the steps as comparisons of the levels before and after them.
func (h *History) Verdict() *verdict.Verdict {
	v := &verdict.Verdict{
		By: "history", Old: verdict.Column{Name: "before"}, New: verdict.Column{Name: "after"}, Alpha: SplitLevel,
		Method: fmt.Sprintf("Change points by E-divisive, p ≤ %g in %d random orders, for each case: one in 100 constant cases shows a step by chance. A level is the mean of the medians of its commits, as logarithms.", SplitLevel, SplitPermutations),
	}
	for _, s := range h.Series {
		for _, step := range s.Steps {
			v.Comparisons = append(v.Comparisons, step.Comparison)
		}
	}
	v.Tally()
	stepped := v.Cases
	v.Outcome, v.Cases = verdict.Observed, len(h.Series)
	v.Summary = h.summary(len(v.Comparisons), stepped)
	v.Problems = h.notJudged()
	if len(h.Machines) > 1 {
		v.Notes = append(v.Notes, fmt.Sprintf("%d machines are analysed separately: %s", len(h.Machines), strings.Join(h.Machines, "; ")))
	}
	v.Method = cmp.Or(h.InTurns(), v.Method)
	if clock := h.clockNote(); clock != "" {
		v.Notes = append(v.Notes, clock)
	}
	return v
}

// summary describes the input and the result.
func (h *History) summary(steps, stepped int) string {
	first, last := moment(&h.Commits[0]), moment(&h.Commits[len(h.Commits)-1])
	cases := display.Count(len(h.Series), "case")
	if judged := h.countJudged(); steps == 0 && judged > 0 && judged < len(h.Series) {
		cases = fmt.Sprintf("%d of %s", judged, cases)
	}
	among := fmt.Sprintf("%s over %s, %s (%s) to %s (%s)", cases, display.Count(len(h.Commits), "commit"), first.Commit, first.Date, last.Commit, last.Date)
	switch {
	case h.countJudged() == 0 && steps == 0:
		return fmt.Sprintf("NO STEPS can be found in %s: at least %d commits on one machine are needed", among, FewestPoints)
	case steps == 0:
		return "NO STEPS in " + among + ": none became lastingly faster or slower"
	}
	return fmt.Sprintf("%s in %d of %s", strings.ToUpper(display.Count(steps, "step")), stepped, among)
}

func moment(c *report.Commit) verdict.Moment {
	if c.Date.IsZero() {
		return verdict.Moment{Commit: c.Label, Date: "unknown date"}
	}
	return verdict.Moment{Commit: c.Label, Date: c.Date.UTC().Format(time.DateOnly)}
}

// step returns the change between levels, which are means of logarithms; now is the newest point.
func (h *History) step(s *Trend, found ChangePoint, at int, before, after []float64, now *Point) Step {
	_, unit := benchunit.Tidy(1, s.Unit)
	value := func(log float64) float64 {
		v, _ := benchunit.Tidy(math.Exp(log), s.Unit)
		return v
	}
	c := verdict.Comparison{
		Key: s.Key, Case: s.Label, Unit: unit, Direction: verdict.Direction(s.Better), Evidence: verdict.Stepped,
		Old: value(stats.Mean(before)), New: value(stats.Mean(after)), OldN: len(before), NewN: len(after),
		Effect: changeTo(stats.Mean(after)-stats.Mean(before), found.P), MDE: math.NaN(), Failing: math.NaN(),
		Since: moment(&h.Commits[s.Points[at].Commit]), Status: verdict.Improved,
	}
	if len(h.Machines) > 1 {
		c.Key.Machine = h.Machines[now.Machine]
		c.Case = report.DisplayLong(c.Key.Machine + " " + c.Case)
	}
	if log, _, _ := c.Worse(); log > 0 {
		c.Status = verdict.Regression
	}
	newest := math.Log(now.Stat.Center)
	c.Secondary = []verdict.Secondary{{Name: "now", Old: c.Old, New: value(newest), Effect: changeTo(newest-stats.Mean(before), math.NaN())}}
	return Step{At: at, Before: max(0, at-1), Comparison: c}
}

// changeTo returns an effect without an interval, because the place of a step depends on
// the values.
func changeTo(log, p float64) verdict.Effect {
	return verdict.Effect{Shift: statistics.Shift{Log: log, Lo: math.NaN(), Hi: math.NaN(), P: p}, PHolm: p}
}
