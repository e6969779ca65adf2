package gobench

import (
	"fmt"
	"io"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Headline is the score in one line.
func (v *Score) Headline() string {
	n := len(v.Results)
	text := fmt.Sprintf("%d of %s could become %s slower without any benchmark noticing", n-v.Noticed(), display.Count(n, "exported function"), display.Percent(v.Slowdown))
	if v.Open > 0 {
		text += fmt.Sprintf("; %d not scored within the budget", v.Open)
	}
	return text
}

// WriteText prints the headline and a row for each function, those that no benchmark
// guards first.
func (v *Score) WriteText(out io.Writer) error {
	w := display.NewWriter(out)
	w.Printf("%s\n\n", v.Headline())
	rows := slices.Clone(v.Results)
	slices.SortStableFunc(rows, func(a, b ScoreResult) int { return order(a) - order(b) })
	t := display.NewTable("where", "function", ">instructions", "benchmark that notices")
	for _, r := range rows {
		notices, change := r.Benchmark, ""
		if r.Benchmark != "" {
			change = "+" + display.Percent(r.Change)
		}
		if !r.Noticed {
			notices = "none"
			if r.Benchmark != "" {
				notices += " (nearest: " + r.Benchmark + ")"
			} else if r.Note != "" {
				notices += " (" + r.Note + ")"
			}
		}
		t.Row(r.Where.String(), r.Function, change, notices)
	}
	if len(t.Rows) > 0 {
		if err := w.Table(t); err != nil {
			return err
		}
	}
	for _, n := range v.Notes {
		w.Printf("\nnote: %s\n", n)
	}
	return w.Flush()
}

// order puts what no benchmark calls first and what is noticed last.
func order(r ScoreResult) int {
	switch {
	case r.Noticed:
		return 2
	case r.Benchmark != "":
		return 1
	}
	return 0
}

// WriteJSON prints the score as one object.
func (v *Score) WriteJSON(out io.Writer) error {
	return display.WriteJSON(out, struct {
		Headline  string        `json:"headline"`
		Slowdown  float64       `json:"slowdown"`
		Threshold float64       `json:"threshold"`
		Functions int           `json:"functions"` // scored
		Noticed   int           `json:"noticed"`
		Open      int           `json:"open"` // not scored within the budget
		Notes     []string      `json:"notes"`
		Results   []ScoreResult `json:"results"`
	}{v.Headline(), v.Slowdown, v.Threshold, len(v.Results), v.Noticed(), v.Open, append([]string{}, v.Notes...), v.Results})
}
