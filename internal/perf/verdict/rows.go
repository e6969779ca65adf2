package verdict

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A row is a line of a table: the cells of columns, in order.
type row []string

// grid returns a header and the rows of comparisons. Numbers are in the middle, names at the
// ends. Empty columns are left out.
func (v *Verdict) grid(cs []*Comparison) []row {
	rows := []row{{"verdict", "change", Confidence(v.Alpha) + " interval", v.Old.Name, v.New.Name, "unit", "n", "p", "MDE", "case"}}
	for _, c := range cs {
		rows = append(rows, c.rows()...)
	}
	return withoutEmpty(rows)
}

// rows returns the comparison, then its secondary metrics, causes and notes.
func (c *Comparison) rows() []row {
	before, after := values(c.Old, c.New, c.Unit)
	samples := fmt.Sprint(c.OldN)
	if c.OldN != c.NewN {
		samples = fmt.Sprintf("%d+%d", c.OldN, c.NewN)
	}
	first := row{c.Status.Word(), c.Effect.Change(), c.Effect.Interval(), before, after, c.Unit, samples, c.Effect.p(), display.Percent(math.Expm1(c.MDE)), c.Case}
	switch {
	case c.Evidence == Counted:
		first[2], first[7], first[8] = "exact", "-", "any"
	case c.Evidence == Proved:
		first[2], first[6], first[7], first[8] = "proved", "-", "-", "any"
	case c.Status == Unjudged:
		first[7], first[8] = "-", "-"
	case math.IsNaN(c.MDE):
		first[8] = ""
	}
	list := []row{first}
	if c.Since != (Moment{}) {
		list = append(list, row{"  since", "", "", "", "", "", "", "", "", c.Since.Commit + " (" + c.Since.Date + ")"})
	}
	list = append(list, lists.Map(c.Secondary, func(w Secondary) row { return w.row(c.Unit) })...)
	for _, k := range c.Causes {
		share, by := shareOf(k), ""
		if share != "" {
			share += " of it" // it stands below changes
		}
		if k.By != "" { // less certain than a count
			by = "by " + k.By
		}
		list = append(list, row{"  cause", share, by, "", "", "", "", "", "", k.String()})
	}
	if c.NoCause != "" {
		list = append(list, row{"  cause", "", "", "", "", "", "", "", "", "unknown: " + c.NoCause})
	}
	for _, n := range c.Notes {
		list = append(list, row{"  note", "", "", "", "", "", "", "", "", n})
	}
	return list
}

func (w *Secondary) row(unit string) row {
	unit = cmp.Or(w.Unit, unit)
	before, after := values(w.Old, w.New, unit)
	r := row{"  " + w.Name, w.Effect.Change(), w.Effect.Interval(), before, after, unit, "", w.Effect.p(), "", w.Meaning}
	if w.Exact {
		r[2], r[7] = "exact", "-"
	}
	if w.N > 0 {
		r[6] = fmt.Sprint(w.N)
	}
	return r
}

// costs returns the changes that are not judged, below a header.
func (v *Verdict) costs() []row {
	rows := []row{{"change", Confidence(v.Alpha) + " interval", v.Old.Name, v.New.Name, "unit", "what"}}
	for _, c := range v.Costs {
		r := c.row("")
		rows = append(rows, row{r[1], r[2], r[3], r[4], r[5], strings.TrimSuffix(c.Name+" ("+c.Meaning+")", " ()")})
	}
	return rows
}

// shareOf prints the share of the change, in percent.
func shareOf(c results.Cause) string {
	return fmt.Sprintf("%.0f%%", 100*c.Share)
}

// sentence prints a row in one line, for formats without tables.
func (r row) sentence() string {
	text := fmt.Sprintf("%s: %s %s", strings.TrimSpace(r[0]), r[5], r[1])
	if r[5] == "" { // a cause or a note
		return strings.TrimSpace(r[0]) + ": " + lists.Join(", ", r[1], r[2], r[9])
	}
	if r[2] != "" && r[2] != "exact" && r[2] != "proved" {
		text += " " + r[2] + ","
	}
	if r[3] != "" {
		text += fmt.Sprintf(" %s → %s", r[3], r[4])
	}
	text = strings.TrimSuffix(text, ",")
	if r[7] != "-" {
		text += " (p " + r[7]
		if r[6] != "" {
			text += ", n=" + r[6]
		}
		text += ")"
	}
	if r[0] != strings.TrimSpace(r[0]) && r[9] != "" { // the meaning of a secondary metric
		text += ": " + r[9]
	}
	return text
}

// sentences prints the rows of a comparison.
func (c *Comparison) sentences() []string {
	return lists.Map(c.rows(), row.sentence)
}

// Known lists secondary metrics, causes and notes, one line each.
func (c *Comparison) Known() []string { return c.sentences()[1:] }

// controls returns the results of the controls below a header.
func (v *Verdict) controls() []row {
	rows := []row{{"result", "measured", "interval", "control", "case"}}
	for _, c := range v.Controls {
		rows = append(rows, row{c.Word, c.Effect.Change(), c.Effect.Interval(), c.Name, c.Case})
	}
	return rows
}

// tableOf makes a table of rows below their header. Numbers are in the middle, names at the
// ends.
func tableOf(rows []row) display.Table {
	t := display.NewTable(rows[0]...)
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Right = i > 0 && i < len(t.Columns)-1
		c.Spare = spare[c.Title]
	}
	for _, r := range rows[1:] {
		t.Row(r...)
	}
	return t
}

// spare are the columns that a narrow terminal leaves out, those with higher values first.
var spare = map[string]int{"p": 5, "n": 4, "MDE": 3, "share": 2, "old": 1, "new": 1, "base": 1, "head": 1, "before": 1, "after": 1}
