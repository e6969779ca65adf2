package gate

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// ReadInput reads files as one side. The filter has the syntax of
// golang.org/x/perf/benchproc/syntax; "*" keeps everything. Cases are not separated by the
// configuration keys in ignore. An error is either one of the filter or an *results.InputError.
func ReadInput(files *results.Files, filter string, ignore ...string) (*Input, error) {
	keep, err := benchproc.NewFilter(filter)
	if err != nil {
		return nil, display.QueryError("--filter", err)
	}
	label := strings.Join(files.Paths, " ")
	files.Filter, files.Check = keep, check
	file, err := results.ReadFiles(files, label)
	if err != nil {
		return nil, err
	}
	s := &Input{Label: label, file: file, ignored: ignore, facts: make(map[fact]map[string]bool), units: files.Units(), declaration: files.Declaration}
	if len(files.Paths) == 1 {
		s.info, _ = os.Stat(files.Paths[0]) // standard input has none
	}
	for _, c := range file.Cases {
		s.learnConfig(c)
	}
	s.learnHeaders()
	s.learnEnvironments()
	s.learnAbsences()
	return s, nil
}

// check rejects values that have no ratio to others.
func check(res *benchfmt.Result, at results.Place) error {
	for _, v := range res.Values {
		what := ""
		switch {
		case v.Value < 0 || math.IsInf(v.Value, 0):
			what = "; a gate compares ratios and needs finite values of at least 0"
		case v.Value == 0 && v.OrigValue != 0:
			what = fmt.Sprintf(", which is 0 in %s, the unit of the comparison", v.Unit)
		default:
			continue
		}
		return &results.InputError{
			File: at.File, Line: at.Line, What: fmt.Sprintf("Benchmark%s has %s%s", res.Name, results.Measured(v), what),
			Remedy: fmt.Sprintf("leave the unit out with --filter '-.unit:%s'", v.Unit),
		}
	}
	return nil
}

// runKeys describe a run and separate no cases: they are facts.
var runKeys = append([]string{"go"}, results.CommitKeys...)

// learnConfig stores the facts in the configuration of a case.
func (s *Input) learnConfig(c *results.Case) {
	config := func(key string) string {
		if slices.Contains(s.ignored, key) {
			return ""
		}
		return c.Config[key]
	}
	s.learn(platform, strings.Trim(config("goos")+"/"+config("goarch"), "/"))
	s.learn(cpuModel, config("cpu"))
	s.learn(goVersion, config("go"))
	s.learn(commit, config("commit"))
}

// learnHeaders stores what the headers state.
func (s *Input) learnHeaders() {
	for _, h := range s.file.Headers {
		var plan struct {
			Seed  *uint64
			Bench json.RawMessage
		}
		if json.Unmarshal(h.Plan, &plan) == nil && plan.Seed != nil {
			s.learn(seed, strconv.FormatUint(*plan.Seed, 10))
		}
		s.ours, s.title, s.bench = len(h.Plan) > 0, h.Title, plan.Bench != nil
	}
	for _, end := range s.file.Ends {
		if n := end.Noise; n != nil && s.bench {
			s.shared = s.shared || float64(n.Accepted) > sharedCore*float64(n.Accepted+n.Quiet)
		}
	}
}

// learnEnvironments stores what the environments state.
func (s *Input) learnEnvironments() {
	for _, e := range s.file.Environments {
		if e.CPUs > 0 {
			s.learn(cpuCount, strconv.Itoa(e.CPUs))
		}
		s.learn(goVersion, e.GoVersion)
		s.learn(goAMD64, e.GOAMD64)
		for _, setting := range e.Settings() {
			s.learn(fact(setting.Name), setting.Value)
		}
		if e.Commit != "" {
			s.learn(commit, e.Revision())
		}
	}
}

// learnAbsences stores why cases have no result. Only a new measurement replaces a failure.
func (s *Input) learnAbsences() {
	var others, failed []results.Exception
	for _, e := range slices.Concat(s.file.Unsupported, s.file.Vanished, s.file.Failed, s.file.GoTest) {
		if slices.Contains(s.ignored, "pkg") {
			e.Package = ""
		}
		switch {
		case e.Case == "":
			s.broken = append(s.broken, e.Reason)
		case kindOf(e) == results.KindFailed:
			failed = append(failed, e)
		default:
			others = append(others, e)
		}
	}
	s.absent = results.NewExceptions(append(others, failed...))
}

// late is the kind of cases for which the budget had no time. Files mark them as failed.
const late = "late"

// kindOf returns the kind of a case without a result.
func kindOf(e results.Exception) string {
	if e.Late {
		return late
	}
	return e.Kind
}
