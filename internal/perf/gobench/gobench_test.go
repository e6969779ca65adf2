package gobench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// The module lies in a folder of its repository. Its benchmark file is the only
// difference between the revisions of a test.
const goMod = "module example.com/m\n\ngo 1.24\n"

const benchmarks = `package m

import (
	"fmt"
	"os"
	"testing"
)

func BenchmarkFlat(b *testing.B) {
	for range b.N {
		sink += b.N
	}
}

func BenchmarkTree(b *testing.B) {
	for _, n := range []string{"a/b", "odd [name] (x)", "n=1", "n=10"} {
		b.Run(n, func(b *testing.B) {
			if _, err := os.Stat("testdata/input"); err != nil {
				b.Fatal(err)
			}
			fmt.Println("noise in the output")
			s := make([][]byte, 0, 1)
			for b.Loop() {
				s = append(s[:0], make([]byte, 64))
			}
			b.ReportMetric(float64(b.N), "n")
		})
	}
}

var sink int
`

// flags are the user's for the go command; without debug information programs are
// linked in half the time.
var (
	flags        = os.Getenv("GOFLAGS")
	withoutDebug = flags + " -ldflags=-w"
)

// TestMain gives all tests one folder for temporary files, in which nothing may
// stay. Their programs are linked without debug information; those that need it, or
// flags of their own for the linker, set GOFLAGS back. The go command does not collect garbage either.
func TestMain(m *testing.M) {
	scratch, err := outdir.NewScratch("gobench") // the next one removes it if this process is killed
	if err != nil {
		panic(err)
	}
	dir := scratch.Path
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("TMPDIR", dir)
	os.Setenv("GOFLAGS", withoutDebug)
	code := m.Run()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "left behind:", left)
		code = 1
	}
	scratch.Remove()
	os.Exit(code)
}

// commented differs from the first commit in comments and documents only.
var commented = map[string]string{
	"m_test.go": strings.Replace(benchmarks, "for range b.N {", "for range b.N { // a comment", 1),
	"README.md": "x", ".github/x.yml": "x",
}

// newModule makes a module with a commit, and one more for each of the versions, which
// name the files that are new or changed.
func newModule(t *testing.T, versions ...map[string]string) string {
	fixture.Long(t)
	t.Helper()
	top := t.TempDir()
	fixture.Git(t, top, "init", "-q", "-b", "main", "--template=")
	var history strings.Builder
	first := map[string]string{"go.mod": goMod, "m.go": "package m\n", "m_test.go": benchmarks, "testdata/input": "x"}
	for _, files := range append([]map[string]string{first}, versions...) {
		history.WriteString("commit refs/heads/main\ncommitter t <t@t> 0 +0000\ndata 0\n")
		for name, content := range files {
			fmt.Fprintf(&history, "M 100644 inline sub/mod/%s\ndata %d\n%s\n", name, len(content), content)
		}
	}
	load := exec.Command("git", "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet")
	load.Dir, load.Stdin = top, strings.NewReader(history.String())
	fixture.Run(t, load)
	fixture.Git(t, top, "reset", "-q", "--hard")
	return filepath.Join(top, "sub", "mod")
}

