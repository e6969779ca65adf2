package report

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A SampleRow is one value of a sample with its whole context, or a case without a value.
type SampleRow struct {
	Name           string     `parquet:"name,dict" doc:"the case in full, as in result files"`
	Scenario       string     `parquet:"scenario,dict" doc:"what is done"`
	Impl           string     `parquet:"impl,dict" doc:"the implementation"`
	N              *int64     `parquet:"n" doc:"entities"`
	Comps          *int64     `parquet:"comps" doc:"components of an entity"`
	Params         string     `parquet:"params,dict" doc:"the other parts of the name: mode=entity/archetypes=32"`
	GOMAXPROCS     *int64     `parquet:"gomaxprocs" doc:"processors used"`
	Profile        string     `parquet:"profile,dict" doc:"the scale"`
	ComponentTypes *int64     `parquet:"component_types" doc:"registered types"`
	Systems        *int64     `parquet:"systems" doc:"registered systems"`
	Package        string     `parquet:"pkg,dict" doc:"the package, of go test"`
	Unit           string     `parquet:"unit,dict" doc:"the unit of the value"`
	Better         string     `parquet:"better,dict" doc:"which values are better: lower or higher"`
	Value          *float64   `parquet:"value" doc:"the measurement"`
	Iterations     *int64     `parquet:"iterations" doc:"operations timed"`
	Sample         *int64     `parquet:"sample" doc:"index of the sample in the run, from 0"`
	Status         string     `parquet:"status,dict" doc:"ok, failed or unsupported; only ok values count"`
	Reason         string     `parquet:"reason,dict" doc:"the reason for a missing value"`
	File           string     `parquet:"file,dict" doc:"the result file"`
	Run            int64      `parquet:"run" doc:"of those in the file, from 0"`
	Commit         string     `parquet:"commit,dict" doc:"of the code"`
	CommitTime     *time.Time `parquet:"commit_time,timestamp" doc:"its date"`
	Dirty          bool       `parquet:"dirty" doc:"there were uncommitted changes"`
	Machine        string     `parquet:"machine,dict" doc:"the kind of machine: processor, number of CPUs, system"`
	MachineID      string     `parquet:"machine_id,dict" doc:"distinguishes machines of a kind"`
	Go             string     `parquet:"go,dict" doc:"the version of Go"`
	Version        string     `parquet:"version,dict" doc:"of ecsbench"`
}

// A Column is a field of [SampleRow] in the exports.
type Column struct{ Name, Doc string }

// Columns lists the columns of the exports.
func Columns() (list []Column) {
	for field := range reflect.TypeFor[SampleRow]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		list = append(list, Column{name, field.Tag.Get("doc")})
	}
	return list
}

// A Value is one of a series.
type Value struct {
	Sample     int64 // index of the sample in the run, from 0
	Iterations int64
	Value      float64
}

// With returns the row of a value; v must not change afterwards.
func (r *SampleRow) With(v *Value) SampleRow {
	row := *r
	row.Sample, row.Iterations, row.Value = &v.Sample, &v.Iterations, &v.Value
	return row
}

// StatusOK is the status of values that count. The others are kinds of exceptions.
const StatusOK = "ok"

// Each calls visit for each value in files, and once with nil for a case without values.
// All values of one case in one unit and one run have the same row, without the value. Samples
// of a failed case have the status failed. Damaged lines are skipped and passed to warn.
func Each(paths []string, warn func(error), visit func(*SampleRow, *Value) error) error {
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
	visit   func(*SampleRow, *Value) error
	better  func(unit string) int // in the file so far
	headers int

	began       bool // the run has samples or a header
	run         int
	sample      int64
	environment results.Environment
	config      map[string]string
	series      map[string]map[string]*SampleRow // by name and configuration, and by unit
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
		r.series = make(map[string]map[string]*SampleRow)
	}
	r.key = results.AppendIdentity(r.key[:0], record)
	units, ok := r.series[string(r.key)] // does not allocate
	if !ok {
		units = make(map[string]*SampleRow)
		r.series[string(r.key)] = units
		r.config = results.ConfigOf(record)
	}
	for _, v := range record.Values {
		value, unit := results.Printed(v)
		s := units[unit]
		if s == nil {
			s = r.newRow(string(record.Name))
			s.Unit, s.Better = unit, results.BetterWord(cmp.Or(r.better(unit), results.UnitNamed(unit).Better))
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

// newRow returns the row of a case in the present run.
func (r *reader) newRow(name string) *SampleRow {
	keys := results.ParseName(name)
	var params []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains([]string{"", "impl", "n", "comps", "gomaxprocs"}, key) {
			params = append(params, key+"="+keys[key])
		}
	}
	e := r.environment
	row := &SampleRow{
		Name: name, Scenario: keys[""], Impl: keys["impl"], N: wholeNumber(keys["n"]), Comps: wholeNumber(keys["comps"]),
		Params: strings.Join(params, "/"), GOMAXPROCS: wholeNumber(keys["gomaxprocs"]),
		Profile: r.config["profile"], ComponentTypes: wholeNumber(r.config["component-types"]),
		Systems: wholeNumber(r.config["systems"]), Package: r.config["pkg"],
		Status: StatusOK, File: r.path, Run: int64(r.run),
		Commit: e.Commit, Dirty: e.Dirty, Machine: machineOf(e, r.config), MachineID: e.Machine,
		Go: cmp.Or(e.GoVersion, r.config["go"]), Version: e.Version,
	}
	if t, err := time.Parse(time.RFC3339, e.CommitTime); err == nil {
		row.CommitTime = &t
	}
	if reason, ok := r.failedIn(r.headers)[name]; ok {
		row.Status, row.Reason = results.KindFailed, reason
	}
	return row
}

// except visits a case without a number, unless it was measured again.
func (r *reader) except(e *results.Exception) error {
	if e.Kind == results.KindFailed {
		if _, still := r.failedIn(r.headers)[e.Case]; !still {
			return nil
		}
	} else if e.Kind != results.KindUnsupported {
		return nil
	}
	s := r.newRow(e.Case)
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
	list := []map[string]string{{}}
	files := &results.Files{Paths: []string{"=" + path}}
	err := files.Each(func(record any) error {
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

// wholeNumber parses a text; nil if it is not a whole number.
func wholeNumber(text string) *int64 {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return &n
	}
	return nil
}

// machineOf describes the kind of a machine.
func machineOf(e results.Environment, config map[string]string) string {
	if e.CPU == "" {
		return strings.Join(strings.Fields(config["cpu"]+" "+config["goos"]+" "+config["goarch"]), " ")
	}
	return fmt.Sprintf("%s %d CPUs %s %s", e.CPU, e.CPUs, e.OS, e.Arch)
}

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
