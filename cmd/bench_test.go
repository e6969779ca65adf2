package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// bench measures one revision into a file with its commit and code hashes. gate skips unchanged
// cases of another revision and finds slower ones.
func TestBenchIsGatedLater(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := abRepository(t)
	if err := os.Remove(filepath.Join(r.dir, "new.txt")); err != nil { // benchmarks could read it
		t.Fatal(err)
	}
	// Ten times the work: between two runs beside other tests, twice the time can be drift.
	write(t, r.dir, "m_test.go", strings.Replace(abBenchmarks, "work(1000)", "work(10000)", 1))
	r.before = tree(t, r.dir)
	dir := t.TempDir()
	base, head := filepath.Join(dir, "base.txt"), filepath.Join(dir, "head.txt")
	for revision, path := range map[string]string{"HEAD": base, ".": head} {
		r.expect(ExitOK, []string{path}, "bench", revision, "--rounds", "12", "--quiet", "-o", path)
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"commitTime":"20`) || strings.Count(string(text), "\n# code {") != 2 || !strings.Contains(string(text), `"reason":"complete"`) {
			t.Errorf("%v\n%s", err, text)
		}
	}
	v := r.expect(ExitRegression, []string{"REGRESSION: 1 of 2 cases", "1 case is proved equal: all code and data"}, "gate", "--max-regression", "30%", "--mde", "60%", base, head)
	if strings.Contains(v.stdout, "were removed") {
		t.Errorf("the files lack disturbed samples:\n%s", v.stdout)
	}
	r.expect(ExitOK, []string{"NO REGRESSION: 2 cases: all code and data"}, "gate", base, base)
	r.expect(ExitInconclusive, []string{"building took longer than --build-timeout"}, "bench", "--build-timeout", "2ms", "-o", filepath.Join(dir, "x.txt"))
	resumed := filepath.Join(dir, "resumed.txt")
	r.interrupt(resumed, "continue with: ecsbench bench --resume "+resumed, "bench", ".", "--rounds", "20", "-o", resumed)
	if text, _ := os.ReadFile(resumed); !strings.Contains(string(text), "\n# end {\"reason\":\"interrupted\"") {
		t.Errorf("the file does not state the interruption:\n%s", text)
	}
	r.expect(ExitInconclusive, []string{"INCONCLUSIVE: NEW is unfinished\n", "remedy: continue it with `ecsbench bench --resume " + resumed + "`"}, "gate", head, resumed)
	text := fixture.Read(t, head)
	cut := write(t, dir, "cut.txt", string(text[:len(text)-20]))
	r.expect(ExitInconclusive, []string{"INCONCLUSIVE: NEW is unfinished\n", "bench --resume " + cut, "1 line of NEW could not be read", "the last line is cut off"}, "gate", head, cut)
	before := samples(t, resumed)
	r.expect(ExitOK, []string{resumed}, "bench", "--resume", resumed, "--quiet")
	for name, n := range samples(t, resumed) {
		if n != 21 || before[name] == 0 || before[name] > 20 { // plus the instructions
			t.Errorf("%s: %d samples after %d, want 21", name, n, before[name])
		}
	}
	r.expect(ExitUsage, []string{"is complete"}, "bench", "--resume", resumed)
}

// A benchmark that fails is named in the last line. The others are
// measured, and resuming after it does not forget it.
func TestBenchOfFailingBenchmarks(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := abRepository(t)
	write(t, r.dir, "m_test.go", abBenchmarks+`
func BenchmarkBroken(b *testing.B) { b.Fatal("no such thing") }

func BenchmarkPanics(b *testing.B) { panic("out of order") }
`)
	out := filepath.Join(t.TempDir(), "out.txt")
	last := func(stderr string) string {
		lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
		return lines[len(lines)-1]
	}
	c := r.expect(ExitCaseFailed, []string{out}, "bench", ".", "--rounds", "12", "-o", out)
	reason := fmt.Sprintf("--- FAIL: BenchmarkBroken: m_test.go:%d: no such thing", strings.Count(abBenchmarks, "\n")+2)
	command := "go test -run '^$' -bench '^BenchmarkBroken$' example.com/m"
	for _, text := range []string{"ecsbench: 2 cases failed: ", "Broken", "Panics", "reason of the first: exit status 1: " + reason, command} {
		if !strings.Contains(last(c.stderr), text) {
			t.Errorf("the last line has no %q:\n%s", text, c.stderr)
		}
	}
	if n := samples(t, out); len(n) != 2 {
		t.Errorf("measured %v", n)
	}
	if text, _ := os.ReadFile(out); !strings.Contains(string(text), reason) {
		t.Errorf("the file has no reason:\n%s", text)
	}
	r.expect(ExitCaseFailed, []string{"FAILED: 2 failures in NEW", "remedy: run `" + command + "`, fix", reason}, "gate", out, out)
	r.expect(ExitCaseFailed, []string{"run `" + command + "`, fix", reason}, "ab", "HEAD", ".", "--bench", "Broken", "--rounds", "6", "--quiet", "-o", filepath.Join(t.TempDir(), "ab"))
	c = r.expect(ExitCaseFailed, nil, "bench", ".", "--bench", "Broken|Panics", "--force", "-o", out)
	if !strings.HasPrefix(last(c.stderr), "ecsbench: 2 cases failed: ") {
		t.Errorf("every benchmark failed, and the last line is of\n%s", c.stderr)
	}
	r.before = tree(t, r.dir)
	resumed := filepath.Join(t.TempDir(), "resumed.txt")
	r.interrupt(resumed, "continue with: ", "bench", ".", "--bench", "hanged|Broken", "--rounds", "40", "-o", resumed)
	c = r.expect(ExitCaseFailed, []string{resumed}, "bench", "--resume", resumed)
	if !strings.HasPrefix(last(c.stderr), "ecsbench: 1 case failed: Broken") {
		t.Errorf("the last line is of\n%s", c.stderr)
	}
}

// A budget without time for some benchmarks is reported as by run, also after an interruption.
func TestBenchOfUnmeasuredCases(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := abRepository(t)
	slow := strings.Replace(abBenchmarks, `import "testing"`, "import (\n\t\"testing\"\n\t\"time\"\n)", 1)
	write(t, r.dir, "m_test.go", slow+`
func BenchmarkSlow(b *testing.B) {
	for range b.N {
		time.Sleep(5 * time.Second)
	}
}
`)
	r.before = tree(t, r.dir)
	const want = "ecsbench: 1 of 3 cases not measured in the budget of 40s: use --budget "
	flags := []string{"bench", ".", "--budget", "40s", "--seed", "1", "--precision"}
	out := filepath.Join(t.TempDir(), "out.txt")
	r.expect(ExitInconclusive, []string{out, want}, append(flags, "50%", "-o", out)...)
	r.expect(ExitInconclusive, []string{"1 of 3 cases not measured"}, "gate", out, out)
	resumed := filepath.Join(t.TempDir(), "resumed.txt")
	r.interrupt(resumed, "continue with: ", append(flags, "0.01%", "-o", resumed)...)
	r.expect(ExitInconclusive, []string{resumed, want}, "bench", "--resume", resumed, "--budget", "20s")
}
