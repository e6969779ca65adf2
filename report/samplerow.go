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
	Params         string     `parquet:"params,dict" doc:"the other parts of the name: small/mode=entity/archetypes=32"`
	GOMAXPROCS     *int64     `parquet:"gomaxprocs" doc:"processors used"`
	Profile        string     `parquet:"profile,dict" doc:"the scale"`
	ComponentTypes *int64     `parquet:"component_types" doc:"registered types"`
	Systems        *int64     `parquet:"systems" doc:"registered systems"`
	Package        string     `parquet:"pkg,dict" doc:"the package, of go test"`
	Config         string     `parquet:"config,dict" doc:"the other configuration: shuffle=on toolchain=tip"`
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

// With returns the row of a value; v must not change afterwards.
func (r *SampleRow) With(v *SampleValue) SampleRow {
	row := *r
	row.Sample, row.Iterations, row.Value = &v.Sample, &v.Iterations, &v.Value
	return row
}

// newRow returns the row of a case in the present run.
func (r *reader) newRow(name string, config map[string]string) *SampleRow {
	keys := results.ParseName(name)
	_, parts, _ := results.SplitName(name)
	e := r.environment
	row := &SampleRow{
		Name: name, Scenario: keys[""], Impl: keys["impl"], N: wholeNumber(keys["n"]), Comps: wholeNumber(keys["comps"]),
		GOMAXPROCS: wholeNumber(keys["gomaxprocs"]),
		Profile:    config["profile"], ComponentTypes: wholeNumber(config["component-types"]),
		Systems: wholeNumber(config["systems"]), Package: config["pkg"],
		Status: StatusOK, File: r.path, Run: int64(r.run),
		Commit: cmp.Or(e.Commit, config["commit"]), Dirty: e.Dirty, Machine: results.Machine(func(key string) string { return config[key] }), MachineID: e.Machine,
		Go: cmp.Or(e.GoVersion, config["go"]), Version: e.Version,
	}
	if e.CPU != "" {
		row.Machine = fmt.Sprintf("%s %d CPUs %s %s", e.CPU, e.CPUs, e.OS, e.Arch)
	}
	inColumns := []string{"impl=" + row.Impl, "n=" + cell(row.N), "comps=" + cell(row.Comps)}
	row.Params = strings.Join(slices.DeleteFunc(parts, func(part string) bool {
		at := slices.Index(inColumns, part)
		if at >= 0 {
			inColumns[at] = "" // once
		}
		return at >= 0
	}), "/")
	row.Config = results.Settings(config, lists.Filter(slices.Sorted(maps.Keys(config)), func(key string) bool { return !row.shows(key, config, e) }))
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, cmp.Or(e.CommitTime, config["commit-date"])); err == nil && row.CommitTime == nil {
			row.CommitTime = &t
		}
	}
	if e, ok := r.failedIn(r.headers).Of(results.Key{Package: row.Package, Name: name}); ok {
		row.Status, row.Reason = results.KindFailed, e.Reason
	}
	return row
}

// shows reports whether another column than the configuration has the value of a key.
func (row *SampleRow) shows(key string, config map[string]string, e results.Environment) bool {
	switch value := config[key]; key {
	case "pkg", "profile":
		return true
	case "component-types":
		return cell(row.ComponentTypes) == value
	case "systems":
		return cell(row.Systems) == value
	case "commit":
		return row.Commit == value
	case "commit-date":
		return row.CommitTime != nil && e.CommitTime == ""
	case "go":
		return row.Go == value
	case "goos":
		return e.CPU == "" || e.OS == value
	case "goarch":
		return e.CPU == "" || e.Arch == value
	case "cpu":
		return e.CPU == "" || e.CPU == value
	}
	return false
}

// wholeNumber parses a text; nil if it is not a whole number.
func wholeNumber(text string) *int64 {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return &n
	}
	return nil
}
