package report

import (
	"fmt"

	"golang.org/x/perf/benchproc"

	"github.com/ecsbench/ecsbench/internal/display"
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

// projections are the parsed Options.
type projections struct {
	filter          *benchproc.Filter
	table, row, col *benchproc.Projection
	residue         *benchproc.Projection // whatever the others leave out
	unit            *benchproc.Field      // last field of table
}

func (o CompareOptions) parse() (*projections, error) {
	if o.Alpha < 0 || o.Alpha > 1 || o.Alpha != o.Alpha {
		return nil, fmt.Errorf("--alpha %v: must lie between 0 and 1", o.Alpha)
	}
	if o.Confidence < 0 || o.Confidence > 1 || o.Confidence != o.Confidence {
		return nil, fmt.Errorf("--confidence %v: must lie between 0 and 1", o.Confidence)
	}
	var p projections
	var err error
	if p.filter, err = benchproc.NewFilter(o.Filter); err != nil {
		return nil, display.QueryError("--filter", err)
	}
	var parser benchproc.ProjectionParser
	if p.table, p.unit, err = parser.ParseWithUnit(o.Table, p.filter); err != nil {
		return nil, display.QueryError("--table", err)
	}
	if p.row, err = parser.Parse(o.Row, p.filter); err != nil {
		return nil, display.QueryError("--row", err)
	}
	if p.col, err = parser.Parse(o.Col, p.filter); err != nil {
		return nil, display.QueryError("--col", err)
	}
	if _, err = parser.Parse(o.Ignore, p.filter); err != nil {
		return nil, display.QueryError("--ignore", err)
	}
	p.residue = parser.Residue()
	return &p, nil
}
