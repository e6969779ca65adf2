package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"golang.org/x/sync/errgroup"
)

// GroupRows is the largest number of rows in a row group, and in memory. Sorting by
// series saves 95% of the space. With little memory, set it lower before writing.
var GroupRows = 1 << 19

// Parquet writes the rows of files as one Parquet file. Within a row group the
// values of a series stand together.
func Parquet(w io.Writer, paths []string, warn func(error)) error {
	schema := parquet.NewSchema("samples", newOrdered())
	out := parquet.NewGenericWriter[any](w, schema, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("ecsbench", "", ""))
	var writers errgroup.Group // one row group is encoded while the next is read
	g := newGroup()
	err := Each(paths, warn, func(s *Series, v *Value) error {
		if g.add(s, v); g.rows < GroupRows {
			return nil
		}
		if err := writers.Wait(); err != nil {
			return err
		}
		full := g
		g = newGroup()
		writers.Go(func() error { return full.write(out) })
		return nil
	})
	if last := writers.Wait(); err == nil {
		err = last
	}
	if err == nil && g.rows > 0 {
		err = g.write(out)
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// An ordered group keeps the order of [Columns]; parquet's own sorts.
type ordered struct{ parquet.Group }

// newOrdered has the columns in their order; text is dictionary-encoded.
func newOrdered() ordered {
	g := parquet.Group{}
	for _, c := range Columns {
		var node parquet.Node
		switch c.kind {
		case text:
			node = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
		case whole:
			node = parquet.Optional(parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked))
		case number:
			node = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		case moment:
			node = parquet.Optional(parquet.Timestamp(parquet.Millisecond))
		case truth:
			node = parquet.Leaf(parquet.BooleanType)
		}
		g[c.Name] = node
	}
	return ordered{g}
}

func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	place := func(f parquet.Field) int {
		return slices.IndexFunc(Columns, func(c Column) bool { return c.Name == f.Name() })
	}
	slices.SortFunc(fields, func(a, b parquet.Field) int { return place(a) - place(b) })
	return fields
}

// A group holds the rows of a row group by series.
type parquetGroup struct {
	rows   int
	series map[*Series][]Value
	order  []*Series
}

func newGroup() *parquetGroup { return &parquetGroup{series: make(map[*Series][]Value)} }

// add takes a value, or nil for a row without one.
func (g *parquetGroup) add(s *Series, v *Value) {
	values, ok := g.series[s]
	if !ok {
		g.order = append(g.order, s)
	}
	if v != nil {
		values = append(values, *v)
	}
	g.series[s] = values
	g.rows++
}

func (g *parquetGroup) write(out *parquet.GenericWriter[any]) error {
	rows := out.BeginRowGroup()
	var cells []parquet.Value
	for i, to := range rows.ColumnWriters() {
		c := Columns[i]
		for _, s := range g.order {
			cells = cells[:0]
			values := g.series[s]
			switch {
			case c.of != nil:
				one := c.cell(c.of(s)).Level(0, c.level(c.of(s)), i)
				for range max(1, len(values)) {
					cells = append(cells, one)
				}
			case len(values) == 0:
				cells = append(cells, parquet.NullValue().Level(0, 0, i))
			default:
				for _, v := range values {
					cells = append(cells, c.cell(v.field(c.Name)).Level(0, 1, i))
				}
			}
			if _, err := to.WriteRowValues(cells); err != nil {
				return err
			}
		}
	}
	_, err := rows.Commit()
	return err
}

func (c Column) cell(v any) parquet.Value {
	switch v := v.(type) {
	case string:
		return parquet.ByteArrayValue([]byte(v))
	case int64:
		return parquet.Int64Value(v)
	case float64:
		return parquet.DoubleValue(v)
	case bool:
		return parquet.BooleanValue(v)
	case time.Time:
		return parquet.Int64Value(v.UnixMilli())
	}
	return parquet.NullValue()
}

// level is the definition level of a value: 1 in optional columns.
func (c Column) level(v any) int {
	if c.kind == text || c.kind == truth || v == nil {
		return 0
	}
	return 1
}
