package gate

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// annotation handles records other than results.
func (r *sideReader) annotation(record any) {
	s := r.side
	switch record := record.(type) {
	case *results.Header:
		// The header opens the first run, and any further one that was appended.
		if r.headed || len(s.read) > 0 {
			r.nextRun()
		}
		r.headed, r.session = true, false
		s.ours, s.title = len(record.Plan) > 0, record.Title
		var plan struct {
			Seed  *uint64
			Bench json.RawMessage
		}
		if json.Unmarshal(record.Plan, &plan) == nil && plan.Seed != nil {
			s.learn(seed, strconv.FormatUint(*plan.Seed, 10))
		}
		s.bench = plan.Bench != nil
	case *results.Environment:
		if r.session { // a run that was resumed met another mood of the machine
			r.nextRun()
		}
		r.session = true
		s.learnFrom(*record)
	case *results.Code:
		at := [2]string{record.Package, record.Case}
		if have, known := s.code[at]; known && have != record.Hash {
			record.Hash = "" // samples of several programs
		}
		s.code[at] = record.Hash
	case *results.End:
		if n := record.Noise; n != nil && s.bench {
			s.shared = s.shared || float64(n.Accepted) > sharedCore*float64(n.Accepted+n.Quiet)
		}
	case *results.Exception:
		s.except(record)
	case *results.GoTest:
		r.goTest(record.Text)
	}
}

// except stores why a case has no result.
func (s *Side) except(e *results.Exception) {
	switch e.Kind {
	case results.KindFailed:
		s.lose(e.Case, absence{kind: failed, reason: e.Reason})
	case results.KindUnsupported:
		s.lose(e.Case, absence{kind: unsupported, reason: e.Reason})
	case results.KindVanished:
		s.lose(e.Case, absence{gone, e.Reason, e.Renamed})
	case results.KindAgain:
		delete(s.absent, e.Case)
	}
}

// goTest handles lines of go test about failures and packages.
func (r *sideReader) goTest(line string) {
	s := r.side
	switch {
	case strings.HasPrefix(line, "pkg:"):
		r.packageLine(strings.TrimSpace(line[len("pkg:"):]))
	case strings.HasPrefix(line, "--- FAIL: Benchmark"):
		s.lose(testName(line, "--- FAIL: "), absence{kind: failed, reason: "go test reports FAIL"})
	case strings.HasPrefix(line, "--- SKIP: Benchmark"):
		s.lose(testName(line, "--- SKIP: "), absence{kind: skipped, reason: "skipped by the benchmark"})
	case strings.HasPrefix(line, "FAIL\t"):
		pkg, _, _ := strings.Cut(line[len("FAIL\t"):], "\t")
		s.broken = append(s.broken, "go test reports FAIL for "+pkg)
	case strings.HasPrefix(line, "panic:"):
		s.broken = append(s.broken, line)
	}
}

// learnFrom stores the environment of a session.
func (s *Side) learnFrom(env results.Environment) {
	if env.CPUs > 0 {
		s.learn(cpuCount, strconv.Itoa(env.CPUs))
	}
	s.learn(goVersion, env.GoVersion)
	s.learn(goAMD64, env.GOAMD64)
	s.learn(goGC, env.GOGC)
	if env.Commit != "" {
		s.commits[env.Revision()] = true
	}
}

// packageLine detects a further run of go test, which prints each package once per run.
func (r *sideReader) packageLine(pkg string) {
	if r.headed {
		return
	}
	if r.pkgs[pkg] {
		r.nextRun()
	}
	r.pkgs[pkg] = true
}

func (r *sideReader) nextRun() {
	r.run++
	clear(r.pkgs)
}

// lose stores why a case has no result. Only a new measurement replaces a failure.
func (s *Side) lose(name string, why absence) {
	name = strings.TrimPrefix(name, "Benchmark")
	if have, ok := s.absent[name]; !ok || have.kind != failed {
		s.absent[name] = why
	}
}

// testName returns the name in a line such as "--- FAIL: BenchmarkX-2 (0.01s)".
func testName(line, prefix string) string {
	name, _, _ := strings.Cut(line[len(prefix):], " ")
	return name
}
