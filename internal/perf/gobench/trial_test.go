package gobench

import (
	"bufio"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

func TestHints(t *testing.T) {
	for _, test := range []struct {
		stdout, stderr string
		hint, panicked string
		ended          bool
	}{
		{"PASS\n", "", "", "", true},
		{"no line endPASS", "", ": no line endPASS", "", true},
		{"=== RUN\nBenchmarkA 1 2 ns/op\nFAIL\n", "", "", "", false},
		{"said first\nsaid last\nPASS\n", "", ": said last", "", true},
		{"said\n", "  exit status 2\n", ": exit status 2", "", false},
		{"--- FAIL: BenchmarkA\nmore\n", "panic: boom\n", ": --- FAIL: BenchmarkA", "panic: boom", false},
		{"BenchmarkA\n    a_test.go:3: kept\n    a_test.go:4: no file\n        more\n--- FAIL: BenchmarkA\nFAIL\n", "", ": --- FAIL: BenchmarkA: a_test.go:4: no file", "", false},
		{"BenchmarkA\n    a_test.go:3: kept\nBenchmarkA 1 2 ns/op\nBenchmarkB\n--- FAIL: BenchmarkB\nFAIL\n", "", ": --- FAIL: BenchmarkB", "", false},
		{"--- FAIL: BenchmarkA\n    a_test.go:3: kept\n    a_test.go:4: no file\nFAIL\n    a_test.go:5: other\n", "", ": --- FAIL: BenchmarkA: a_test.go:4: no file", "", false},
		{"goos: linux\npkg: m\ncpu: X\nFAIL\n", "", "", "", false},
		{"said\n", "first\npanic: boom\ngoroutine 1\n", ": panic: boom", "panic: boom", false},
		{"", " fatal error: all goroutines are asleep\n", ": fatal error: all goroutines are asleep", "", false},
		{"", "fatal error: no memory\n", ": fatal error: no memory", "fatal error: no memory", false},
	} {
		if got := hint([]byte(test.stdout), []byte(test.stderr)); got != test.hint {
			t.Errorf("%q, %q: hint %q, want %q", test.stdout, test.stderr, got, test.hint)
		}
		if got := panicLine([]byte(test.stderr)); got != test.panicked {
			t.Errorf("%q: panic %q, want %q", test.stderr, got, test.panicked)
		}
		if got := cameToItsEnd([]byte(test.stdout)); got != test.ended {
			t.Errorf("%q: came to its end %v", test.stdout, got)
		}
	}
}

// Output of benchmarks beside results is skipped, however long it is.
func TestParse(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n-1) + "\n" }
	out := "goos: linux\ncpu: x\nUnit things better=higher\nnoise\n" + long(bufio.MaxScanTokenSize) + "BenchmarkA/n=1-2 1 5 ns/op 7 things\nBenchmarkB-2 3 1.5 ns/op\n"
	for procs, names := range map[int][]string{2: {"A/n=1", "B"}, 1: {"A/n=1-2", "B-2"}} {
		found, r, config, err := parse([]byte(out), procs)
		if err != nil || len(found) != 2 || found[0].name != names[0] || found[1].name != names[1] || found[0].values[secPerOp] != 5e-9 || found[0].values["things"] != 7 {
			t.Fatalf("%+v, %v", found, err)
		}
		s := &Source{}
		s.learn(ab.Base, r, config)
		s.learn(ab.Base, r, map[string]string{"cpu": "later"})
		s.learn(ab.Head, r, map[string]string{"cpu": "y", "pkg": "p"})
		if s.Better("things") != 1 || s.Better("others") != 0 {
			t.Errorf("things %d, others %d", s.Better("things"), s.Better("others"))
		}
		for side, want := range map[ab.Side]string{ab.Base: "[[goos linux] [cpu x]]", ab.Control: "[[goos linux] [cpu x]]", ab.Head: "[[cpu y]]"} {
			if got := fmt.Sprint(s.Header(side)); got != want {
				t.Errorf("%s: %s, want %s", side, got, want)
			}
		}
	}
	for n, want := range map[int]bool{bufio.MaxScanTokenSize - 1: true, bufio.MaxScanTokenSize: false} {
		if got := len(shortLines([]byte(long(n)))) > 0; got != want {
			t.Errorf("a line of %d bytes is read: %v", n, got)
		}
	}
}

func TestPatterns(t *testing.T) {
	for pattern, fine := range map[string]bool{".": true, "A.*B": true, "A(": false, "A(/x": true, "A/[": true, "": true} { // as go test has it
		if err := checkPattern(pattern); (err == nil) != fine {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	for name, others := range map[string][]string{"A": {"AB", "BA"}, "A/n=1": {"A/n=10", "A/xn=1"}, "A/odd [x] (y)": {"A/odd x y"}} {
		levels := strings.Split(verdict.Exactly(name), "/")
		matches := func(name string) bool {
			parts := strings.Split("Benchmark"+name, "/")
			return len(parts) == len(levels) && !slices.ContainsFunc(parts, func(part string) bool {
				return !regexp.MustCompile(levels[slices.Index(parts, part)]).MatchString(part)
			})
		}
		if !matches(name) || slices.ContainsFunc(others, matches) {
			t.Errorf("%s selects %s, or one of %q", verdict.Exactly(name), name, others)
		}
	}
	failed := []ab.FailedCase{{Case: ab.CaseID{Group: "p", Name: "A"}}}
	for c, want := range map[ab.CaseID]bool{{Group: "p", Name: "A"}: true, {Group: "p", Name: "A/n=1"}: true, {Group: "p", Name: "AB"}: false, {Group: "q", Name: "A"}: false} {
		if got := failedIn(failed, c); got != want {
			t.Errorf("%v failed: %v", c, got)
		}
	}
}
