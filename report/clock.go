package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// Clock describes the difference of the core clocks between the columns, and how many rows
// are less noisy in cycles than in time, by the intervals of their centres. The tables have
// both, with benchstat's numbers. It is empty if there is nothing to compare or no column
// records its clock.
func (t *Tables) Clock() string {
	var clocks, times, cycles *Table
	for _, table := range t.Tables {
		switch u := results.UnitNamed(table.Unit); {
		case u.Name == results.UnitClock && clocks == nil:
			clocks = table
		case u.Name == results.UnitCycles && cycles == nil:
			cycles = table
		case u.Name == "sec/entity" && times == nil:
			times = table
		}
	}
	if clocks == nil || times == nil || cycles == nil || len(times.Columns) < 2 {
		return ""
	}
	known := make(map[string]float64)
	for i, name := range clocks.Columns {
		if mean := clocks.Geomean[i].Center; mean != nil {
			known[name] = *mean
		}
	}
	base := known[times.Columns[0]]
	var told, lacking []string
	for _, name := range times.Columns {
		at, ok := known[name]
		switch {
		case !ok:
			lacking = append(lacking, name)
		case len(told) > 0 && base > 0:
			told = append(told, fmt.Sprintf("at %s in %s (%+.1f%%)", results.Digits(at), name, 100*(at/base-1)))
		default:
			told = append(told, fmt.Sprintf("at %s GHz in %s", results.Digits(at), name))
		}
	}
	if len(lacking) > 0 {
		return strings.Join(lacking, " and ") + " does not record the clock of its core, which may be a part of every change of time"
	}
	better, of := 0, 0
	in := make(map[string]float64)
	for _, row := range times.Rows {
		in[row.Name] = row.width()
	}
	for _, row := range cycles.Rows {
		if width, ok := in[row.Name]; ok {
			of++
			if row.width() < width {
				better++
			}
		}
	}
	return fmt.Sprintf("the core ran %s; this is a part of every change of time and not of cycles/entity, in which %d of %d rows are less noisy: each table has benchstat's numbers of its own unit, and `ecsbench gate` judges each case by the less noisy one",
		strings.Join(told, ", "), better, of)
}

// width is the sum of the widths of the intervals of a row, relative to their centres.
func (r Row) width() (sum float64) {
	for _, c := range r.Cells {
		if c != nil && !math.IsNaN(c.width) {
			sum += c.width
		}
	}
	return sum
}