func open(t *testing.T, dir, base, head, pattern string, packages ...string) *Source {
	t.Helper()
	s, err := Open(context.Background(), Config{Dir: dir, Base: base, Head: head, Pattern: pattern, Packages: packages, Equal: true})
	fixture.Check(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func names(cases []ab.CaseID) (list []string) {
	for _, c := range cases {
		list = append(list, c.Name)
	}
	slices.Sort(list)
	return list
}

// Two revisions of the same programs, which read the same files, are built as both
// sides of all that needs no difference.
func TestTheSameOnBothSides(t *testing.T) {
	s := open(t, newModule(t, commented), "HEAD~1", ".", ".")
	t.Run("every benchmark can be run alone", func(t *testing.T) { everyBenchmark(t, s) })
	t.Run("injected work", func(t *testing.T) { injects(t, s) })
	t.Run("shuffling makes other programs of the same benchmarks", func(t *testing.T) { shuffles(t, s) })
}

func everyBenchmark(t *testing.T, s *Source) {
	ctx := context.Background()
	inv, err := s.Inventory(ctx, time.Minute)
	fixture.Check(t, err)
	want := []string{"Flat", "Tree/a/b", "Tree/n=1", "Tree/n=10", "Tree/odd_[name]_(x)"}
	if got := names(inv.Common); !slices.Equal(got, want) {
		t.Fatalf("cases %q, want %q", got, want)
	}
	if len(inv.BaseOnly)+len(inv.HeadOnly)+len(inv.Failed) > 0 || len(inv.Notes) != 0 || !s.Same() {
		t.Errorf("inventory %+v", inv)
	}
	fixture.Check(t, s.Refresh(ctx, rand.New(rand.NewPCG(1, 2))))
	for _, c := range inv.Common {
		for _, side := range []ab.Side{ab.Base, ab.Head, ab.Control} {
			blocks, err := s.Run(ctx, ab.Trial{Case: c, Side: side, Operations: 7, Blocks: 3})
			if err != nil {
				t.Fatalf("%s: %v", c, err)
			}
			if len(blocks) != 3 || !(blocks[2]["sec/op"] > 0) {
				t.Errorf("%s: blocks %v", c, blocks)
			}
			if p, clock := blocks[2][results.UnitProbe], blocks[2][results.UnitClock]; timing.ReadCore().Probe > 0 && !(p > 0 && clock > 0) {
				t.Errorf("%s: a noise probe of %v at %v GHz", c, p, clock)
			}
			if n, ok := blocks[2]["n"]; ok && n != 7 {
				t.Errorf("%s ran %v operations, not 7", c, n)
			}
			if strings.HasPrefix(c.Name, "Tree") && blocks[2]["allocs/op"] != 1 {
				t.Errorf("%s: %v allocations", c, blocks[2]["allocs/op"])
			}
		}
	}
	for _, c := range inv.Common {
		line := 9
		if strings.HasPrefix(c.Name, "Tree") {
			line = 15
		}
		if got, want := s.Place(c), (results.Place{File: "sub/mod/m_test.go", Line: line}); got != want {
			t.Errorf("%s stands in %s, want %s", c, got, want)
		}
	}
	before := s.config.Pattern
	s.config.Pattern = "Nothing"
	if _, err := s.Inventory(ctx, time.Minute); err == nil || !strings.Contains(err.Error(), `no benchmark matches "Nothing"`) {
		t.Errorf("nothing that matches: %v", err)
	}
	s.config.Pattern = before
	if s.Better("sec/op") != -1 || s.Better("sec/entity") != -1 || s.Better("entities/s") != 1 || s.Better("n") != 0 {
		t.Error("units have lost their direction")
	}
	if h := s.Header(ab.Control); len(h) < 2 || h[0] != [2]string{"goos", runtime.GOOS} {
		t.Errorf("header %v", h)
	}
}

// Injected work is all that base and its injected copy differ by: were they two
// programs, where their functions lie could be seen as work.
func injects(t *testing.T, s *Source) {
	ctx := context.Background()
	before := s.Programs()
	c := ab.CaseID{Group: "example.com/m", Name: "Flat"}
	fixture.Check(t, s.Inject(ctx, []ab.CaseID{c}))
	t.Run("is in base itself", func(t *testing.T) {
		b := s.binaries[c.Group]
		for _, side := range []ab.Side{ab.Control, ab.Injected, ab.Head} { // head is the same program here
			if !bytes.Equal(b[side].Code, b[ab.Base].Code) {
				t.Errorf("%s is another program than base", side)
			}
		}
		fixture.Check(t, s.Refresh(ctx, rand.New(rand.NewPCG(1, 1))))
		if code, err := os.ReadFile(b[ab.Base].Path); err != nil || !bytes.Contains(code, []byte(slowdownVariable)) {
			t.Errorf("base runs without the changed testing package (%v)", err)
		}
		if s.Programs() != before {
			t.Error("an interrupted experiment would not go on")
		}
	})
	// Not how long it takes, but that it is work done: its time grows with the
	// number of operations and the amount, which no fixed cost would.
	t.Run("takes time", func(t *testing.T) {
		perOp := func(extra float64, operations int) float64 {
			best := math.Inf(1)
			for range 5 {
				blocks, err := s.Run(ctx, ab.Trial{Case: c, Side: ab.Injected, Operations: operations, Blocks: 5, Procs: 1, Extra: extra})
				fixture.Check(t, err)
				for _, b := range blocks {
					best = min(best, b["sec/op"])
				}
			}
			return best
		}
		none, some, more := perOp(0, 500), perOp(2e-6, 500), perOp(8e-6, 500)
		if some < 10*none || more < 2*some {
			t.Errorf("per operation: %v s without injected work, %v with 2 µs, %v with 8 µs", none, some, more)
		}
		if many := perOp(2e-6, 2000); many < some/2 {
			t.Errorf("per operation: %v s of injected work in 500 operations, %v in 2000", some, many)
		}
	})
}

// More benchmarks, and a package with one.
const fine = benchmarks + `
func BenchmarkPanics(b *testing.B) { sink += b.N }

func BenchmarkPanicsLate(b *testing.B) { sink += b.N }
`

const alone = "package p\n\nimport \"testing\"\n\nfunc BenchmarkAlone(b *testing.B) {}\n"

func TestFailuresAreReported(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	broken := strings.Replace(fine, "sink += b.N", "sink += nowhere", 1)
	wrong := strings.NewReplacer(
		"BenchmarkFlat", "BenchmarkRenamed",
		"Panics(b *testing.B) { sink += b.N }", `Panics(b *testing.B) { panic("no fuel") }`,
		// Package testing may exit with 0 while a panic is still being printed.
		"PanicsLate(b *testing.B) { sink += b.N }", `PanicsLate(b *testing.B) { os.Stderr.WriteString("panic: too late\n") }`,
	).Replace(fine)
	// A package whose tests never begin is not passed over.
	exits := strings.Replace(alone, `"testing"`, "(\n\"os\"\n\"testing\"\n)", 1) + "func TestMain(*testing.M) { os.Exit(0) }\n"
	dir := newModule(t, map[string]string{"m_test.go": fine, "p/p_test.go": alone},
		map[string]string{"m_test.go": broken}, map[string]string{"m_test.go": wrong, "p/p_test.go": exits})
	fails := func(c Config, wants ...string) {
		t.Helper()
		c.Dir = cmp.Or(c.Dir, dir)
		s, err := Open(context.Background(), c)
		if err == nil {
			_, err = s.Inventory(context.Background(), time.Minute)
			s.Close()
		}
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error %v, want one with %q", c, err, want)
			}
		}
	}
	fails(Config{Base: "HEAD~1", Head: "HEAD~2", Pattern: "."}, "building the tests of example.com/m at HEAD~1 (", "undefined: nowhere")
	for _, folder := range []string{"../..", ".."} { // above the module
		fails(Config{Base: "HEAD", Head: ".", Pattern: ".", Dir: filepath.Join(dir, folder)}, "has no go.mod in the folder of the command or above it: change into a module: ", "mod")
	}
	fails(Config{Base: "nobody", Head: ".", Pattern: "."}, "nobody is no revision")
	fails(Config{Base: "HEAD", Head: ".", Pattern: ".", Packages: []string{"./nowhere..."}}, "no test files in ./nowhere... of HEAD", "so there is nothing to measure")
	fails(Config{Base: "HEAD", Head: ".", Pattern: "("}, "missing closing )")
	fails(Config{Base: "HEAD", Head: ".", Pattern: ".", Packages: []string{"./nowhere"}}, "listing the packages of working tree (", "stat sub/mod/nowhere: directory not found")
	fails(Config{Base: "HEAD", Head: ".", Pattern: ".", Packages: []string{"../../../m"}}, "package ../../../m is outside of the repository: name packages inside it")

	s := open(t, dir, "HEAD~2", "HEAD", ".", "./...")
	inv, err := s.Inventory(context.Background(), time.Minute)
	if err != nil || s.Same() {
		t.Fatal(err, s.Same())
	}
	failed := lists.Map(inv.Failed, func(f ab.FailedCase) string { return f.Side + " " + f.Case.Name + ": " + f.Reason })
	if len(failed) != 3 || !strings.Contains(failed[0], "head Panics: ") || !strings.Contains(failed[0], "panic: no fuel") ||
		failed[1] != "head PanicsLate: panic: too late" || !strings.HasPrefix(failed[2], "head TestMain: ") {
		t.Errorf("failed: %q", failed)
	}
	for what, of := range map[string]struct {
		cases []ab.CaseID
		want  []string
	}{
		"on both sides": {inv.Common, nil},
		"proved":        {inv.Proved, []string{"Tree"}},
		"only in base":  {inv.BaseOnly, []string{"Flat"}}, // not Alone, whose package failed on head
		"only in head":  {inv.HeadOnly, []string{"Renamed"}},
	} {
		if got := names(of.cases); !slices.Equal(got, of.want) {
			t.Errorf("%s: %q, want %q", what, got, of.want)
		}
	}
}

