package gobench

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// Benchmarks of the kind that nobody writes on purpose.
const wild = `package m

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func BenchmarkExits(b *testing.B) { os.Exit(0) }

func BenchmarkExitsLate(b *testing.B) {
	b.Run("a", func(b *testing.B) {})
	b.Run("b", func(b *testing.B) { os.Exit(0) })
}

func BenchmarkFine(b *testing.B) { println("to standard error"); print("no line end") }

func BenchmarkLeaves(b *testing.B) {
	cmd := exec.Command("sleep", "1000")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkLoops(b *testing.B) {
	for {
		time.Sleep(time.Second)
	}
}

func BenchmarkPrints(b *testing.B) {
	for line := strings.Repeat("x", 1<<16); ; {
		os.Stdout.WriteString(line)
	}
}

func BenchmarkSkips(b *testing.B) { b.Skip("not here") }
`

func TestWildBenchmarks(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := newModule(t, map[string]string{"m_test.go": wild})
	s := open(t, dir, "HEAD", "HEAD", ".")
	budget := engine.NewBudget(context.Background(), time.Now().Add(30*time.Second)) // a loop leaves time for the others
	defer budget.Close()
	inv, err := s.Inventory(budget, time.Minute)
	fixture.Check(t, err)
	failed := lists.Map(inv.Failed, func(f ab.FailedCase) string { return f.Side + " " + f.Case.Name + ": " + f.Reason })
	for _, want := range []string{
		"base Exits: the process ended with exit code 0 before its benchmarks did",
		"head Exits: the process ended with exit code 0",
		"base ExitsLate: the process ended with exit code 0",
		"base Loops: its first call was not finished after 1",
		"base Prints: printed more than 16 MB",
	} {
		if !slices.ContainsFunc(failed, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("no line contains %q:\n%s", want, strings.Join(failed, "\n"))
		}
	}
	if slices.ContainsFunc(failed, func(f string) bool { return strings.HasPrefix(f, "head Loops") }) {
		t.Error("waited for both sides of a loop")
	}
	if got, want := names(inv.Common), []string{"ExitsLate/a", "Fine", "Leaves"}; !slices.Equal(got, want) {
		t.Errorf("cases %q, want %q", got, want)
	}
	for _, c := range inv.Common {
		blocks, err := s.Run(context.Background(), ab.Trial{Case: c, Operations: 1, Blocks: 2})
		if err != nil || len(blocks) != 2 {
			t.Errorf("%s: %d blocks, %v", c, len(blocks), err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := s.Run(ctx, ab.Trial{Case: ab.CaseID{Group: "example.com/m", Name: "Loops"}, Operations: 1, Blocks: 1}); err != context.DeadlineExceeded {
		t.Errorf("a trial that loops: %v", err)
	}
}

// Temporary files of the go command are removed, also after an interruption.
func TestInterruptedBuildLeavesNothing(t *testing.T) {
	dir := newModule(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		// The go command has begun to compile.
		for ctx.Err() == nil {
			if found, _ := filepath.Glob(filepath.Join(temporary, "ecsbench-scratch-ab-*", "go", "go-build*")); len(found) > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	s, err := Open(ctx, Config{Dir: dir, Base: "HEAD", Head: ".", Pattern: ".", Equal: true})
	if err == nil {
		s.Close()
		t.Fatal("was not interrupted")
	}
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A benchmark is the same if its program and all files that it may read are equal. This check
// needs no linker. [TestTheSameOnBothSides] compares whole programs.
func TestSame(t *testing.T) {
	t.Parallel()
	dir := newModule(t, commented, map[string]string{"testdata/input": "longer"})
	for revisions, want := range map[string]bool{"HEAD~2 HEAD~1": true, "HEAD~1 .": false} {
		base, head, _ := strings.Cut(revisions, " ")
		c := Config{Dir: dir, Base: base, Head: head}
		if same := Same(context.Background(), c, ab.CaseID{Group: "example.com/m", Name: "Tree/deep"}); same != want {
			t.Errorf("%s: same %v, want %v", revisions, same, want)
		}
	}
}

// Submodules are not exported. A message states this where a benchmark needs or may need them.
func TestSubmodules(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := newModule(t)
	for _, c := range []struct{ inner, message string }{{"data", ""}, {"lib", "repositories within this one are left out (sub/mod/data, sub/mod/lib): where benchmarks need more"}} {
		inner := filepath.Join(dir, c.inner)
		fixture.Check(t, os.Mkdir(inner, 0o777))
		fixture.Check(t, os.WriteFile(filepath.Join(inner, "x.go"), []byte("package x\n"), 0o666))
		fixture.Git(t, inner, "init", "-q", "--template=")
		fixture.Git(t, inner, "add", "-A")
		fixture.Git(t, inner, "commit", "-qm", "inner")
		fixture.Git(t, dir, "add", c.inner)
		if c.message != "" {
			uses := strings.Replace(benchmarks, `"testing"`, `"testing"`+"\n\t_ \"example.com/m/lib\"", 1)
			fixture.Check(t, os.WriteFile(filepath.Join(dir, "m_test.go"), []byte(uses), 0o666))
		}
		fixture.Git(t, dir, "commit", "-qam", "with "+c.inner)
		s, err := Open(context.Background(), Config{Dir: dir, Base: "HEAD", Head: "HEAD~1", Pattern: "Flat"})
		if c.message != "" {
			if err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("error %v, want %q", err, c.message)
			}
			continue
		}
		fixture.Check(t, err)
		if s.Same() {
			t.Error("the programs are the same, but not what they may read")
		}
		inv, err := s.Inventory(context.Background(), time.Minute)
		if err != nil || len(inv.Notes) != 1 || !strings.Contains(inv.Notes[0], "(sub/mod/data)") {
			t.Errorf("%+v, %v", inv, err)
		}
		s.Close()
	}
}
