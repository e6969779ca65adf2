package main

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/ecsbench/ecsbench/report"
)

// groupRows is the largest number of rows in a row group, and in memory. Sorting by
// series saves 95% of the space.
var groupRows = 1 << 19

// write writes the rows of files as one Parquet file. Within a row group the values of a series
// stand together. Damaged lines are skipped and passed to warn.
func write(w io.Writer, paths []string, warn func(error)) error {
	g := &rowGroup{out: parquet.NewGenericWriter[report.SampleRow](w, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("ecsbench", "", ""),
		parquet.DefaultEncodingFor(parquet.Int64, &parquet.DeltaBinaryPacked))}
	err := report.Each(paths, warn, g.add)
	if err == nil {
		err = g.write()
	}
	if err == nil {
		err = g.out.Close()
	}
	if err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// A rowGroup holds the rows of a row group.
type rowGroup struct {
	out    *parquet.GenericWriter[report.SampleRow]
	rows   int
	series []series
}

// A series has the values of one row, none for a case without values.
type series struct {
	row    *report.SampleRow
	values []report.Value
}

// add takes a value, or nil for a row without one.
func (g *rowGroup) add(row *report.SampleRow, v *report.Value) error {
	if n := len(g.series); n == 0 || g.series[n-1].row != row {
		g.series = append(g.series, series{row: row})
	}
	if v != nil {
		last := &g.series[len(g.series)-1]
		last.values = append(last.values, *v)
	}
	if g.rows++; g.rows == groupRows {
		return g.write()
	}
	return nil
}

func (g *rowGroup) write() error {
	var rows []report.SampleRow
	for _, s := range g.series {
		rows = rows[:0]
		for i := range s.values {
			rows = append(rows, s.row.With(&s.values[i]))
		}
		if len(s.values) == 0 {
			rows = append(rows, *s.row)
		}
		if _, err := g.out.Write(rows); err != nil {
			return err
		}
	}
	g.rows, g.series = 0, nil
	return g.out.Flush()
}
