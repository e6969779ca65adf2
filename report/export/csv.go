package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ecsbench/ecsbench/escape"
)

// CSV writes the rows of files as comma-separated values, the names of the
// columns first. What is not known is empty.
func CSV(w io.Writer, paths []string, warn func(error)) error {
	out := csv.NewWriter(w)
	line := make([]string, len(Columns))
	for i, c := range Columns {
		line[i] = c.Name
	}
	out.Write(line)
	var of *Series // that line is filled for
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
			if c.of != nil || v == nil {
				continue
			}
			switch c.Name {
			case "value":
				line[i] = strconv.FormatFloat(v.Value, 'g', -1, 64)
			case "iterations":
				line[i] = strconv.FormatInt(v.Iterations, 10)
			case "sample":
				line[i] = strconv.FormatInt(v.Sample, 10)
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
		return escape.Cell(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}
