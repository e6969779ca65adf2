package gate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// A Side is OLD or NEW: its samples and the records of its file.
type Side struct {
	Label string
	read  []*caseData // as the file has them, in order of appearance

	// Set by group.
	cases map[results.Key]*caseData
	order []results.Key // of appearance
	runs  int           // the most that a case has samples of

	facts    map[fact]map[string]bool // what it was measured on, as far as known
	commits  map[string]bool
	absent   map[string]absence         // by case name: why there is no result
	broken   []string                   // what failed without naming a case
	ours     bool                       // written by ecsbench run
	bench    bool                       // written by ecsbench bench
	shared   bool                       // and while something else used the core
	title    string                     // the title of the file; files of one experiment of ab have the same
	configs  map[string]map[string]bool // configuration keys that no other field is for, with their values
	machines map[string]bool            // kinds of machines
	damaged  []error                    // lines that could not be read
	lacking  []error                    // what the file does not contain, see results.LackError
	code     map[[2]string]string       // a hash of what a case can reach, by package and name, if the file has one
	units    benchfmt.UnitMetadataMap

	samples, turns int // of all cases, and how many followed one of another case
}

// inTurns reports whether most samples alternate between cases, as in ecsbench run, unlike go
// test -count.
func (s *Side) inTurns() bool { return 2*s.turns > s.samples }

// A fact must be equal on comparable sides.
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

