package ab

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// An experiment with a file that was cut at any byte, or in which a bit flipped, ends with the same
// verdict and the same samples, or with an error of one line.
func TestResumeDamaged(t *testing.T) {
	source := func() *fakeSource {
		f := newFake(31, "A", "B")
		f.effect = slower("B", 1.2)
		return f
	}
	o := options(31)
	o.Rounds = 12
	whole, interrupted := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "interrupted")
	want := mustRunIn(t, whole, source(), o)
	f := source()
	if _, err := Run(f.killedAfter(70), f, o, interrupted); err == nil {
		t.Fatal("the experiment was not interrupted")
	}
	files := map[string][]byte{}
	for _, name := range append(slices.Clone(resultFiles), journalFile) {
		text := fixture.Read(t, filepath.Join(interrupted, name))
		files[name] = text
	}
	resume := func(name string, damaged []byte) {
		t.Helper()
		dir := t.TempDir()
		for file, text := range files {
			if file == name {
				text = damaged
			}
			fixture.Check(t, os.WriteFile(filepath.Join(dir, file), text, 0o666))
		}
		s, err := load(dir)
		var v *verdict.Verdict
		if err == nil {
			v, err = s.resume(context.Background(), source())
			s.Close()
		}
		switch {
		case err != nil && strings.Contains(strings.TrimSpace(err.Error()), "\n"):
			t.Errorf("%s %q: an error of several lines: %v", name, damaged, err)
		case err != nil:
		case v.Outcome != want.Outcome:
			t.Errorf("%s %q: %s", name, damaged, v.Headline())
		case !slices.Equal(order(t, dir), order(t, whole)):
			t.Errorf("%s %q: other samples", name, damaged)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for name, text := range files {
		for range 40 {
			resume(name, text[:r.IntN(len(text))])
			flipped := slices.Clone(text)
			flipped[r.IntN(len(text))] ^= 1 << r.IntN(8)
			resume(name, flipped)
		}
	}
}

// The same for a file of bench. A flipped bit may change a value, and never the number of values.
func TestBenchResumeDamaged(t *testing.T) {
	o := options(31)
	o.Rounds = 12
	run := func(b *Bench, f *fakeSource, ctx context.Context) error {
		return b.Run(ctx, func(context.Context) (Source, error) { return f, nil })
	}
	path := filepath.Join(t.TempDir(), "bench.txt")
	f := newFake(31, "A", "B")
	if err := run(&Bench{Options: o, Request: "asked", Precision: 0.01, Path: path}, f, f.killedAfter(20)); err == nil {
		t.Fatal("bench was not interrupted")
	}
	text := fixture.Read(t, path)
	resume := func(damaged []byte) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "bench.txt")
		fixture.Check(t, os.WriteFile(path, damaged, 0o666))
		var asked string
		b, err := ContinueBench(path, &asked)
		if err == nil {
			err = run(b, newFake(31, "A", "B"), t.Context())
		}
		if err != nil {
			if now, _ := os.ReadFile(path); strings.Contains(strings.TrimSpace(err.Error()), "\n") || !slices.Equal(now, damaged) {
				t.Errorf("%q: the file changed, or an error of several lines: %v", damaged, err)
			}
			return
		}
		file, err := results.Read(path)
		if err != nil {
			t.Fatalf("%q: %v", damaged, err)
		}
		counts := map[string]int{}
		for _, c := range file.Cases {
			counts[c.Name] += len(c.Order)
		}
		if want := map[string]int{"A-2": 12, "B-2": 12}; !maps.Equal(counts, want) {
			t.Errorf("%q: %v samples, want %v", damaged, counts, want)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		resume(text[:r.IntN(len(text))])
		flipped := slices.Clone(text)
		flipped[r.IntN(len(text))] ^= 1 << r.IntN(8)
		resume(flipped)
	}
	for range 100 { // the names of cases
		flipped := slices.Clone(text)
		flipped[bytes.LastIndex(text, []byte("\nBenchmark"))+r.IntN(20)] ^= 1 << r.IntN(8)
		resume(flipped)
	}
}
