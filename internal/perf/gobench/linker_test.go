package gobench

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// Every function of Go is at a multiple of 64 bytes, on both sides, in the usual order and in a
// random one: short loops, generic functions, closures, assembly, and code beside C. An unchanged
// function keeps its place within a line of 64 bytes, whatever is linked before it.
func TestFunctionsKeepTheirPlaceInALine(t *testing.T) {
	fixture.CI(t)
	t.Setenv("GOFLAGS", flags)
	const source = `package m

//go:noinline
func Sum(v []int) (s int) {
	for _, x := range v {
		s += x
	}
	return s
}

//go:noinline
func Most[T int | float64](v []T) (m T) {
	for _, x := range v {
		m = max(m, x)
	}
	return m
}

func add(a, b int) int
`
	const tests = `package m

import "testing"

func BenchmarkAll(b *testing.B) {
	v, k := make([]int, 100), 0
	f := func(by int) { k += by * Sum(v) }
	for b.Loop() {
		f(Most(v) + int(Most([]float64{1, 2})) + add(1, 2))
	}
}
`
	files := map[string]string{"m.go": source, "m_test.go": tests,
		"add_amd64.s": "TEXT ·add(SB), 4, $0-24\n\tMOVQ a+0(FP), AX\n\tADDQ b+8(FP), AX\n\tMOVQ AX, ret+16(FP)\n\tRET\n",
		"add_arm64.s": "TEXT ·add(SB), 4, $0-24\n\tMOVD a+0(FP), R0\n\tMOVD b+8(FP), R1\n\tADD R1, R0\n\tMOVD R0, ret+16(FP)\n\tRET\n",
		"c/c.go":      "package c\n\n// static int twice(int x) { return 2*x; }\nimport \"C\"\n\nfunc Twice(x int) int { return int(C.twice(C.int(x))) }\n",
		"c/c_test.go": "package c\n\nimport \"testing\"\n\nfunc BenchmarkTwice(b *testing.B) {\n\tfor b.Loop() {\n\t\tTwice(3)\n\t}\n}\n",
	}
	dir := newModule(t, files, map[string]string{"m.go": source + "\nfunc init() { println(add(1, 2)) }\n"})
	s := open(t, dir, "HEAD~1", "HEAD", ".", "./...")
	if s.align == "" {
		fixture.Lacks(t, "a linker that aligns functions")
	}
	check := func(order string) {
		t.Helper()
		for path, sides := range s.binaries {
			for side := range ab.Control {
				fixture.Aligned(t, order+" "+path+" of "+side.String(), sides[side].Code)
			}
		}
	}
	check("usual order:")
	fixture.Check(t, s.Shuffle(t.Context(), []ab.CaseID{{Group: "example.com/m", Name: "All"}}, rand.New(rand.NewPCG(7, 7))))
	check("random order:")
}

// Revisions with the same files are the same before anything is built. A calibration builds them.
func TestEqualFilesAreNotBuilt(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := newModule(t, map[string]string{"bad.go": "package m\n\nfunc ("})
	for _, sides := range [][2]string{{"HEAD", "HEAD"}, {"HEAD", "."}, {".", "."}} {
		building := 0
		c := Config{Dir: dir, Base: sides[0], Head: sides[1], Pattern: ".", Progress: func(string, int, int, time.Duration) { building++ }}
		s, err := Open(t.Context(), c)
		if err != nil || !s.Same() || building > 0 {
			t.Fatalf("%v: %v, same %v, built %d", sides, err, s != nil && s.Same(), building)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		c.Equal = true
		if _, err := Open(t.Context(), c); err == nil || building == 0 {
			t.Errorf("a calibration of a broken module: %v, built %d", err, building)
		}
		c.Packages = []string{"./nowhere"}
		if _, err := Open(t.Context(), c); err == nil {
			t.Error("a package that is nowhere")
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ended, Config{Dir: dir, Base: "HEAD~1", Head: "HEAD", Pattern: "."}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
