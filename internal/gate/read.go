package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
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
	r := &sideReader{
		Side: &Side{
			Label: strings.Join(files.Paths, " "), facts: make(map[fact]map[string]bool), absent: make(map[string]absence), code: make(map[[2]string]string),
		},
		packages: make(map[string]bool), known: make(map[string]*caseData), ignore: ignore,
	}
	warn := files.Warn
	defer func() { files.Warn = warn }()
	files.Warn = func(err error) {
		if _, ok := errors.AsType[*results.LackError](err); ok {
			r.lacking = append(r.lacking, err)
		} else {
			r.damaged = append(r.damaged, err)
		}
		if warn != nil {
			warn(err)
		}
	}
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
	r.units = files.Units()
	return r.Side, nil
}

// A sideReader fills a Side from records in order.
type sideReader struct {
	*Side
	run      int32 // index of the current run
	process  int32 // and of the current process
	packages map[string]bool
	headed   bool                 // the current run began with a header
	session  bool                 // and its environment is known
	known    map[string]*caseData // by name and configuration
	last     *caseData
	lastRun  int32
	id       []byte // scratch space
	ignore   []string
}

// add appends the values of a result.
//
// In files of ecsbench each sample is a process. A process of go test measures each benchmark
// once, so a new one begins when a benchmark reappears after others, or in another run.
func (r *sideReader) add(res *benchfmt.Result) error {
	c := r.caseOf(res)
	if r.headed || c != r.last || r.run != r.lastRun {
		r.process++
	}
	r.samples++
	if c != r.last {
		r.turns++
	}
	r.last, r.lastRun = c, r.run
	for _, v := range res.Values {
		if err := check(res, v); err != nil {
			return err
		}
		_, unit := benchunit.Tidy(1, v.Unit) // benchfmt leaves that of 0 as it stands in the file
		c.in(unit).add(v.Value, r.run, r.process)
		if unit == "sec/op" {
			c.spent += float64(res.Iters) * v.Value
			c.iterations.add(iterations{res.Iters, res.Iters})
		}
		if r.bench && isWork(unit) {
			c.counted.add(iterations{res.Iters, res.Iters})
		}
	}
	return nil
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
	if c, ok := r.known[string(r.id)]; ok { // does not allocate
		return c
	}
	config := func(key string) string {
		if slices.Contains(r.ignore, key) {
			return ""
		}
		return res.GetConfig(key)
	}
	r.learn(platform, strings.Trim(config("goos")+"/"+config("goarch"), "/"))
	r.learn(cpuModel, config("cpu"))
	r.learn(goVersion, config("go"))
	r.learn(commit, config("commit"))
	c := &caseData{key: results.KeyOf(string(res.Name), config), config: make(map[string]string), units: make(map[string]*series)}
	c.key.Machine = strings.Trim(config("goos")+"/"+config("goarch")+" "+config("cpu"), "/ ")
	for key, value := range results.ConfigOf(res) {
		if !slices.Contains(keysOfFacts, key) && !slices.Contains(r.ignore, key) {
			c.config[key] = value
		}
	}
	r.known[string(r.id)] = c
	r.read = append(r.read, c)
	return c
}

// keysOfFacts are the configuration keys that are part of a [results.Key] or a fact.
var keysOfFacts = []string{"pkg", "profile", "component-types", "systems", "goos", "goarch", "cpu", "go", "commit"}

// annotation handles records other than results.
func (r *sideReader) annotation(record any) {
	switch record := record.(type) {
	case *results.Header:
		// The header opens the first run, and any further one that was appended.
		if r.headed || len(r.read) > 0 {
			r.nextRun()
		}
		r.headed, r.session = true, false
		r.ours, r.title = len(record.Plan) > 0, record.Title
		var plan struct {
			Seed  *uint64
			Bench json.RawMessage
		}
		if json.Unmarshal(record.Plan, &plan) == nil && plan.Seed != nil {
			r.learn(seed, strconv.FormatUint(*plan.Seed, 10))
		}
		r.bench = plan.Bench != nil
	case *results.Environment:
		if r.session { // a run that was resumed met another mood of the machine
			r.nextRun()
		}
		r.session = true
		if record.CPUs > 0 {
			r.learn(cpuCount, strconv.Itoa(record.CPUs))
		}
		r.learn(goVersion, record.GoVersion)
		r.learn(goAMD64, record.GOAMD64)
		r.learn(goGC, record.GOGC)
		if record.Commit != "" {
			r.learn(commit, record.Revision())
		}
	case *results.Code:
		at := [2]string{record.Package, record.Case}
		if have, known := r.code[at]; known && have != record.Hash {
			record.Hash = "" // samples of several programs
		}
		r.code[at] = record.Hash
	case *results.End:
		if n := record.Noise; n != nil && r.bench {
			r.shared = r.shared || float64(n.Accepted) > sharedCore*float64(n.Accepted+n.Quiet)
		}
	case *results.Exception:
		switch record.Kind {
		case results.KindFailed:
			r.lose(record.Case, absence{kind: failed, reason: record.Reason})
		case results.KindUnsupported:
			r.lose(record.Case, absence{reason: record.Reason})
		case results.KindVanished:
			r.lose(record.Case, absence{gone, record.Reason, record.Renamed})
		case results.KindAgain:
			delete(r.absent, record.Case)
		}
	case *results.GoTest:
		r.goTest(record.Text)
	}
}

// goTest handles lines of go test about failures and packages. It prints each package once per
// run.
func (r *sideReader) goTest(line string) {
	name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(line, "--- FAIL: "), "--- SKIP: "), " ") // "BenchmarkX-2 (0.01s)"
	switch {
	case strings.HasPrefix(line, "pkg:") && !r.headed:
		pkg := strings.TrimSpace(line[len("pkg:"):])
		if r.packages[pkg] {
			r.nextRun()
		}
		r.packages[pkg] = true
	case strings.HasPrefix(line, "--- FAIL: Benchmark"):
		r.lose(name, absence{kind: failed, reason: "go test reports FAIL"})
	case strings.HasPrefix(line, "--- SKIP: Benchmark"):
		r.lose(name, absence{reason: "skipped by the benchmark"})
	case strings.HasPrefix(line, "FAIL\t"):
		pkg, _, _ := strings.Cut(line[len("FAIL\t"):], "\t")
		r.broken = append(r.broken, "go test reports FAIL for "+pkg)
	case strings.HasPrefix(line, "panic:"):
		r.broken = append(r.broken, line)
	}
}

func (r *sideReader) nextRun() {
	r.run++
	clear(r.packages)
}

// An absence is the reason why a case has no result.
type absence struct {
	kind    absenceKind
	reason  string
	renamed string // what it is called now, perhaps
}

type absenceKind int

const (
	notMeasured absenceKind = iota // unsupported, or skipped
	failed
	gone // ab found the case on the other side alone
)

// lose stores why a case has no result. Only a new measurement replaces a failure.
func (s *Side) lose(name string, why absence) {
	name = strings.TrimPrefix(name, "Benchmark")
	if have, ok := s.absent[name]; !ok || have.kind != failed {
		s.absent[name] = why
	}
}
