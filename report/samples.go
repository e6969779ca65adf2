package report

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/results"
)

// A SampleRow is one value of a sample with its whole context, or a case without a value.
type SampleRow struct {
	Name           string     `parquet:"name,dict" doc:"the case in full, as in result files"`
	Scenario       string     `parquet:"scenario,dict" doc:"what is done"`
	Impl           string     `parquet:"impl,dict" doc:"the implementation that does it"`
	N              *int64     `parquet:"n" doc:"entities"`
	Comps          *int64     `parquet:"comps" doc:"components of an entity"`
	Params         string     `parquet:"params,dict" doc:"the other parts of the name: mode=entity/archetypes=32"`
	GOMAXPROCS     *int64     `parquet:"gomaxprocs" doc:"processors used"`
	Profile        string     `parquet:"profile,dict" doc:"the scale"`
	ComponentTypes *int64     `parquet:"component_types" doc:"registered types"`
	Systems        *int64     `parquet:"systems" doc:"registered systems"`
	Package        string     `parquet:"pkg,dict" doc:"the package, of go test"`
	Unit           string     `parquet:"unit,dict" doc:"what the value is in"`
	Better         string     `parquet:"better,dict" doc:"which values are better: lower or higher"`
	Value          *float64   `parquet:"value" doc:"the measurement"`
	Iterations     *int64     `parquet:"iterations" doc:"operations timed"`
	Sample         *int64     `parquet:"sample" doc:"its place among the samples of the run, from 0"`
	Status         string     `parquet:"status,dict" doc:"ok, failed or unsupported; only ok values count"`
	Reason         string     `parquet:"reason,dict" doc:"why there is none that counts"`
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

// The states of a series.
const (
	StatusOK          = "ok"
	StatusFailed      = results.KindFailed
	StatusUnsupported = results.KindUnsupported
)

// Each calls visit for each value in files, case by case, and once with nil for a case without
// values. All values of one case in one unit and one environment have the same row, without the
// value. Samples of a failed case have the status failed. Damaged lines are skipped and passed
// to warn.
func Each(paths []string, warn func(error), visit func(*SampleRow, *Value) error) error {
	for _, path := range paths {
		run := 0
		err := results.EachRun(path, warn, func(f *results.File) error {
			defer func() { run++ }()
			return eachOf(f, run, visit)
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}

// eachOf visits the values of a run.
func eachOf(f *results.File, run int, visit func(*SampleRow, *Value) error) error {
	var sample Value
	failed := make(map[string]string)
	for _, e := range f.Failed {
		failed[e.Case] = e.Reason
	}
	for _, c := range f.Cases {
		for _, unit := range c.Units {
			var row *SampleRow
			var environment int32
			samples := c.Series[unit]
			for i, value := range samples.Values {
				at := samples.Lines[i]
				line := f.Lines[at]
				if row == nil || line.Environment != environment {
					environment = line.Environment
					row = newRow(f, run, c, environmentOf(f, environment))
					row.Unit, row.Better = unit, betterWord(cmp.Or(f.Better[unit], results.UnitNamed(unit).Better))
					if reason, ok := failed[c.Name]; ok {
						row.Status, row.Reason = StatusFailed, reason
					}
				}
				sample = Value{int64(at), int64(line.Iterations), value}
				if err := visit(row, &sample); err != nil {
					return err
				}
			}
		}
	}
	var config map[string]string
	if len(f.Cases) > 0 {
		config = f.Cases[0].Config // the file states none for a case without values
	}
	for _, e := range slices.Concat(f.Failed, f.Unsupported) {
		row := newRow(f, run, &results.Case{Name: e.Case, Keys: results.ParseName(e.Case), Config: config}, environmentOf(f, int32(len(f.Environments)-1)))
		row.Status, row.Reason = e.Kind, e.Reason
		if err := visit(row, nil); err != nil {
			return err
		}
	}
	return nil
}

// environmentOf returns an environment of a run, or an empty one.
func environmentOf(f *results.File, at int32) results.Environment {
	if at < 0 {
		return results.Environment{}
	}
	return f.Environments[at]
}

// newRow returns the row of a case.
func newRow(f *results.File, run int, c *results.Case, e results.Environment) *SampleRow {
	var params []string
	for _, key := range slices.Sorted(maps.Keys(c.Keys)) {
		if !slices.Contains([]string{"", "impl", "n", "comps", "gomaxprocs"}, key) {
			params = append(params, key+"="+c.Keys[key])
		}
	}
	row := &SampleRow{
		Name: c.Name, Scenario: c.Keys[""], Impl: c.Keys["impl"], N: wholeNumber(c.Keys["n"]), Comps: wholeNumber(c.Keys["comps"]),
		Params: strings.Join(params, "/"), GOMAXPROCS: wholeNumber(c.Keys["gomaxprocs"]),
		Profile: c.Config["profile"], ComponentTypes: wholeNumber(c.Config["component-types"]),
		Systems: wholeNumber(c.Config["systems"]), Package: c.Config["pkg"],
		Status: StatusOK, File: f.Path, Run: int64(run),
		Commit: e.Commit, Dirty: e.Dirty, Machine: machineOf(e, c.Config), MachineID: e.Machine,
		Go: cmp.Or(e.GoVersion, c.Config["go"]), Version: e.Version,
	}
	if t, err := time.Parse(time.RFC3339, e.CommitTime); err == nil {
		row.CommitTime = &t
	}
	return row
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

// betterWord writes the better direction of a unit.
func betterWord(direction int) string {
	switch direction {
	case +1:
		return "higher"
	case -1:
		return "lower"
	}
	return ""
}
