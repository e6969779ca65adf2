package report

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// CompareOptions are benchstat's: projections and the filter in the syntax of
// golang.org/x/perf/benchproc/syntax, and the thresholds of the statistics.
type CompareOptions struct {
	Table      string  // projection that splits results into tables
	Row        string  // projection of a table's rows
	Col        string  // projection of a table's columns; the first is the base
	Ignore     string  // keys that may vary within a cell without a warning
	Filter     string  // query that results and units have to match
	Alpha      float64 // a change with p above it is shown as "~", in [0, 1]
	Confidence float64 // level of the intervals, in [0, 1]
}

// DefaultCompareOptions are benchstat's defaults.
func DefaultCompareOptions() CompareOptions {
	return CompareOptions{
		Table: ".config", Row: ".fullname", Col: ".file", Filter: "*",
		Alpha: 0.05, Confidence: 0.95,
	}
}

// A comparison sorts the values of results into cells.
type comparison struct {
	options         CompareOptions
	filter          *benchproc.Filter
	table, row, col *benchproc.Projection
	residue         *benchproc.Projection // all other keys
	unit            *benchproc.Field      // last field of table
	tables          map[benchproc.Key]*rawTable
}

// A rawTable has the cells of a table without statistics, by row and column.
type rawTable struct {
	rows, cols map[benchproc.Key]bool
	cells      map[[2]benchproc.Key]*rawCell
}

type rawCell struct {
	values   []float64
	residues map[benchproc.Key]bool
}

func newComparison(o CompareOptions) (*comparison, error) {
	for _, level := range []struct {
		flag  string
		value float64
	}{{"--alpha", o.Alpha}, {"--confidence", o.Confidence}} {
		if !(level.value >= 0 && level.value <= 1) {
			return nil, fmt.Errorf("%s %v: must lie between 0 and 1", level.flag, level.value)
		}
	}
	c := &comparison{options: o, tables: make(map[benchproc.Key]*rawTable)}
	var err error
	if c.filter, err = benchproc.NewFilter(o.Filter); err != nil {
		return nil, display.QueryError("--filter", err)
	}
	var parser benchproc.ProjectionParser
	if c.table, c.unit, err = parser.ParseWithUnit(o.Table, c.filter); err != nil {
		return nil, display.QueryError("--table", err)
	}
	if c.row, err = parser.Parse(o.Row, c.filter); err != nil {
		return nil, display.QueryError("--row", err)
	}
	if c.col, err = parser.Parse(o.Col, c.filter); err != nil {
		return nil, display.QueryError("--col", err)
	}
	if _, err = parser.Parse(o.Ignore, c.filter); err != nil {
		return nil, display.QueryError("--ignore", err)
	}
	c.residue = parser.Residue()
	return c, nil
}

