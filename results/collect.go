package results

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A collector collects the records of a file.
type collector struct {
	*File
	cases     Index
	last      *Case
	run       int32
	packages  map[string]bool // that go test printed in this run
	failing   bool            // go test named a failed benchmark of the package
	failed    int             // number of failures before this header
	inSession bool            // the environment of the run is known
	rounds    int32           // of the lines that follow, see Line
	open      bool            // no line states that the session of ecsbench ended
}

func newCollector(path string) *collector {
	return &collector{
		File:     &File{Path: path, Better: make(map[string]int), declared: make(map[string]Place), Impls: make(map[string]Implementation), Code: make(map[Key]string)},
		packages: make(map[string]bool),
	}
}

func (r *collector) take(record any) {
	switch record := record.(type) {
	case *Header:
		if r.begun() {
			r.nextRun()
		}
		r.close()
		r.Header, r.inSession, r.open, r.rounds, r.failed = record, false, true, 0, len(r.Failed)
		r.Headers = append(r.Headers, record)
	case *Environment:
		if r.inSession {
			r.nextRun()
		}
		r.inSession, r.open = true, r.Header != nil
		r.Environments = append(r.Environments, *record)
	case *Implementation:
		if old := r.Impls[record.Name]; record.Wrong == "" {
			record.Wrong = old.Wrong // a failed check stays
		}
		r.Impls[record.Name] = *record
	case *End:
		r.Ends = append(r.Ends, *record)
		r.open = r.Header != nil && record.Reason == Interrupted
	case *Code:
		at := Key{Package: record.Package, Name: record.Case}
		if have, known := r.Code[at]; known && have != record.Hash {
			record.Hash = "" // it has several
		}
		r.Code[at] = record.Hash
	case *Explanation:
		r.Explained = append(r.Explained, *record)
	case *Rounds:
		r.Rounds = append(r.Rounds, *record)
		r.rounds = int32(len(r.Rounds))
	case *Exception:
		r.except(*record)
	case *Disturbed:
		r.Disturbed = append(r.Disturbed, *record)
	case *Accepted:
		r.Accepted = append(r.Accepted, *record)
		same := func(d Disturbed) bool { return d.Case == record.Case && d.Noise == record.Noise }
		if i := slices.IndexFunc(r.Disturbed, same); i >= 0 {
			r.Disturbed = slices.Delete(r.Disturbed, i, i+1)
		}
	case *GoTest:
		r.goTest(record)
	case *benchfmt.Result:
		r.add(record)
	}
}

// separate reports whether a record starts another run than that of the present contents.
func (r *collector) separate(record any) bool {
	switch record := record.(type) {
	case *Header:
		return r.begun()
	case *benchfmt.Result:
		return r.Header == nil && len(r.Cases) > 0 && record.GetConfig("commit") != r.Cases[0].Config["commit"]
	}
	return false
}

// close ends a run. A session without an end was killed, or the file was cut off. A later session
// continues an interrupted one.
func (r *collector) close() { r.Unfinished = r.Unfinished || r.open }

func (r *collector) nextRun() {
	r.run++
	clear(r.packages)
}

// goTest keeps failures and skipped benchmarks, and begins a run at a package that was printed
// before.
func (r *collector) goTest(line *GoTest) {
	e := Exception{Kind: KindFailed, Package: line.Package, Reason: "go test reports FAIL"}
	failed, isFailed := strings.CutPrefix(line.Text, "--- FAIL: Benchmark")
	skipped, isSkipped := strings.CutPrefix(line.Text, "--- SKIP: Benchmark")
	whole, isWhole := strings.CutPrefix(line.Text, "FAIL\t")
	switch {
	case isFailed: // "X-2 (0.01s)"
		e.Case, _, _ = strings.Cut(failed, " ")
		r.failing = true
		within := func(o Exception) bool {
			return o.Kind == e.Kind && o.Package == e.Package && strings.HasPrefix(o.Case, e.Case+"/")
		}
		if slices.ContainsFunc(r.GoTest, within) {
			return // a benchmark fails with its sub-benchmarks
		}
	case isSkipped:
		e.Case, _, _ = strings.Cut(skipped, " ")
		e.Kind, e.Reason = KindUnsupported, "skipped by the benchmark"
	case isWhole:
		named := r.failing
		if r.failing = false; named {
			return
		}
		whole, _, _ = strings.Cut(whole, "\t")
		e.Package, _, _ = strings.Cut(whole, " ")
		e.Reason += " for " + whole
	case strings.HasPrefix(line.Text, "panic:"):
		e.Reason = line.Text
	case strings.HasPrefix(line.Text, "pkg:") && r.Header == nil:
		if r.packages[line.Package] {
			r.nextRun()
		}
		r.packages[line.Package] = true
		return
	default:
		return
	}
	r.GoTest = append(r.GoTest, e)
}

// except stores a case without a value. One that is measured again is dropped from its run.
func (r *collector) except(e Exception) {
	switch e.Kind {
	case KindFailed:
		r.Failed = append(r.Failed, e)
	case KindUnsupported:
		r.Unsupported = append(r.Unsupported, e)
	case KindVanished:
		r.Vanished = append(r.Vanished, e)
	case KindAgain:
		before := slices.Clip(r.Failed[:r.failed])
		r.Failed = append(before, lists.Filter(r.Failed[r.failed:], func(old Exception) bool { return old.key() != e.key() })...)
	}
}

// add adds a line of results.
func (r *collector) add(result *benchfmt.Result) {
	c, fresh := r.cases.Of(result)
	if fresh {
		r.Cases = append(r.Cases, c)
	}
	line := Line{Iterations: result.Iters, Run: r.run, Rounds: r.rounds}
	at := int32(len(r.Lines))
	if at > 0 {
		last := r.Lines[at-1]
		line.Process = last.Process
		if r.Header != nil || r.last != c || last.Run != r.run {
			line.Process++
		}
	}
	r.Lines, r.last = append(r.Lines, line), c
	c.Order = append(c.Order, at)
	for _, v := range result.Values {
		value, unit := Printed(v)
		s := c.Series[unit]
		if s == nil {
			s = &Series{}
			c.Series[unit] = s
			c.Units = append(c.Units, unit)
		}
		s.add(value, c.Order)
	}
}

// add adds a value of the last line of a case.
func (s *Series) add(value float64, order []int32) {
	s.Values = append(s.Values, value)
	switch all := len(s.Values) == len(order); {
	case all:
		s.Lines = order // shared, to save memory
	case s.own:
		s.Lines = append(s.Lines, order[len(order)-1])
	default:
		s.Lines, s.own = append(slices.Clone(s.Lines), order[len(order)-1]), true
	}
}
