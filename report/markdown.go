package report

import (
	"io"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
	"golang.org/x/perf/benchunit"
)

// WriteMarkdown prints the tables as GitHub's Markdown does tables, with the
// numbers of WriteText.
func (t *Tables) WriteMarkdown(out io.Writer) error {
	w := display.NewMarkdownWriter(out)
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
		t.Tables[i].markdown(w)
	})
	return w.Flush()
}

func (t *Table) markdown(w *display.Writer) {
	var notes footnotes
	w.Printf("| |")
	for col, key := range t.Cols {
		w.Printf(" %s %s |", key.StringValues(), t.Unit)
		if col > 0 {
			w.Printf(" vs base |")
		}
	}
	w.Printf("\n|:--|%s\n", display.Verbatim(strings.Repeat("--:|", 2*len(t.Cols)-1)))

	class := benchunit.ClassOf(t.Unit)
	for row, key := range t.Rows {
		w.Printf("| %s |", key.StringValues())
		scale, base, next := t.scale(row, class), t.Base(row), 0
		for i := range t.Row(row) {
			c := &t.Row(row)[i]
			for ; next < c.Col; next++ {
				w.Printf("%s", markdownBlank(next))
			}
			next++
			w.Printf(" %s ± %s%s |", results.Scaled(scale, c.Summary.Center), c.Summary.PctRangeString(), notes.cell(c))
			if c.Comparison != nil {
				w.Printf(" %s (%s)%s |", c.Delta(base), c.Comparison, notes.marks(c.Comparison.Warnings))
			} else if c.Col > 0 {
				w.Printf(" |")
			}
		}
		for ; next < len(t.Cols); next++ {
			w.Printf("%s", markdownBlank(next))
		}
		w.Printf("\n")
	}
	if len(t.Rows) > 1 {
		w.Printf("| geomean |")
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
				w.Printf(" %s%s |", mean, notes.marks(s.Warnings))
			} else {
				w.Printf(" %s | %s%s |", mean, ratio, notes.marks(s.Warnings))
			}
		}
		w.Printf("\n")
	}
	for i, note := range notes.texts {
		w.Printf("\n%s %s\n", superscript(i+1), note)
	}
}

// markdownBlank returns the empty cells of a column.
func markdownBlank(col int) display.Verbatim {
	if col == 0 {
		return " |"
	}
	return " | |"
}
