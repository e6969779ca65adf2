package report

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/results"
)

// A Series has the common properties of the values of one case in one unit and one run.
type Series struct {
	File        string
	Run         int // of those in the file, from 0
	Environment results.Environment
	Config      map[string]string
	Name        string            // of the case, in full
	Keys        map[string]string // its parts, as [results.ParseName] has them
	Params      string            // the parts without a column of their own: mode=entity/archetypes=32
	Unit        string            // as in the file
	Better      int               // of the unit in the file: +1 if more is better, -1 if less is
	Status      string            // ok, failed or unsupported
	Reason      string            // why
}

// A Value is one of a series.
type Value struct {
	Sample     int64 // index of the sample in the run, from 0
	Iterations int64
	Value      float64
}

// field is the part of the value that has its own column.
func (v *Value) field(column string) any {
	switch column {
	case "value":
		return v.Value
	case "iterations":
		return v.Iterations
	}
	return v.Sample
}

// The states of a series.
const (
	StatusOK          = "ok"
	StatusFailed      = results.KindFailed
	StatusUnsupported = results.KindUnsupported
)

// Each calls visit for each value in files, and once with nil for a case without values.
// All values of a series have the same *Series. Samples of a failed case have the status
// failed. Damaged lines are skipped and passed to warn.
func Each(paths []string, warn func(error), visit func(*Series, *Value) error) error {
	for _, path := range paths {
		failed, err := failures(path)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		files := &results.Files{Paths: []string{"=" + path}, Warn: warn}
		r := &reader{path: path, failed: failed, visit: visit, better: func(unit string) int { return files.Units().GetBetter(unit) }}
		if err := files.Each(r.take); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}

// A reader makes series of the records of a file.
type reader struct {
	path    string
	failed  []map[string]string // see failures
	visit   func(*Series, *Value) error
	better  func(unit string) int // in the file so far
	headers int

	began       bool // the run has samples or a header
	run         int
	sample      int64
	environment results.Environment
	config      map[string]string
	series      map[string]map[string]*Series // by name and configuration, and by unit
	key         []byte
	value       Value
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
		r.series = make(map[string]map[string]*Series)
	}
	r.key = results.AppendIdentity(r.key[:0], record)
	units, ok := r.series[string(r.key)] // does not allocate
	if !ok {
		units = make(map[string]*Series)
		r.series[string(r.key)] = units
		r.config = results.ConfigOf(record)
	}
	for _, v := range record.Values {
		value, unit := results.Printed(v)
		s := units[unit]
		if s == nil {
			s = r.newSeries(string(record.Name))
			s.Unit, s.Better = unit, r.better(unit)
			units[unit] = s
		}
		r.value = Value{r.sample, int64(record.Iters), value}
		if err := r.visit(s, &r.value); err != nil {
			return err
		}
	}
	r.sample++
	return nil
}

func (r *reader) newSeries(name string) *Series {
	s := &Series{
		File: r.path, Run: r.run, Environment: r.environment, Config: r.config,
		Name: name, Keys: results.ParseName(name), Status: StatusOK,
	}
	var params []string
	for _, key := range slices.Sorted(maps.Keys(s.Keys)) {
		if !slices.Contains([]string{"", "impl", "n", "comps", "gomaxprocs"}, key) {
			params = append(params, key+"="+s.Keys[key])
		}
	}
	s.Params = strings.Join(params, "/")
	if reason, ok := r.failedIn(r.headers)[name]; ok {
		s.Status, s.Reason = StatusFailed, reason
	}
	return s
}

// except visits a case without a number, unless it was measured again.
func (r *reader) except(e *results.Exception) error {
	if e.Kind == StatusFailed {
		if _, still := r.failedIn(r.headers)[e.Case]; !still {
			return nil
		}
	} else if e.Kind != StatusUnsupported {
		return nil
	}
	s := r.newSeries(e.Case)
	s.Status, s.Reason = e.Kind, e.Reason
	return r.visit(s, nil)
}

func (r *reader) failedIn(headers int) map[string]string {
	if headers < len(r.failed) {
		return r.failed[headers]
	}
	return nil
}

// failures reads ahead. It returns the reasons of cases that finally failed, by the number
// of headers before them.
func failures(path string) ([]map[string]string, error) {
	f, err := results.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := []map[string]string{{}}
	err = results.EachOf(&comments{lines: bufio.NewReaderSize(f, 1<<20)}, path, nil, func(record any) error {
		now := list[len(list)-1]
		switch record := record.(type) {
		case *results.Header:
			list = append(list, map[string]string{})
		case *results.Exception:
			switch record.Kind {
			case results.KindFailed:
				now[record.Case] = record.Reason
			case results.KindAgain:
				delete(now, record.Case)
			}
		}
		return nil
	})
	if input := (*results.InputError)(nil); errors.As(err, &input) {
		err = nil // not a file of ecsbench, or reported by the complete read
	}
	return list, err
}

// comments returns the comment lines only.
type comments struct {
	lines *bufio.Reader
	rest  []byte
}

func (c *comments) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		line, err := c.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return 0, io.EOF
		}
		if bytes.HasPrefix(line, []byte("#")) {
			c.rest = line
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// wholeNumber parses a text; nil if it is not a whole number.
func wholeNumber(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	return nil
}

func (s *Series) machine() string {
	e := s.Environment
	if e.CPU == "" {
		return strings.Join(strings.Fields(s.Config["cpu"]+" "+s.Config["goos"]+" "+s.Config["goarch"]), " ")
	}
	return fmt.Sprintf("%s %d CPUs %s %s", e.CPU, e.CPUs, e.OS, e.Arch)
}

func (s *Series) better() string {
	switch cmp.Or(s.Better, results.UnitNamed(s.Unit).Better) {
	case +1:
		return "higher"
	case -1:
		return "lower"
	}
	return ""
}

func (s *Series) commitTime() any {
	if t, err := time.Parse(time.RFC3339, s.Environment.CommitTime); err == nil {
		return t
	}
	return nil
}
