package report

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// WriteMarkdown prints the tables as GitHub's Markdown does tables, with the
// numbers of WriteText.
func (t *Tables) WriteMarkdown(out io.Writer) error {
	w := display.NewMarkdownWriter(out)
	var err error
	t.each(func(i int, changed []setting) {
		if i > 0 {
			w.Printf("\n")
		}
		for _, s := range changed {
			w.Printf("%s: %s  \n", s.key, s.value)
		}
		if len(changed) > 0 {
			w.Printf("\n")
		}
		err = errors.Join(err, t.Tables[i].markdown(w))
	})
	return errors.Join(err, w.Flush())
}

func (t *Table) markdown(w *display.Writer) error {
	var notes footnotes
	var out display.Table
	head := func(title string, right bool) {
		out.Columns = append(out.Columns, display.Column{Title: title, Right: right})
	}
	head("", false)
	for col, key := range t.Cols {
		head(key.StringValues()+" "+t.Unit, true)
		if col > 0 {
			head("vs base", true)
		}
	}
	row := func(name string) []any {
		out.Row(append([]string{name}, make([]string, 2*len(t.Cols)-1)...)...)
		return out.Rows[len(out.Rows)-1]
	}
	class := benchunit.ClassOf(t.Unit)
	for i, key := range t.Rows {
		cells, scale, base := row(key.StringValues()), t.scale(i, class), t.Base(i)
		for k := range t.Row(i) {
			c := &t.Row(i)[k]
			cells[max(1, 2*c.Col)] = fmt.Sprintf("%s ± %s%s", results.Scaled(scale, c.Summary.Center), c.Summary.PctRangeString(), notes.cell(c))
			if c.Comparison != nil {
				cells[2*c.Col+1] = fmt.Sprintf("%s (%s)%s", c.Delta(base), c.Comparison, notes.marks(c.Comparison.Warnings))
			}
		}
	}
	if len(t.Rows) > 1 {
		cells := row("geomean")
		for col := range t.Cols {
			s := &t.Summary[col]
			mean, ratio := "", "?"
			if s.HasGeoMean {
				mean = results.Scaled(benchunit.CommonScale([]float64{s.GeoMean}, class), s.GeoMean)
			}
			if s.HasRatio {
				ratio = s.ratio()
			}
			if col == 0 {
				cells[1] = mean + notes.marks(s.Warnings)
			} else {
				cells[2*col], cells[2*col+1] = mean, ratio+notes.marks(s.Warnings)
			}
		}
	}
	if err := w.Table(out); err != nil {
		return err
	}
	for i, note := range notes.texts {
		w.Printf("\n%s %s\n", Raised(i+1), note)
	}
	return nil
}
