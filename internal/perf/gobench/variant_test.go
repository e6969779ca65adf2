package gobench

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

const variantBenchmarks = `package m

import (
	"os"
	"runtime"
	"testing"
)

var sink []byte

func BenchmarkFlat(b *testing.B) {
	for b.Loop() {
		sink = make([]byte, 1000)
	}
}

func BenchmarkTail(b *testing.B) {
	for b.Loop() {
		sink = nil
	}
	b.ReportMetric(1000, "p99-ns")
	b.ReportMetric(float64(runtime.GOMAXPROCS(0)), "procs")
	b.ReportMetric(float64(len(os.Getenv("GOGC"))), "gogc")
	b.ReportMetric(tagged, "tagged")
}
`

// Both sides have the same sources. Head has its own flags, environment and processors, nothing is
// proved equal, and the first blocks report memory and garbage collection.
func TestSidesWithOtherSettings(t *testing.T) {
	fixture.CI(t)
	t.Setenv("GOFLAGS", flags)
	dir := newModule(t, map[string]string{"m_test.go": variantBenchmarks, "a.go": "//go:build !special\n\npackage m\n\nconst tagged = 0\n", "b.go": "//go:build special\n\npackage m\n\nconst tagged = 1\n"})
	head := child.Variant{Flags: "-tags=special '-gcflags=-l -N'", Env: []string{"GOGC=1234", "GOMAXPROCS=1"}}
	c := Config{Dir: dir, Base: "HEAD", Head: "HEAD", Pattern: ".", Variants: [2]child.Variant{{}, head}}
	s, err := Open(t.Context(), c)
	fixture.Check(t, err)
	defer s.Close()
	if _, label := s.Sides(); !strings.HasSuffix(label, " with GOGC=1234 GOMAXPROCS=1 -tags=special '-gcflags=-l -N'") || s.Same() {
		t.Errorf("head is %q, same: %v", label, s.Same())
	}
	inv, err := s.Inventory(t.Context(), time.Minute)
	if err != nil || len(inv.Proved) > 0 || !slices.Equal(names(inv.Common), []string{"Flat", "Tail"}) {
		t.Fatalf("%+v, %v", inv, err)
	}
	of := func(name string, side ab.Side, process ...string) ab.Block {
		t.Helper()
		blocks, err := s.Run(t.Context(), ab.Trial{Case: ab.CaseID{Group: "example.com/m", Name: name}, Side: side, Operations: 2000, Blocks: 2, Process: process})
		fixture.Check(t, err)
		return blocks[1]
	}
	for side, want := range map[ab.Side][3]float64{ab.Base: {float64(runtime.GOMAXPROCS(0)), float64(len(os.Getenv("GOGC"))), 0}, ab.Head: {1, 4, 1}} {
		if b := of("Tail", side); b["procs"] != want[0] || b["gogc"] != want[1] || b["tagged"] != want[2] || b[results.UnitPeak]+b[results.UnitCPU] > 0 {
			t.Errorf("%v of %s, want %v", b, side, want)
		}
	}
	b := of("Flat", ab.Base, results.UnitPeak, results.UnitCPU, results.UnitGC)
	if _, measured := b[results.UnitGC]; !measured || runtime.GOOS == "linux" && b[results.UnitPeak] < 1<<20 || !(b[results.UnitCPU] > 0) {
		t.Errorf("of the process: %v", b)
	}
	if s.Better("p99-sec") != -1 || s.Better(results.UnitPeak) != -1 || s.Better("procs") != 0 {
		t.Error("wrong directions")
	}
	if _, err := s.Count(t.Context(), inv.Common[0], ab.Head, 10); err == nil || !strings.Contains(err.Error(), "counts do not depend on GOGC") {
		t.Errorf("counting: %v", err)
	}
	if touched, untouched, err := s.Touched(t.Context(), inv.Common, func(int, int) {}); len(touched)+len(untouched) > 0 || err != nil {
		t.Errorf("touched %v, untouched %v, %v", touched, untouched, err)
	}
	size, seconds, err := s.Built(t.Context())
	if err != nil || !(size[0] > 1<<20 && size[1] > 1<<20) || len(seconds[0]) < 1 || len(seconds[0]) != len(seconds[1]) {
		t.Errorf("built: %v, %v, %v", size, seconds, err)
	}
	programs := s.Programs()
	s.setups[ab.Head].Env[0] = "GOGC=1235"
	if s.Programs() == programs {
		t.Error("programs with other variables are the same")
	}
}

// The go command replaces no files below the module cache, where it keeps other toolchains.
func TestToolchainInTheModuleCache(t *testing.T) {
	dir := newModule(t, map[string]string{"m_test.go": strings.Replace(variantBenchmarks, "tagged,", "0,", 1)})
	out, err := child.GoCommand{Dir: dir, Temporary: t.TempDir()}.Run(t.Context(), "env", "GOROOT")
	fixture.Check(t, err)
	cache := t.TempDir()
	root := filepath.Join(cache, "golang.org", "toolchain@v0.0.1-go1.99.linux-amd64")
	fixture.Check(t, os.MkdirAll(filepath.Dir(root), 0o777))
	if err := os.Symlink(strings.TrimSpace(string(out)), root); err != nil {
		fixture.Lacks(t, err)
	}
	t.Setenv("GOFLAGS", flags)
	t.Setenv("GOMODCACHE", cache)
	t.Setenv("GOROOT", root)
	s := open(t, dir, "HEAD", "HEAD", "Flat")
	blocks, err := s.Run(context.Background(), ab.Trial{Case: ab.CaseID{Group: "example.com/m", Name: "Flat"}, Side: ab.Head, Operations: 10, Blocks: 1})
	if err != nil || len(blocks) != 1 || blocks[0][results.UnitClock] == 0 && runtime.GOARCH == "amd64" {
		t.Errorf("%v, %v", blocks, err)
	}
}

// Built programs take variables that programs read, and no settings of builds.
func TestSettingsOfBuiltPrograms(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.test")
	fixture.Check(t, os.WriteFile(path, []byte("x"), 0o777))
	_, err := Open(t.Context(), Config{Base: path, Head: path, Pattern: ".", Variants: [2]child.Variant{{}, {Flags: "-race"}}})
	if err == nil || !strings.Contains(err.Error(), "head is built already: give --head-env") {
		t.Errorf("%v", err)
	}
}

// All layouts of a benchmark do the same work in different programs.
func TestLayoutsDifferInPlacesOnly(t *testing.T) {
	fixture.CI(t)
	t.Setenv("GOFLAGS", flags)
	dir := newModule(t)
	l, err := OpenLayouts(t.Context(), Config{Dir: dir, Head: "HEAD", Pattern: "Flat"})
	fixture.Check(t, err)
	defer l.Close()
	seen := map[string]bool{}
	for layout := range l.Layouts() + 1 {
		blocks, err := l.RunLayout(t.Context(), ab.Trial{Case: ab.CaseID{Group: "example.com/m", Name: "Flat"}, Side: ab.Head, Operations: 10, Blocks: 1}, layout)
		if err != nil || len(blocks) != 1 {
			t.Fatalf("layout %d: %v, %v", layout, blocks, err)
		}
		seen[string(l.programs["example.com/m"][layout].Code)] = true
	}
	if len(seen) != l.Layouts()+1 {
		t.Errorf("%d different programs, want %d", len(seen), l.Layouts()+1)
	}
}
