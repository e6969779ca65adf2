package history

import (
	"fmt"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// unjudged returns why no statement about the newest commit is possible for a series; "" if one
// is. A series that ended may have steps before its end.
func (h *History) unjudged(s *Series) string {
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
func (h *History) renamed(s *Series, last int) string {
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
	if len(cases) == 0 {
		return nil
	}
	return []verdict.Problem{{
		Outcome: verdict.Observed, Cases: cases, What: display.CountAre(len(cases), "case") + " not judged",
		Remedy: fmt.Sprintf("measure at least %d commits of each on one machine, up to the newest", FewestPoints),
	}}
}

// countJudged counts the series that are judged.
func (h *History) countJudged() int {
	return lists.Count(h.Series, func(s Series) bool { return h.unjudged(&s) == "" })
}
