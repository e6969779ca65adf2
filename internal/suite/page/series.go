package page

import (
	"math"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/report"
)

// mostPoints limits the history section: about 2 MB.
const mostPoints = 50_000

// The history in the JSON block. Points are [commit, machine, median, lo, hi,
// samples].
type (
	historyData struct {
		Commits  []commitData `json:"commits"`
		Machines []string     `json:"machines"`
		Series   []seriesData `json:"series"`
		Left     int          `json:"left"` // omitted series
	}
	commitData struct {
		Label string `json:"label"`
		Date  string `json:"date"`
	}
	seriesData struct {
		Name   string      `json:"name"`
		Impl   int         `json:"i"` // -1 if the report does not have it
		Unit   string      `json:"unit"`
		Points [][6]number `json:"p"`
		Steps  []stepData  `json:"steps"`
	}
	stepData struct {
		At     number   `json:"at"` // the point
		Ratio  number   `json:"ratio"`
		Causes []string `json:"causes,omitempty"` // with place and commit
		Notes  []string `json:"notes,omitempty"`
	}
)

func newHistoryData(h *history.History, r *report.Report) *historyData {
	if h == nil {
		return nil
	}
	data := &historyData{Machines: h.Machines, Series: []seriesData{}}
	for _, c := range h.Commits {
		date := ""
		if !c.Date.IsZero() {
			date = c.Date.UTC().Format(time.DateOnly)
		}
		data.Commits = append(data.Commits, commitData{c.Label, date})
	}
	impls := make(map[string]int)
	for _, i := range r.Impls {
		impls[i.Name] = i.Index
	}
	points := 0
	for i, s := range h.Series {
		if points += len(s.Points); points > mostPoints {
			data.Left = len(h.Series) - i
			break
		}
		d := seriesData{Name: s.Label, Impl: -1, Unit: report.Display(s.Unit), Steps: []stepData{}}
		if at, ok := impls[s.Impl]; ok {
			d.Impl = at
		}
		for _, p := range s.Points {
			d.Points = append(d.Points, [6]number{
				number(p.Commit), number(p.Machine), number(p.Stat.Center), number(p.Stat.Lo), number(p.Stat.Hi), number(p.Stat.N),
			})
		}
		for _, step := range s.Steps {
			log, _, _ := step.Worse()
			one := stepData{At: number(step.At), Ratio: number(math.Exp(log)), Notes: step.Notes}
			for _, c := range step.Causes {
				one.Causes = append(one.Causes, c.String())
			}
			d.Steps = append(d.Steps, one)
		}
		data.Series = append(data.Series, d)
	}
	return data
}
