package report

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// A table of the text format has one column for the labels of rows; then, for
// each column of the input, its centre, its interval and a footnote, and for
// all but the first also the change, its p and a footnote.
const (
	centreCols = 3
	deltaCols  = 3
)

func textCol(col int) int {
	if col == 0 {
		return 1
	}
	return 1 + col*centreCols + (col-1)*deltaCols
}

// WriteText prints the tables for a fixed-width font, in benchstat's layout.
func (t *Tables) WriteText(out io.Writer) error {
	w := bufio.NewWriterSize(out, 64<<10)
	var g grid
	t.each(func(i int, changed []setting) {
		if i > 0 {
			w.WriteByte('\n')
		}
		for _, s := range changed {
			fmt.Fprintf(w, "%s: %s\n", display.Escape(s.key), display.Escape(s.value))
		}
		g.reset()
		t.Tables[i].text(w, &g)
	})
	return w.Flush()
}

// A setting is a part of a table's key, such as goos: linux.
type setting struct{ key, value string }

// each calls visit for each table, with what its key has that the table
// before has not.
func (t *Tables) each(visit func(i int, changed []setting)) {
	for i, table := range t.Tables {
		var changed []setting
		for _, f := range t.fields {
			value := table.key.Get(f)
			if i == 0 || value != t.Tables[i-1].key.Get(f) {
				changed = append(changed, setting{f.Name, value})
			}
		}
		visit(i, changed)
	}
}

func (t *Table) text(w *bufio.Writer, g *grid) {
	var notes footnotes
	t.textHeader(g)
	class := benchunit.ClassOf(t.Unit)
	for row, key := range t.Rows {
		g.nextRow()
		g.cell(key.StringValues(), left)
		scale := t.scale(row, class)
		base := t.Base(row)
		for i := range t.Row(row) {
			c := &t.Row(row)[i]
			g.to(textCol(c.Col))
			g.cell(results.Scaled(scale, c.Summary.Center), right)
			g.span(1, c.Summary.PctRangeString(), right, beforeInterval)
			g.cell(notes.cell(c), left)
			if c.Comparison != nil {
				g.cell(c.Delta(base), right)
				g.cell("("+c.Comparison.String()+")", left)
				g.cell(notes.marks(c.Comparison.Warnings), left)
			}
		}
	}
	if len(t.Rows) > 1 {
		t.textSummary(g, &notes, class)
	}
	g.write(w)
	for i, note := range notes.texts {
		fmt.Fprintf(w, "%s %s\n", Raised(i+1), display.Escape(note))
	}
}

// textHeader adds one row for each field of the column projection, in which
// equal neighbours share a cell, and one for the units.
func (t *Table) textHeader(g *grid) {
	end := textCol(len(t.Cols))
	for level := benchproc.NewKeyHeader(t.Cols).Top; len(level) > 0; {
		var below []*benchproc.KeyHeaderNode
		g.nextRow()
		for _, n := range level {
			g.to(textCol(n.Start))
			g.span(textCol(n.Start+n.Len)-textCol(n.Start), n.Value, centre, rule)
			below = append(below, n.Children...)
		}
		g.to(end)
		g.span(1, "", left, edge)
		level = below
	}
	g.nextRow()
	for col := range t.Cols {
		g.to(textCol(col))
		g.span(centreCols, t.Unit, centre, rule)
		if col > 0 {
			g.span(deltaCols, "vs base", left, gap)
		}
		for inner := textCol(col) + 1; inner < textCol(col+1); inner++ {
			g.fixed[inner] = true // however wide what spans it is
		}
	}
	g.to(end)
	g.span(1, "", left, edge)
}

func (t *Table) textSummary(g *grid, notes *footnotes, class benchunit.Class) {
	g.nextRow()
	g.cell("geomean", left)
	for col := range t.Cols {
		s := &t.Summary[col]
		if s.HasGeoMean {
			g.to(textCol(col))
			g.cell(results.Scaled(benchunit.CommonScale([]float64{s.GeoMean}, class), s.GeoMean), right)
		}
		if col > 0 {
			g.to(textCol(col) + centreCols)
			if s.HasRatio {
				g.cell(s.ratio(), right)
			} else {
				g.cell("?", left)
			}
		}
		g.to(textCol(col+1) - 1)
		g.cell(notes.marks(s.Warnings), left)
	}
}

// ratio returns the change of the geometric mean in per cent.
func (s *Summary) ratio() string {
	return readable(fmt.Sprintf("%+.2f%%", (s.Ratio-1)*100), math.Log(s.Ratio))
}

// scale finds the prefix and digits that suit all centres of a row.
func (t *Table) scale(row int, class benchunit.Class) benchunit.Scaler {
	var space [8]float64
	centres := space[:0]
	for i := range t.Row(row) {
		centres = append(centres, t.Row(row)[i].Summary.Center)
	}
	return benchunit.CommonScale(centres, class)
}
