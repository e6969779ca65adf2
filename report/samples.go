package report

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A SampleValue is one of a series.
type SampleValue struct {
	Sample     int64 // index of the sample in the run, from 0
	Iterations int64
	Value      float64
}

// StatusOK is the status of values that count. The others are kinds of exceptions.
const StatusOK = "ok"

// Each calls visit for each value in files, and once with nil for a case without values.
// All values of one case in one unit and one run have the same row, without the value. Samples
// of a failed case have the status failed. Damaged lines are skipped and passed to warn.
func Each(paths []string, warn func(error), visit func(*SampleRow, *SampleValue) error) error {
	for _, path := range paths {
		failed, err := finalFailures(path)
		if err != nil {
			return err
		}
		files := &results.Files{Paths: []string{"=" + path}, Warn: warn}
		r := &reader{path: path, failed: failed, visit: visit, better: func(unit string) int { return results.Direction(files.Units(), unit) }}
		if err := files.Each(r.take); err != nil {
			return err
		}
	}
	return nil
}

// A reader makes series of the records of a file.
type reader struct {
	path    string
	failed  []results.Exceptions // see finalFailures
	visit   func(*SampleRow, *SampleValue) error
	better  func(unit string) int // in the file so far
	headers int

	began       bool // the run has samples or a header
	run         int
	sample      int64
	environment results.Environment
	cases       results.Index
	config      map[string]string                       // of the last sample
	series      map[*results.Case]map[string]*SampleRow // by unit
	value       SampleValue
}

func (r *reader) take(record any) error {
	switch record := record.(type) {
	case *results.Header:
		if r.began {
			r.run++
		}
		r.headers++
		r.began, r.sample, r.environment, r.series = true, 0, results.Environment{}, nil
	case *results.Environment:
		r.environment, r.series = *record, nil
	case *results.Exception:
		return r.except(record)
	case *benchfmt.Result:
		r.began = true
		return r.add(record)
	}
	return nil
}

func (r *reader) add(record *benchfmt.Result) error {
	if r.series == nil {
		r.series = make(map[*results.Case]map[string]*SampleRow)
	}
	c, _ := r.cases.Of(record)
	units, ok := r.series[c]
	if !ok {
		units = make(map[string]*SampleRow)
		r.series[c] = units
	}
	r.config = c.Config
	for _, v := range record.Values {
		value, unit := results.Printed(v)
		s := units[unit]
		if s == nil {
			s = r.newRow(c.Name, c.Config)
			s.Unit, s.Better = unit, results.BetterWord(r.better(unit))
			units[unit] = s
		}
		r.value = SampleValue{r.sample, int64(record.Iters), value}
		if err := r.visit(s, &r.value); err != nil {
			return err
		}
	}
	r.sample++
	return nil
}

// except visits a case without a number, unless it was measured again.
func (r *reader) except(e *results.Exception) error {
	config := maps.Clone(r.config)
	if config == nil {
		config = make(map[string]string)
	}
	config["pkg"] = cmp.Or(e.Package, config["pkg"])
	if e.Kind == results.KindFailed {
		if _, still := r.failedIn(r.headers).Of(results.Key{Package: e.Package, Name: e.Case}); !still {
			return nil
		}
	} else if e.Kind != results.KindUnsupported {
		return nil
	}
	s := r.newRow(e.Case, config)
	s.Status, s.Reason = e.Kind, e.Reason
	return r.visit(s, nil)
}

func (r *reader) failedIn(headers int) results.Exceptions {
	if headers < len(r.failed) {
		return r.failed[headers]
	}
	return nil
}

// finalFailures reads ahead. It returns the cases that finally failed, by the number of headers
// before them.
func finalFailures(path string) ([]results.Exceptions, error) {
	list := []results.Exceptions{{}}
	files := &results.Files{Paths: []string{"=" + path}}
	err := files.Each(func(record any) error {
		now := list[len(list)-1]
		switch record := record.(type) {
		case *results.Header:
			list = append(list, results.Exceptions{})
		case *results.Exception:
			switch key := (results.Key{Package: record.Package, Name: record.Case}); record.Kind {
			case results.KindFailed:
				now[key] = *record
			case results.KindAgain:
				delete(now, key)
			}
		}
		return nil
	})
	if input := (*results.InputError)(nil); errors.As(err, &input) {
		err = nil // not a file of ecsbench, or reported by the complete read
	}
	return list, err
}

// SamplesCSV writes the rows of files as comma-separated values with a header. Unknown
// values are empty.
func SamplesCSV(w io.Writer, paths []string, warn func(error)) error {
	out := csv.NewWriter(w)
	line := lists.Map(Columns(), func(c Column) string { return c.Name })
	out.Write(line)
	err := Each(paths, warn, func(s *SampleRow, v *SampleValue) error {
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
