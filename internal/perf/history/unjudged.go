package history

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// unjudged returns why no statement about the newest commit is possible for a series; "" if one
// is. A series that ended may have steps before its end.
func (h *History) unjudged(s *Trend) string {
	points := make([]int, len(h.Machines))
	judged := false
	for _, p := range s.Points {
		points[p.Machine]++
		judged = judged || p.paired && len(s.Points) > 1 || points[p.Machine] >= FewestPoints
	}
	last := s.Points[len(s.Points)-1].Commit
	switch {
	case last < len(h.Commits)-1:
		at := moment(&h.Commits[last])
		why := fmt.Sprintf("ended with %s (%s)", at.Commit, at.Date)
		if renamed := h.renamed(s, last); renamed != "" {
			why += ": renamed to " + renamed + "?"
		}
		return why
	case !judged && len(h.Machines) > 1:
		return display.Count(len(s.Points), "commit") + fmt.Sprintf(", fewer than %d on each machine", FewestPoints)
	case !judged:
		return display.Count(len(s.Points), "commit")
	}
	return ""
}

// renamed guesses the name of the series that continues one that ended: it begins after that.
func (h *History) renamed(s *Trend, last int) string {
	var fresh []string
	for _, other := range h.Series {
		same := other.Key
		if same.Name = s.Key.Name; same == s.Key && other.Points[0].Commit > last {
			fresh = append(fresh, other.Key.Name)
		}
	}
	return verdict.Renamed(s.Key.Name, fresh)
}

// notJudged is the problem of the series about whose newest commit nothing is known.
func (h *History) notJudged() (list []verdict.Problem) {
	var cases []string
	for i := range h.Series {
		if why := h.unjudged(&h.Series[i]); why != "" {
			cases = append(cases, h.Series[i].Label+": "+why)
		}
	}
	cases = append(cases, h.zeros()...)
	if len(cases) == 0 {
		return nil
	}
	return []verdict.Problem{{
		Outcome: verdict.Observed, Cases: cases, What: display.CountAre(len(cases), "case") + " not judged",
		Remedy: fmt.Sprintf("measure at least %d commits of each on one machine, up to the newest", FewestPoints),
	}}
}

// A zeroCase is a case on a machine, by its index in [History.Machines].
type zeroCase struct {
	results.Key
	machine int
}

// zeros lists the cases that are no series of a machine, because all of their medians are 0.
func (h *History) zeros() []string {
	var keys []results.Key
	for zero := range h.zero {
		onMachine := func(p Point) bool { return p.Machine == zero.machine }
		if slices.ContainsFunc(h.Series, func(s Trend) bool { return s.Key == zero.Key && slices.ContainsFunc(s.Points, onMachine) }) {
			continue
		}
		if len(h.Machines) > 1 {
			zero.Machine = h.Machines[zero.machine]
		}
		keys = append(keys, zero.Key)
	}
	label := results.Labels(append(keys, lists.Map(h.Series, func(s Trend) results.Key { return s.Key })...))
	cases := lists.Map(keys, func(k results.Key) string { return report.DisplayLong(label(k)) + ": its medians are 0" })
	slices.Sort(cases)
	return cases
}

// countJudged counts the series that are judged.
func (h *History) countJudged() int {
	return lists.Count(h.Series, func(s Trend) bool { return h.unjudged(&s) == "" })
}
