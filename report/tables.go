package report

import (
	"math"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"github.com/ecsbench/ecsbench/internal/display"
)

// Tables is the outcome of a comparison: one table per unit and distinct
// value of the table projection, in order of appearance.
type Tables struct {
	Tables []*Table
	fields []*benchproc.Field // of the table projection, flattened, without ".unit"
}

// A Table compares samples of one unit.
type Table struct {
	Unit    string // tidied: sec, not ns
	Rows    []benchproc.Key
	Cols    []benchproc.Key // the first is the base that others are compared with
	Summary []Summary       // for each column

	key   benchproc.Key
	cells []Cell  // row by row, in each row by column; unmeasured ones are omitted
	start []int32 // for each row, and once more at the end, an index into cells
}

// Row returns the cells of a row that were measured, in order of columns.
func (t *Table) Row(row int) []Cell { return t.cells[t.start[row]:t.start[row+1]] }

// Base returns the cell of a row that the others in it are compared with, or
// nil where the first column has none.
func (t *Table) Base(row int) *Cell {
	if cells := t.Row(row); cells[0].Col == 0 {
		return &cells[0]
	}
	return nil
}

// A Cell summarises the values of one row and column.
type Cell struct {
	Col     int               // index of its column
	N       int               // number of values
	Summary benchmath.Summary // centre and its interval
	Warning error             // what the cell mixes, or nil

	// Comparison is with the cell of the same row in the first column. It is
	// nil in that column, and where that cell is empty.
	Comparison *benchmath.Comparison
}

// Delta returns the change against base as benchstat prints it: "~" where it
// is not significant, "?" where the base is zero.
func (c *Cell) Delta(base *Cell) string {
	return readable(c.Comparison.FormatDelta(base.Summary.Center, c.Summary.Center), math.Log(c.Summary.Center)-math.Log(base.Summary.Center))
}

// readable returns a change as benchstat prints it, or as a power of ten if that has
// hundreds of digits.
func readable(change string, log float64) string {
	if len(change) > 24 {
		return display.Change(log)
	}
	return change
}

// A Summary is the last row of a table, for one column.
type Summary struct {
	GeoMean    float64 // of the centres
	HasGeoMean bool
	Ratio      float64 // geometric mean of the centres over those of the base column
	HasRatio   bool
	Warnings   []error
}
