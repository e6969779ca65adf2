package cmd

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
)

// profileOf returns the arguments of profile for a small case.
func profileOf(more ...string) []string {
	return append([]string{"profile", "--scenario", "create", "--impl", "hashmap,dense", "--entities", "5000"}, more...)
}

// Libraries are profiled in a copy of their program.
func TestProfileOfLibraries(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	for scenario, want := range map[string]string{"exchange": "ecs.(*World)", "destroy": "RemoveEntity"} {
		args := []string{"profile", "--impl", "ark,donburi,ecs", "--scenario", scenario, "--entities", "1000", "--components", "2", "--cpu", "--duration", "300ms", "-o", scenario}
		expect(t, dir, ExitOK, []string{"ark: flat profile", "donburi: flat profile", "ecs: flat profile", want}, args...)
	}
}

// Package profiler tests the real valgrind.
func TestProfileShowsReferences(t *testing.T) {
	t.Parallel()
	env := fakeValgrind(t, `[ "$1" = --version ] && { echo valgrind-3.19.0; exit; }
# As on processors without rdtscp: every other count crashes.
n=0; [ -e "$0.calls" ] && read -r n <"$0.calls"
echo $((n + 1)) >"$0.calls"
[ $((n % 2)) = 0 ] && { echo "SIGILL: illegal instruction" >&2; exit 2; }
for a; do case $a in
	--cachegrind-out-file=*) out=${a#*=};;
esac; done
read -r request
n=1; case $request in *'"run":true'*) n=1001;; esac
{
	echo "desc: I1 cache: 32768 B, 64 B, 8-way associative"
	echo "desc: D1 cache: 8192 B, 32 B, 2-way associative"
	echo "desc: LL cache: 1048576 B, 64 B, 4-way associative"
	echo "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw"
	echo "fl=a.go"
	echo "fn=runtime.mapaccess1_fast32"
	echo "1 ${n}00 0 0 ${n}00 ${n}0 0 ${n}00 ${n}0 0"
	echo "summary: ${n}00 0 0 ${n}00 ${n}0 0 ${n}00 ${n}0 0"
} >"$out"
echo '{"visits":1000}'
`)
	dir := t.TempDir()
	expectWith(t, dir, env, ExitOK, []string{"D refs (rd + wr)", "D1 8 KiB 2-way, lines of 32 B; LL 1 MiB 4-way", "who causes the D1 misses", "mapaccess1_fast32"},
		"profile", "--scenario", "iterate", "--impl", "hashmap", "--entities", "1000", "--operations", "100",
		"--cache", "-o", "why")
	f, err := profiler.Load(filepath.Join(dir, "why"))
	fixture.Check(t, err)
	expect(t, dir, ExitOK, []string{filepath.Join("page", "report.html")}, "report", filepath.Join("why", "counts.txt"), "--profile", "why", "-o", "page")
	// 1000 rows of 200 references and 20 misses in 100 operations.
	c := f.Subjects[0].Cache
	if c.Op.Data() != 2000 || c.Op.D1() != 200 || c.Operations != 100 || c.Geometry.D1 != (instructions.CacheShape{Size: 8192, Ways: 2, Line: 32}) {
		t.Errorf("%+v", c)
	}
}

// fakeValgrind returns an environment in which PATH has only a fake valgrind.
func fakeValgrind(t *testing.T, script string) []string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	if script != "" {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, "valgrind"), []byte("#!/bin/sh\n"+script), 0o755))
	}
	return []string{"PATH=" + dir}
}

// Without valgrind, nothing is counted unless it is asked for.
func TestProfileWithoutValgrind(t *testing.T) {
	t.Parallel()
	env := fakeValgrind(t, "")
	c := expectWith(t, t.TempDir(), env, ExitOK, []string{"without cache misses: ", "Memory retained"}, profileOf("--scenario", "iterate", "--impl", "dense", "--entities", "100", "--duration", "50ms")...)
	if strings.Contains(c.stdout, "D1 misses") {
		t.Errorf("cache misses from nowhere:\n%s", c.stdout)
	}
}

func TestProfileOfACaseThatFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := expect(t, dir, ExitCaseFailed, []string{"1 look failed, and nothing was written; the first: faulty: memory: panic: faulty on purpose"},
		"profile", "--scenario", "iterate", "--impl", "faulty:how=panic", "--entities", "100", "--mem", "-o", "why", "--quiet")
	if strings.Count(c.stderr, "\n") != 1 {
		t.Errorf("want one line, got\n%s", c.stderr)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// Go benchmarks of any module are profiled by function and by line, and shown on a page.
func TestProfileOfGoBenchmarks(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := abRepository(t)
	write(t, r.dir, "new_test.go", "package m\n\nimport \"testing\"\n\nvar kept []byte\n\nfunc BenchmarkAllocating(b *testing.B) {\n\tfor range b.N {\n\t\tkept = make([]byte, 4096)\n\t\tsink += work(500)\n\t}\n}\n")
	r.before = tree(t, r.dir)
	why, page, file := filepath.Join(t.TempDir(), "why"), filepath.Join(t.TempDir(), "page"), filepath.Join(t.TempDir(), "run.txt")
	c := r.expect(ExitOK, []string{
		"Go benchmarks Allocating of example.com/m, working tree (", "Allocating: flat profile of ", "m.work",
		"Allocating: lines", "m_test.go:11 ", "new_test.go:9 ", "one operation allocates 4.0", " in 1 objects", "m.BenchmarkAllocating",
	}, "profile", "--bench", "Allocating", "--duration", "300ms", "-o", why)
	if !strings.Contains(c.stdout, "9000") && runtime.GOOS != "windows" {
		t.Errorf("no instructions in\n%s", c.stdout)
	}
	for _, name := range []string{"profile.json", "Allocating/cpu.pprof", "Allocating/cpu.folded", "Allocating/allocs.pprof"} {
		if _, err := os.Stat(filepath.Join(why, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	r.expect(ExitOK, nil, "bench", ".", "--bench", "Allocating", "--rounds", "6", "-q", "-o", file)
	r.expect(ExitOK, nil, "report", file, "--profile", why, "-o", page)
	if text, err := os.ReadFile(filepath.Join(page, "report.html")); err != nil || !strings.Contains(string(text), "new_test.go:9") {
		t.Errorf("%v: the page does not show the lines", err)
	}
	r.untouched()
}

// Without valgrind, the other looks are taken and kept, and the exit code states the failure.
func TestProfileKeepsOtherLooks(t *testing.T) {
	t.Parallel()
	env, dir := fakeValgrind(t, ""), t.TempDir()
	expectWith(t, dir, env, ExitCaseFailed, []string{"Memory retained", "1 look failed, 2 others succeeded; the first: cache: valgrind is not installed"},
		profileOf("--mem", "--cache", "-o", "why")...)
	if f, err := profiler.Load(filepath.Join(dir, "why")); err != nil || f.Looks() != 2 {
		t.Errorf("%+v, %v", f, err)
	}
}
