package report

import (
	"errors"
	"io"

	"github.com/ecsbench/ecsbench/internal/display"
)

// WriteCSV prints the tables as comma-separated values, in benchstat's layout.
// Warnings would break the table; they go to warnings, each with its cell of the
// spreadsheet.
func (t *Tables) WriteCSV(out, warnings io.Writer) error {
	w := &csvWriter{csv: display.NewCSV(out), line: 1, warnings: display.NewWriter(warnings)}
	t.each(func(i int, changed []setting) {
		if i > 0 {
			w.add("")
			w.flush()
		}
		for _, s := range changed {
			w.add(s.key + ": " + s.value)
			w.flush()
		}
		t.Tables[i].csv(w)
	})
	return errors.Join(w.csv.Flush(), w.warnings.Flush())
}

// csvCol returns the index of the first field for a column of the input:
// centre and interval, and for all but the first also change and p.
func csvCol(col int) int {
	if col == 0 {
		return 1
	}
	return 3 + (col-1)*4
}

func (t *Table) csv(w *csvWriter) {
	end := csvCol(len(t.Cols))
	for _, field := range t.Cols[0].Projection().FlattenedFields() {
		for col, key := range t.Cols {
			w.to(csvCol(col))
			w.add(key.Get(field))
		}
		w.to(end)
		w.flush()
	}
	for col := range t.Cols {
		w.to(csvCol(col))
		w.add(t.Unit, "CI")
		if col > 0 {
			w.add("vs base", "P")
		}
	}
	w.flush()
	for row, key := range t.Rows {
		w.add(key.StringValues())
		base := t.Base(row)
		for i := range t.Row(row) {
			c := &t.Row(row)[i]
			w.to(csvCol(c.Col))
			if c.Warning != nil {
				w.warn(c.Warning)
			}
			w.warn(c.Summary.Warnings...)
			w.add(c.Summary.Center, c.Summary.PctRangeString())
			if c.Comparison != nil {
				w.warn(c.Comparison.Warnings...)
				w.add(display.Verbatim(c.Delta(base)), c.Comparison.String())
			}
		}
		w.flush()
	}
	w.add("geomean")
	for col := range t.Cols {
		s := &t.Summary[col]
		w.to(csvCol(col))
		w.warn(s.Warnings...)
		if s.HasGeoMean {
			w.add(s.GeoMean)
		}
		if col > 0 {
			w.to(csvCol(col) + 2)
			if s.HasRatio {
				w.add(display.Verbatim(s.ratio()))
			} else {
				w.add("?")
			}
		}
	}
	w.to(end)
	w.flush()
}

// A csvWriter collects a line at a position of the sheet.
type csvWriter struct {
	csv      *display.CSV
	line     int // from 1
	fields   []any
	warnings *display.Writer
}

func (w *csvWriter) add(fields ...any) { w.fields = append(w.fields, fields...) }

func (w *csvWriter) to(col int) {
	for len(w.fields) < col {
		w.add("")
	}
}

func (w *csvWriter) flush() {
	w.csv.Write(w.fields...)
	w.fields = w.fields[:0]
	w.line++
}

func (w *csvWriter) warn(warnings ...error) {
	for _, warning := range warnings {
		w.warnings.Printf("%s%d: %s\n", sheetColumn(len(w.fields)), w.line, warning)
	}
}

// sheetColumn names the column with an index from 0: A to Z, AA, AB and so on.
func sheetColumn(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}