// Compare reads the files and compares their results. Errors in single lines are passed to
// files.Warn. A query without results is an error.
func Compare(files *results.Files, opts CompareOptions) (*Tables, error) {
	c, err := newComparison(opts)
	if err != nil {
		return nil, err
	}
	files.Filter = c.filter
	err = files.Each(func(record any) error {
		if r, ok := record.(*benchfmt.Result); ok {
			c.add(r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(c.tables) == 0 {
		return nil, errors.New("no result is left to compare: loosen --filter, --row or --col, or name other files")
	}
	return c.evaluate(files.Units()), nil
}

// add appends the values of a result to their cells.
func (c *comparison) add(r *benchfmt.Result) {
	tables := c.table.ProjectValues(r)
	row, col, residue := c.row.Project(r), c.col.Project(r), c.residue.Project(r)
	for i, v := range r.Values {
		t := c.tables[tables[i]]
		if t == nil {
			t = &rawTable{make(map[benchproc.Key]bool), make(map[benchproc.Key]bool), make(map[[2]benchproc.Key]*rawCell)}
			c.tables[tables[i]] = t
		}
		t.rows[row], t.cols[col] = true, true
		cell := t.cells[[2]benchproc.Key{row, col}]
		if cell == nil {
			cell = &rawCell{residues: make(map[benchproc.Key]bool)}
			t.cells[[2]benchproc.Key{row, col}] = cell
		}
		cell.values = append(cell.values, v.Value)
		cell.residues[residue] = true
	}
}

// sortedKeys returns the keys of a map in their order.
func sortedKeys[V any](m map[benchproc.Key]V) []benchproc.Key {
	keys := slices.Collect(maps.Keys(m))
	benchproc.SortKeys(keys)
	return keys
}

// evaluate does the statistics of all cells.
func (c *comparison) evaluate(units benchfmt.UnitMetadataMap) *Tables {
	out := &Tables{}
	for _, f := range c.table.FlattenedFields() {
		if f != c.unit {
			out.keys = append(out.keys, f.Name)
		}
	}
	for _, key := range sortedKeys(c.tables) {
		t := &Table{Unit: key.Get(c.unit), Config: make(map[string]string)}
		for _, f := range c.table.FlattenedFields() {
			if value := key.Get(f); f != c.unit && value != "" {
				t.Config[f.Name] = value
			}
		}
		c.fill(t, c.tables[key], units.GetAssumption(t.Unit))
		t.summarise()
		out.Tables = append(out.Tables, t)
	}
	return out
}

// fill adds the rows of a table.
func (c *comparison) fill(t *Table, raw *rawTable, assume benchmath.Assumption) {
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = c.options.Alpha
	cols := sortedKeys(raw.cols)
	t.Columns = lists.Map(cols, benchproc.Key.StringValues)
	for _, key := range sortedKeys(raw.rows) {
		row := Row{key.StringValues(), make([]*Cell, len(cols))}
		samples, centers := make([]*benchmath.Sample, len(cols)), []float64(nil)
		for i, col := range cols {
			of := raw.cells[[2]benchproc.Key{key, col}]
			if of == nil {
				continue
			}
			samples[i] = benchmath.NewSample(of.values, &thresholds)
			row.Cells[i] = newCell(samples[i], assume.Summary(samples[i], c.options.Confidence), of.mixed())
			centers = append(centers, row.Cells[i].center)
			if i > 0 && samples[0] != nil {
				row.Cells[i].Comparison = newCellComparison(row.Cells[0], row.Cells[i], assume.Compare(samples[0], samples[i]))
			}
		}
		scale := benchunit.CommonScale(centers, benchunit.ClassOf(t.Unit))
		for _, cell := range row.Cells {
			if cell != nil {
				cell.text = results.Scaled(scale, cell.center) + cell.text
			}
		}
		t.Rows = append(t.Rows, row)
	}
}

// mixed lists the keys in which the results of a cell differ.
func (c *rawCell) mixed() []string {
	fields := benchproc.NonSingularFields(sortedKeys(c.residues))
	names := lists.Map(fields, func(f *benchproc.Field) string { return f.Name })
	if len(names) == 0 {
		return nil
	}
	return []string{"benchmarks vary in " + strings.Join(names, ", ")}
}

func newCell(s *benchmath.Sample, summary benchmath.Summary, mixed []string) *Cell {
	return &Cell{
		N: len(s.Values), Center: display.JSONNumber(summary.Center), Low: display.JSONNumber(summary.Lo), High: display.JSONNumber(summary.Hi),
		Confidence: summary.Confidence, Warnings: append(mixed, lists.Map(summary.Warnings, error.Error)...),
		center: summary.Center, text: " ± " + summary.PctRangeString(),
	}
}

func newCellComparison(base, cell *Cell, c benchmath.Comparison) *CellComparison {
	return &CellComparison{
		Ratio: display.JSONNumber(cell.center / base.center), P: c.P, Significant: c.P <= c.Alpha,
		Delta:    readable(c.FormatDelta(base.center, cell.center), math.Log(cell.center)-math.Log(base.center)),
		Warnings: lists.Map(c.Warnings, error.Error), text: c.String(),
	}
}

// readable returns a change as benchstat prints it, or as a power of ten if that has
// hundreds of digits.
func readable(change string, log float64) string {
	if len(change) > 24 {
		return display.Change(log)
	}
	return change
}
