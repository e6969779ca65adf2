package gate

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// annotationFirst holds the first bytes of lines that benchfmt skips and a gate
// must not: annotations, and what go test prints of failures and packages.
const annotationFirst = "#-Fp"

// annotation handles one line that benchfmt skipped.
func (r *sideReader) annotation(l pendingLine) {
	s := r.side
	kind, rest, _ := strings.Cut(strings.TrimPrefix(l.text, "# "), " ")
	switch {
	case strings.HasPrefix(l.text, "# "):
		if err := r.ours(kind, rest); err != nil {
			r.warn(fmt.Errorf("%s:%d: reading the %q annotation: %w", s.Label, l.line, kind, err))
		}
	case strings.HasPrefix(l.text, "pkg:"):
		r.packageLine(strings.TrimSpace(l.text[len("pkg:"):]))
	case strings.HasPrefix(l.text, "--- FAIL: Benchmark"):
		s.lose(testName(l.text, "--- FAIL: "), absence{failed, "go test reports FAIL"})
	case strings.HasPrefix(l.text, "--- SKIP: Benchmark"):
		s.lose(testName(l.text, "--- SKIP: "), absence{skipped, "skipped by the benchmark"})
	case strings.HasPrefix(l.text, "FAIL\t"):
		pkg, _, _ := strings.Cut(l.text[len("FAIL\t"):], "\t")
		s.broken = append(s.broken, "go test reports FAIL for "+pkg)
	case strings.HasPrefix(l.text, "panic:"):
		s.broken = append(s.broken, l.text)
	}
}

// ours handles an annotation of package results. Kinds it does not know are
// comments.
func (r *sideReader) ours(kind, object string) error {
	s := r.side
	switch kind {
	case results.KindHeader:
		// The header opens the first run, and any further one that was appended.
		if r.headed || len(s.cases) > 0 {
			r.nextRun()
		}
		r.headed, r.session = true, false
		var header struct {
			Plan struct{ Seed *uint64 }
		}
		if err := json.Unmarshal([]byte(object), &header); err != nil {
			return err
		}
		if header.Plan.Seed != nil {
			s.learn(seed, strconv.FormatUint(*header.Plan.Seed, 10))
		}
	case results.KindEnvironment:
		var env results.Environment
		if err := json.Unmarshal([]byte(object), &env); err != nil {
			return err
		}
		if r.session { // a run that was resumed met another mood of the machine
			r.nextRun()
		}
		r.session = true
		s.learnFrom(env)
	case results.KindFailed, results.KindUnsupported:
		var e results.Exception
		if err := json.Unmarshal([]byte(object), &e); err != nil {
			return err
		}
		k := failed
		if kind == results.KindUnsupported {
			k = unsupported
		}
		s.lose(e.Case, absence{k, e.Reason})
	case results.KindAgain:
		var e results.Exception
		if err := json.Unmarshal([]byte(object), &e); err != nil {
			return err
		}
		delete(s.absent, e.Case)
	}
	return nil
}

// learnFrom notes the environment of a session. CPU and platform are on lines
// of the benchmark format too, in the same words.
func (s *Side) learnFrom(env results.Environment) {
	if env.CPUs > 0 {
		s.learn(cpuCount, strconv.Itoa(env.CPUs))
	}
	s.learn(goVersion, env.GoVersion)
	s.learn(goAMD64, env.GOAMD64)
	s.learn(goGC, env.GOGC)
	if env.Commit != "" {
		commit := env.Commit
		if env.Dirty {
			commit += " with changes"
		}
		s.commits[commit] = true
	}
}

// packageLine notices that go test was run again: it prints each package once
// per run.
func (r *sideReader) packageLine(pkg string) {
	if r.headed {
		return
	}
	if r.pkgs[pkg] {
		r.nextRun()
	}
	if r.pkgs == nil {
		r.pkgs = make(map[string]bool)
	}
	r.pkgs[pkg] = true
}

func (r *sideReader) nextRun() {
	r.run++
	clear(r.pkgs)
}

// lose notes why a case has no result. A failure is not covered up by anything
// said later, other than that the case is measured again.
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