func TestSlowdownGoesIntoThisVersionOfGo(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	fixture.Check(t, err)
	source := fixture.Read(t, filepath.Join(strings.TrimSpace(string(root)), "src", "testing", "benchmark.go"))
	changed, err := insertSlowdown(source)
	if err != nil || !strings.Contains(string(changed), "ecsbenchBefore(b)\n\tb.benchFunc(b)\n\tecsbenchAfter(b)\n") {
		t.Errorf("error %v", err)
	}
	if _, err := insertSlowdown([]byte("package testing")); err == nil {
		t.Error("a testing package without benchmarks was changed")
	}
	for _, name := range []string{slowdownVariable, spinPackage, results.UnitWaited, results.UnitClock, results.UnitProbe} {
		if !bytes.Contains(testingSource, []byte(`"`+name+`"`)) {
			t.Errorf("%s is not in the added file", name)
		}
	}
}

// BenchmarkBuilt is for [TestBuiltBinaries].
func BenchmarkBuilt(b *testing.B) {
	for _, n := range []string{"a", "b"} {
		b.Run(n, func(b *testing.B) {
			for b.Loop() {
			}
			b.ReportMetric(float64(b.N), "n")
		})
	}
}

// This test binary is one that was built elsewhere, too.
func TestBuiltBinaries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	program, err := os.Executable()
	fixture.Check(t, err)
	s := open(t, t.TempDir(), program, program, "Built")
	inv, err := s.Inventory(ctx, time.Minute)
	if err != nil || len(inv.Common) != 2 {
		t.Fatalf("inventory %+v, %v", inv, err)
	}
	if v := s.GoVersion(ab.Head); !strings.HasPrefix(v, "go1.") && !strings.HasPrefix(v, "devel") {
		t.Errorf("built with %q", v)
	}
	if err := s.Shuffle(ctx, inv.Common, rand.New(rand.NewPCG(1, 2))); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("linking what was built elsewhere: %v", err)
	}
	fixture.Check(t, s.Inject(ctx, inv.Common))
	trial := ab.Trial{Case: inv.Common[0], Side: ab.Injected, Operations: 1000, Blocks: 2, Share: 0.06}
	blocks, err := s.Run(ctx, trial)
	if err != nil || blocks[0]["n"] != 1060 {
		t.Errorf("injected blocks %v, %v", blocks, err)
	}
	trial.Operations = 3
	if _, err := s.Run(ctx, trial); err == nil || !strings.Contains(err.Error(), "cannot be injected in 3 operations") {
		t.Errorf("6%% of 3 operations: %v", err)
	}
}