// caseData is the samples of a name under one configuration.
type caseData struct {
	key    results.Key       // without Config
	config map[string]string // the rest of its configuration
	units  map[string]*series
	order  []string

	spent      float64 // seconds in the timed parts of all samples
	iterations iterations
	counted    iterations // of counts of instructions, in files of bench
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

// brief reports whether a disturbance may last as long as all samples of a side, or the
// set-up and the first iterations may decide them. One iteration is what other tools write
// for any number.
func brief(old, new *caseData, unit string) bool {
	if old.iterations.most <= 1 && new.iterations.most <= 1 {
		return false
	}
	return min(old.iterations.fewest, new.iterations.fewest) < fewestIterations ||
		unit == "sec/op" && min(old.spent, new.spent) < burst.Seconds()
}

// A series is the samples of one case and unit.
type series struct {
	values    []float64
	runs      []int32 // for each value, the run it comes from
	processes []int32 // and the process
}

func (s *series) add(value float64, run, process int32) {
	s.values, s.runs, s.processes = append(s.values, value), append(s.runs, run), append(s.processes, process)
}

// An absence is the reason why a case has no result.
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
// golang.org/x/perf/benchproc/syntax; "*" keeps everything. The configuration keys in
// ignore separate no cases. An error is either one of the filter or an
// *results.InputError.
func ReadSide(files *results.Files, filter string, ignore ...string) (*Side, error) {
	keep, err := benchproc.NewFilter(filter)
	if err != nil {
		return nil, display.QueryError("--filter", err)
	}
	s := &Side{
		Label: strings.Join(files.Paths, " "),
		facts: make(map[fact]map[string]bool), commits: make(map[string]bool), configs: make(map[string]map[string]bool),
		absent: make(map[string]absence), machines: make(map[string]bool), code: make(map[[2]string]string),
	}
	warn := files.Warn
	defer func() { files.Warn = warn }()
	files.Warn = func(err error) {
		if _, ok := errors.AsType[*results.LackError](err); ok {
			s.lacking = append(s.lacking, err)
		} else {
			s.damaged = append(s.damaged, err)
		}
		if warn != nil {
			warn(err)
		}
	}
	r := &sideReader{side: s, pkgs: make(map[string]bool), cases: make(map[string]*caseData), ignore: ignore}
	err = files.Each(func(record any) error {
		res, ok := record.(*benchfmt.Result)
		if !ok {
			r.annotation(record)
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
	s.units = files.Units()
	s.noteConfigs()
	return s, nil
}

// noteConfigs stores the values of each configuration key. A case without a key has the empty
// value.
func (s *Side) noteConfigs() {
	for _, c := range s.read {
		for key := range c.config {
			s.configs[key] = make(map[string]bool)
		}
	}
	for key, values := range s.configs {
		for _, c := range s.read {
			values[c.config[key]] = true
		}
	}
}

// A sideReader fills a Side from records in order.
type sideReader struct {
	side    *Side
	run     int // index of the current run
	process int // and of the current process, see nextProcess
	pkgs    map[string]bool
	headed  bool                 // the current run began with a header
	session bool                 // and its environment is known
	cases   map[string]*caseData // by name and configuration
	last    *caseData
	lastRun int
	id      []byte // scratch space
	ignore  []string
}

// add appends the values of a result.
func (r *sideReader) add(res *benchfmt.Result) error {
	c := r.caseOf(res)
	r.nextProcess(c)
	r.side.samples++
	if c != r.last {
		r.side.turns++
	}
	r.last = c
	for _, v := range res.Values {
		if err := check(res, v); err != nil {
			return err
		}
		_, unit := benchunit.Tidy(1, v.Unit) // benchfmt leaves that of 0 as it stands in the file
		c.in(unit).add(v.Value, int32(r.run), int32(r.process))
		if unit == "sec/op" {
			c.spent += float64(res.Iters) * v.Value
			c.iterations.add(iterations{res.Iters, res.Iters})
		}
		if r.side.bench && isWork(unit) {
			c.counted.add(iterations{res.Iters, res.Iters})
		}
	}
	return nil
}

// nextProcess counts processes. In files of ecsbench each sample is a process. A process of go
// test measures each benchmark once, so a new one begins when a benchmark reappears after
// others, or in another run.
func (r *sideReader) nextProcess(c *caseData) {
	if r.headed || c != r.last || r.run != r.lastRun {
		r.process++
	}
	r.lastRun = r.run
}

// check rejects values that have no ratio to others.
func check(res *benchfmt.Result, v benchfmt.Value) error {
	file, line := res.Pos()
	bad := &results.InputError{File: file, Line: line, Remedy: fmt.Sprintf("leave the unit out with --filter '-.unit:%s'", v.Unit)}
	switch {
	case v.Value < 0 || math.IsInf(v.Value, 0):
		bad.What = fmt.Sprintf("Benchmark%s has %s; a gate compares ratios and needs finite values of at least 0", res.Name, results.Measured(v))
	case v.Value == 0 && v.OrigValue != 0:
		bad.What = fmt.Sprintf("Benchmark%s has %s, which is 0 in %s, the unit of the comparison", res.Name, results.Measured(v), v.Unit)
	default:
		return nil
	}
	return bad
}

// caseOf returns the case of a result, which may be new.
func (r *sideReader) caseOf(res *benchfmt.Result) *caseData {
	r.id = results.AppendIdentity(r.id[:0], res)
	if c, ok := r.cases[string(r.id)]; ok { // does not allocate
		return c
	}
	config := func(key string) string {
		if slices.Contains(r.ignore, key) {
			return ""
		}
		return res.GetConfig(key)
	}
	s := r.side
	s.learn(platform, strings.Trim(config("goos")+"/"+config("goarch"), "/"))
	s.learn(cpuModel, config("cpu"))
	s.learn(goVersion, config("go"))
	if commit := config("commit"); commit != "" {
		s.commits[commit] = true
	}
	c := &caseData{key: results.KeyOf(string(res.Name), config), config: make(map[string]string), units: make(map[string]*series)}
	c.key.Machine = strings.Trim(config("goos")+"/"+config("goarch")+" "+config("cpu"), "/ ")
	s.machines[c.key.Machine] = true
	for key, value := range results.ConfigOf(res) {
		if !slices.Contains(known, key) && !slices.Contains(r.ignore, key) {
			c.config[key] = value
		}
	}
	r.cases[string(r.id)] = c
	s.read = append(s.read, c)
	return c
}

// known are the configuration keys that are part of a [results.Key] or a fact.
var known = []string{"pkg", "profile", "component-types", "systems", "goos", "goarch", "cpu", "go", "commit"}
