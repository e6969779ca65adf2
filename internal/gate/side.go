package gate

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/internal/query"
	"github.com/ecsbench/ecsbench/results"
	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// A Side is OLD or NEW: its samples, and what its file says about them.
type Side struct {
	Label string
	cases map[results.Key]*caseData
	order []results.Key // of appearance

	facts    map[fact]map[string]bool // what it was measured on, as far as known
	commits  map[string]bool
	absent   map[string]absence // by case name: why there is no result
	broken   []string           // what failed without naming a case
	runs     int                // the most that a case has samples of
	ours     bool               // written by ecsbench run
	title    string             // what the file says of itself; those of one experiment of ab say the same
	machines map[string]bool    // kinds of machines
	damaged  []error            // lines that could not be read
	units    benchfmt.UnitMetadataMap

	samples, turns int // of all cases, and how many followed one of another case
}

// inTurns tells whether samples of a case were mostly taken with those of others in
// between, as ecsbench run does it, and not one right after the other, as go test
// -count does it.
func (s *Side) inTurns() bool { return 2*s.turns > s.samples }

// A fact is something that has to be equal for two sides to be comparable.
type fact string

const (
	platform  fact = "platform"
	cpuModel  fact = "CPU"
	cpuCount  fact = "number of CPUs"
	goVersion fact = "Go version"
	goAMD64   fact = "GOAMD64"
	goGC      fact = "GOGC"
	seed      fact = "seed" // of the worlds that ecsbench run sets up
)

func (s *Side) learn(f fact, value string) {
	if value == "" {
		return
	}
	if s.facts[f] == nil {
		s.facts[f] = make(map[string]bool)
	}
	s.facts[f][value] = true
}

type caseData struct {
	units map[string]*series
	order []string
}

// in returns the samples in a unit, which may be new.
func (c *caseData) in(unit string) *series {
	u := c.units[unit]
	if u == nil {
		u = &series{}
		c.units[unit] = u
		c.order = append(c.order, unit)
	}
	return u
}

// A series is the samples of one case and unit.
type series struct {
	values []float64
	runs   []int32 // for each value, the run it comes from
}

// An absence says why a case has no result.
type absence struct {
	kind    absenceKind
	reason  string
	renamed string // what it is called now, perhaps
}

type absenceKind int

const (
	failed absenceKind = iota
	unsupported
	skipped
	gone // ab found the case on the other side alone
)

// ReadSide reads one file. The filter has the syntax of
// golang.org/x/perf/benchproc/syntax; "*" keeps everything. An error is either
// one of the filter or an *results.InputError.
func ReadSide(files *results.Files, filter string) (*Side, error) {
	keep, err := benchproc.NewFilter(filter)
	if err != nil {
		return nil, query.Error("--filter", err)
	}
	s := &Side{
		Label: strings.Join(files.Paths, " "), cases: make(map[results.Key]*caseData),
		facts: make(map[fact]map[string]bool), commits: make(map[string]bool),
		absent: make(map[string]absence), machines: make(map[string]bool),
	}
	warn := files.Warn
	defer func() { files.Warn = warn }()
	files.Warn = func(err error) {
		s.damaged = append(s.damaged, err)
		if warn != nil {
			warn(err)
		}
	}
	r := &sideReader{side: s, pkgs: make(map[string]bool)}
	err = files.Each(func(record any) error {
		res, ok := record.(*benchfmt.Result)
		if !ok {
			r.said(record)
			return nil
		}
		if ok, err := keep.Apply(res); !ok {
			if err != nil {
				files.Warn(err)
			}
			return nil
		}
		return r.add(res)
	})
	if err != nil {
		return nil, err
	}
	s.countRuns()
	s.units = files.Units()
	return s, nil
}

// A sideReader fills a Side from records in order.
type sideReader struct {
	side    *Side
	run     int // index of the current run
	pkgs    map[string]bool
	headed  bool // the current run began with a header
	session bool // and its environment is known
	last    results.Key
}

// add appends the values of a result.
func (r *sideReader) add(res *benchfmt.Result) error {
	r.side.learn(platform, strings.Trim(res.GetConfig("goos")+"/"+res.GetConfig("goarch"), "/"))
	r.side.learn(cpuModel, res.GetConfig("cpu"))
	r.side.learn(goVersion, res.GetConfig("go"))
	if v := res.GetConfig("commit"); v != "" {
		r.side.commits[v] = true
	}
	key := results.KeyOf(string(res.Name), res.GetConfig)
	key.Machine = machineOf(res)
	r.side.machines[key.Machine] = true
	r.side.samples++
	if key != r.last {
		r.side.turns++
	}
	r.last = key
	c := r.side.cases[key]
	if c == nil {
		c = &caseData{units: make(map[string]*series)}
		r.side.cases[key] = c
		r.side.order = append(r.side.order, key)
	}
	for _, v := range res.Values {
		if v.Value < 0 || math.IsInf(v.Value, 0) {
			file, line := res.Pos()
			return &results.InputError{
				File: file, Line: line,
				What:   fmt.Sprintf("Benchmark%s has %s; a gate compares ratios and needs finite values of at least 0", res.Name, results.Measured(v)),
				Remedy: fmt.Sprintf("leave the unit out with --filter '-.unit:%s'", v.Unit),
			}
		}
		u := c.in(v.Unit)
		u.values = append(u.values, v.Value)
		u.runs = append(u.runs, int32(r.run))
	}
	return nil
}
