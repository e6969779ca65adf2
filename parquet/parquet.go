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

// A rowGroup holds the rows of a row group by series.
type rowGroup struct {
	out    *parquet.GenericWriter[report.SampleRow]
	rows   int
	values map[*report.SampleRow][]report.SampleValue
	order  []*report.SampleRow
}

// add takes a value, or nil for a row without one.
func (g *rowGroup) add(s *report.SampleRow, v *report.SampleValue) error {
	if g.rows == 0 {
		g.values, g.order = make(map[*report.SampleRow][]report.SampleValue), nil
	}
	values, ok := g.values[s]
	if !ok {
		g.order = append(g.order, s)
	}
	if v != nil {
		values = append(values, *v)
	}
	g.values[s] = values
	if g.rows++; g.rows == groupRows {
		return g.write()
	}
	return nil
}

func (g *rowGroup) write() error {
	var rows []report.SampleRow
	for _, s := range g.order {
		rows = rows[:0]
		values := g.values[s]
		for i := range values {
			rows = append(rows, s.With(&values[i]))
		}
		if len(values) == 0 {
			rows = append(rows, *s)
		}
		if _, err := g.out.Write(rows); err != nil {
			return err
		}
	}
	g.rows, g.order = 0, nil
	return g.out.Flush()
}
