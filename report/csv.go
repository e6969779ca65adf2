package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
)

// SamplesCSV writes the rows of files as comma-separated values with a header. Unknown
// values are empty.
func SamplesCSV(w io.Writer, paths []string, warn func(error)) error {
	out := csv.NewWriter(w)
	var line []string
	for _, c := range Columns() {
		line = append(line, c.Name)
	}
	out.Write(line)
	err := Each(paths, warn, func(s *SampleRow, v *Value) error {
		row := *s
		if v != nil {
			row = s.with(v)
		}
		fields := reflect.ValueOf(row)
		for i := range line {
			line[i] = cell(fields.Field(i))
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

func cell(field reflect.Value) string {
	if field.Kind() == reflect.Pointer {
		if field.IsNil() {
			return ""
		}
		field = field.Elem()
	}
	switch v := field.Interface().(type) {
	case string:
		return display.EscapeCell(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	default:
		return fmt.Sprint(v)
	}
}
