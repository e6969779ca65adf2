package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// SamplesCSV writes the rows of files as comma-separated values with a header. Unknown
// values are empty.
func SamplesCSV(w io.Writer, paths []string, warn func(error)) error {
	out := csv.NewWriter(w)
	line := lists.Map(Columns(), func(c Column) string { return c.Name })
	out.Write(line)
	err := Each(paths, warn, func(s *SampleRow, v *Value) error {
		row := *s
		if v != nil {
			row = s.With(v)
		}
		fields := reflect.ValueOf(row)
		for i := range line {
			line[i] = cell(fields.Field(i).Interface())
		}
		return out.Write(line)
	})
	if err != nil {
		return err
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// cell writes a value; unknown ones are empty.
func cell(v any) string {
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer {
		if p.IsNil() {
			return ""
		}
		v = p.Elem().Interface()
	}
	switch v := v.(type) {
	case string:
		return display.EscapeCell(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}
