package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
)

// SamplesCSV writes the rows of files as comma-separated values with a header. Unknown
// values are empty.
func SamplesCSV(w io.Writer, paths []string, warn func(error)) error {
	out := csv.NewWriter(w)
	line := make([]string, len(Columns))
	for i, c := range Columns {
		line[i] = c.Name
	}
	out.Write(line)
	var of *Series // of the current line
	err := Each(paths, warn, func(s *Series, v *Value) error {
		if s != of {
			of = s
			for i, c := range Columns {
				line[i] = ""
				if c.of != nil {
					line[i] = cell(c.of(s))
				}
			}
		}
		for i, c := range Columns {
			if c.of == nil && v != nil {
				line[i] = cell(v.field(c.Name))
			}
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

func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return display.EscapeCell(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}
