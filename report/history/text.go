package history

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/escape"
	"github.com/ecsbench/ecsbench/report/summary"
)

// A row is a step, in words.
type row struct {
	Case   string  `json:"case"`
	Unit   string  `json:"unit"`
	Commit string  `json:"commit"`
	Date   string  `json:"date"`
	Ratio  float64 `json:"ratio"` // new level to old, above 1 is worse
	Value  float64 `json:"value"` // at the newest commit
}

// rows lists the steps, the latest of each case, the largest first.
func (h *History) rows() []row {
	list := []row{}
	for _, s := range h.Series {
		for i := len(s.Steps) - 1; i >= 0; i-- {
			c := h.Commits[s.Points[s.Steps[i].At].Commit]
			list = append(list, row{s.Label, s.Unit, c.Label, date(c), s.Steps[i].Ratio, s.Points[len(s.Points)-1].Stat.Center})
		}
	}
	return list
}

func date(c Commit) string {
	if c.Date.IsZero() {
		return "unknown date"
	}
	return c.Date.UTC().Format(time.DateOnly)
}

// span says what was looked at.
func (h *History) span() string {
	first, last := h.Commits[0], h.Commits[len(h.Commits)-1]
	text := fmt.Sprintf("%s over %d commits, %s (%s) to %s (%s)", summary.Cases(len(h.Series)), len(h.Commits), first.Label, date(first), last.Label, date(last))
	if len(h.Machines) > 1 {
		text += fmt.Sprintf(", on %d machines that are looked at apart: %s", len(h.Machines), strings.Join(h.Machines, "; "))
	}
	text += "."
	if clock := h.witnesses(); clock != "" {
		text += " " + clock
	}
	return text
}

// verdict says what was found.
func (h *History) verdict() string {
	if len(h.Commits) < Fewest {
		return fmt.Sprintf("No steps can be found: that takes at least %d commits on one machine.", Fewest)
	}
	n := len(h.rows())
	switch n {
	case 0:
		return "No steps: no case became lastingly faster or slower."
	case 1:
		return "1 step:"
	}
	return fmt.Sprintf("%d steps:", n)
}

// WriteText prints the steps for a terminal.
func (h *History) WriteText(out io.Writer) error {
	w := escape.NewText(out)
	w.Printf("%s\n", h.span())
	w.Printf("%s\n", h.verdict())
	for _, r := range h.rows() {
		w.Printf("%9s  since %-12s %s  now %-10s %s\n", summary.Percent(r.Ratio), r.Commit, r.Date, summary.Format(r.Value, r.Unit), r.Case)
	}
	return w.Flush()
}

// WriteMarkdown prints the steps as a table.
func (h *History) WriteMarkdown(out io.Writer) error {
	w := escape.NewMarkdown(out)
	w.Printf("%s\n\n%s\n", h.span(), h.verdict())
	if rows := h.rows(); len(rows) > 0 {
		w.Printf("\n| change | since | date | now | case |\n|--:|:--|:--|--:|:--|\n")
		for _, r := range rows {
			w.Printf("| %s | %s | %s | %s | %s |\n", summary.Percent(r.Ratio), r.Commit, r.Date, summary.Format(r.Value, r.Unit), r.Case)
		}
	}
	return w.Flush()
}

// WriteJSON prints the steps and what was looked at.
func (h *History) WriteJSON(out io.Writer) error {
	return escape.JSON(out, struct {
		Commits  int      `json:"commits"`
		Cases    int      `json:"cases"`
		Machines []string `json:"machines"`
		Steps    []row    `json:"steps"`
	}{len(h.Commits), len(h.Series), h.Machines, h.rows()})
}