func shuffles(t *testing.T, s *Source) {
	t.Setenv("GOFLAGS", flags)
	ctx := context.Background()
	cases := []ab.CaseID{{Group: "example.com/m", Name: "Flat"}}
	rng := rand.New(rand.NewPCG(1, 2))
	find := func() {
		t.Helper()
		fixture.Check(t, s.findLinker(ctx, [2]string{s.module(ab.Base), s.module(ab.Head)}))
	}
	find()
	b := s.binaries["example.com/m"]
	seen := map[string]bool{string(b[ab.Base].Code): true} // as head is
	for range 2 {
		fixture.Check(t, s.Shuffle(ctx, cases, rng))
		fixture.Check(t, s.Refresh(ctx, rng))
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			seen[string(b[side].Code)] = true
			if blocks, err := s.Run(ctx, ab.Trial{Case: cases[0], Side: side, Operations: 10, Blocks: 2}); err != nil || len(blocks) != 2 {
				t.Errorf("%v blocks, %v", blocks, err)
			}
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d different orders of functions, want that of both sides and two of each", len(seen))
	}
	t.Setenv("GOFLAGS", flags+" -ldflags=-s")
	find()
	if err := s.Shuffle(ctx, cases, rng); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("with -ldflags in GOFLAGS: %v", err)
	}
}
