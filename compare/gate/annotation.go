package gate

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// annotationFirst holds the first bytes of lines that benchfmt skips and a gate
// must not: annotations, and what go test prints of failures and packages.
const annotationFirst = "#-Fp"

// An environment is the part of an "# env" annotation that a gate needs.
type environment struct {
	Go     string `json:"go"`
	Commit string `json:"commit"`
	Dirty  bool   `json:"dirty"`
	CPUs   int    `json:"cpus"`
}

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
		s.broken = append(s.broken, "go test reports FAIL for "+strings.Fields(l.text)[1])
	case strings.HasPrefix(l.text, "panic:"):
		s.broken = append(s.broken, l.text)
	}
}

// ours handles an annotation of our own result files. Kinds it does not know
// are comments.
func (r *sideReader) ours(kind, object string) error {
	s := r.side
	switch kind {
	case "ecsbench":
		// The header of a run; the first one opens the first run.
		if r.headed || len(s.cases) > 0 {
			r.nextRun()
		}
		r.headed = true
	case "env":
		var env environment
		if err := json.Unmarshal([]byte(object), &env); err != nil {
			return err
		}
		s.learn(goVersion, env.Go)
		if env.CPUs > 0 {
			s.learn(cpuCount, strconv.Itoa(env.CPUs))
		}
		if env.Commit != "" {
			commit := env.Commit
			if env.Dirty {
				commit += " with changes"
			}
			s.commits[commit] = true
		}
	case "failed", "unsupported":
		var a struct{ Case, Reason string }
		if err := json.Unmarshal([]byte(object), &a); err != nil {
			return err
		}
		k := failed
		if kind == "unsupported" {
			k = unsupported
		}
		s.lose(a.Case, absence{k, a.Reason})
	}
	return nil
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
// said later.
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
