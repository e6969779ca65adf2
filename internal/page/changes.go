package page

import (
	"math"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// A changeView is a comparison for the template.
type changeView struct {
	Case, Old, New, Change, Interval, Verdict, Class string
	Known                                            []string // secondary metrics, causes and notes
}

// changeViews lists the changes against the baseline, worst first, and all comparisons
// without restated units, cut to mostChanges, with their number.
func changeViews(v *verdict.Verdict) (changed, all []changeView, n int) {
	if v == nil {
		return nil, nil, 0
	}
	views := func(list []*verdict.Comparison) []changeView {
		return lists.Map(list[:min(mostChanges, len(list))], newChangeView)
	}
	own := v.Those(func(c *verdict.Comparison) bool { return c.Kind != verdict.Derived })
	return views(v.Changed()), views(own), len(own)
}

// mostChanges limits the list of all comparisons.
const mostChanges = 1000

func newChangeView(c *verdict.Comparison) changeView {
	view := changeView{
		Case: c.Case, Old: report.Format(c.Old, c.Unit), New: report.Format(c.New, c.Unit),
		Change: c.Effect.Change(), Interval: c.Effect.Interval(),
		Verdict: c.Status.Meaning(), Class: "neutral", Known: c.Known(),
	}
	if c.Kind == verdict.Counted {
		view.Interval = "exact"
	}
	switch c.Status {
	case verdict.Regression:
		view.Class = "bad"
	case verdict.Improved:
		view.Class = "good"
	}
	return view
}

// changesOf returns the comparison of each case in its primary unit.
func changesOf(v *verdict.Verdict, r *report.Report) map[*report.Case]*changeData {
	found := make(map[*report.Case]*changeData)
	if v == nil {
		return found
	}
	type of struct {
		key  results.Key
		unit string
	}
	by := make(map[of]*verdict.Comparison)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		by[of{c.Key, c.Unit}] = c
	}
	for _, c := range r.Cases {
		_, unit := benchunit.Tidy(1, c.Shape.Scenario.Unit)
		if comparison, ok := by[of{r.Key(c), unit}]; ok {
			log, lo, hi := comparison.Worse()
			found[c] = &changeData{number(math.Exp(log)), number(math.Exp(lo)), number(math.Exp(hi)), comparison.Status.Meaning(), string(comparison.Status)}
		}
	}
	return found
}
