package cmd

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// scored has a function that takes all the time of the benchmark, one that takes almost none,
// and one without a benchmark.
const scored = `package m

func Sum(list []int) (s int) {
	for _, x := range list {
		s += x % 7
	}
	return s
}

//go:noinline
func Rare(x int) int { return x + 1 }

func Never(x int) int { return x + 2 }

type hidden struct{}

func (hidden) Exported() int { return 1 }

func unexported() int { return hidden{}.Exported() }
`

const scoredTest = `package m

import "testing"

var sink = unexported()

func BenchmarkSum(b *testing.B) {
	list := make([]int, 10000)
	for range b.N {
		sink += Sum(list) + Rare(sink)
	}
}
`

// slowerInjected creates a folder with a fake valgrind. It counts 5% more in binaries with an
// injected slowdown.
func slowerInjected(t *testing.T) string {
	dir := t.TempDir()
	script := `#!/bin/sh
[ "$1" = --version ] && { echo valgrind-3.19.0; exit; }
[ -e "${0%valgrind}crashes" ] && [ -z "$ECSBENCH_VALGRIND_TRIAL" ] && { echo "SIGILL: illegal instruction" >&2; exit 2; }
each=6000
for a; do case $a in
	--cachegrind-out-file=*) out=${a#*=};;
	-test.benchtime=*x) n=${a#*=} n=${n%x};;
	*/injected.test) each=6300; echo injected >>"$0.log";;
esac; done
count=$((n * each))
printf 'events: Ir\nfl=m.go\nfn=m.Sum\n11 %s\nsummary: %s\n' $count $count >"$out"
echo PASS
`
	fixture.Check(t, os.WriteFile(filepath.Join(dir, "valgrind"), []byte(script), 0o777))
	return dir
}

func TestScore(t *testing.T) {
	fixture.CI(t)
	if runtime.GOOS == "windows" {
		t.Skip("the program that counts here is a shell script")
	}
	t.Parallel()
	dir, bin, results := t.TempDir(), slowerInjected(t), filepath.Join(t.TempDir(), "score")
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
	write(t, dir, "m.go", scored)
	write(t, dir, "m_test.go", scoredTest)
	commitAll(t, dir)
	before := tree(t, dir)
	expect := func(code ExitCode, texts []string, args ...string) call {
		t.Helper()
		path := "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")
		return expectWith(t, dir, []string{path}, code, texts, append([]string{"score"}, args...)...)
	}
	want := []string{"2 of 3 exported functions could become 10% slower", "m.Sum", "+5%", "no benchmark calls it", "nearest: Sum"}
	first := expect(ExitOK, want, "-o", results, "--quiet")
	if strings.Contains(first.stdout, "Exported") || strings.Contains(first.stdout, "unexported") {
		t.Errorf("functions that nobody can import are scored:\n%s", first.stdout)
	}

	// Building takes none of the budget, and has a limit of its own.
	short := expect(ExitInconclusive, []string{"exported functions could become", "not scored within the budget", "built 1 package in "}, "--budget", "1ms")
	if strings.Contains(short.stderr, "building took") {
		t.Error(short.stderr)
	}
	expect(ExitInconclusive, []string{"building took longer than --build-timeout 1ms: use a longer one"}, "--build-timeout", "1ms")

	// Functions in the journal are not scored again. A partial line is ignored.
	journal, log := filepath.Join(results, "score.jsonl"), filepath.Join(bin, "valgrind.log")
	text, err := os.ReadFile(journal)
	if err != nil || os.Remove(log) != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	fixture.Check(t, os.WriteFile(journal, []byte(lines[0]+lines[1]+lines[2][:10]), 0o666))
	again := expect(ExitRegression, want, "--resume", results, "--quiet", "--min", "80%")
	if again.stdout != first.stdout {
		t.Errorf("%s\nand resumed\n%s", first.stdout, again.stdout)
	}
	if _, err := os.Stat(log); err == nil { // others have no sample
		t.Error("a function of the journal was scored again")
	}

	// A count that crashes is no evidence that a slowdown stays undetected.
	crashes := filepath.Join(bin, "crashes")
	fixture.Check(t, os.WriteFile(crashes, nil, 0o666))
	unknown := filepath.Join(t.TempDir(), "unknown")
	c := expect(ExitInconclusive, []string{"2 of 3 exported functions could become 10% slower without any benchmark detecting it; 1 could not be measured",
		"not measured: Sum: under valgrind: SIGILL: illegal instruction, twice in a row", "continue with"}, "-o", unknown)
	if strings.Count(c.stdout, " none ") != 2 {
		t.Errorf("what was not measured is said to be not detected:\n%s", c.stdout)
	}
	fixture.Check(t, os.Remove(crashes))
	expect(ExitOK, want, "--resume", unknown, "--quiet")

	if !maps.Equal(before, tree(t, dir)) {
		t.Error("the working tree was written to")
	}
	write(t, dir, "m.go", strings.Replace(scored, "x % 7", "x % 9", 1))
	expect(ExitUsage, []string{"other sources"}, "--resume", results)
}
