package ab

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/gate"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// What an experiment leaves behind is read by everything else as it is: with
// its head, what vanished, what failed, and which way units are better.
func TestFilesAreReadAsTheyAre(t *testing.T) {
	f := newFake(31, "A", "B", "Fails")
	f.inventory.BaseOnly = []Case{{Group: "example.com/m", Name: "Old/n=1"}}
	f.inventory.HeadOnly = []Case{{Group: "example.com/m", Name: "Old/n=2"}}
	f.effect = slower("B", 1.5)
	f.values = func(_ Trial, perOp float64) Block {
		return Block{unitTime: perOp, "B/s": 1e6 / perOp, "words": 7}
	}
	f.fail = func(t Trial, trial int) error {
		if t.Case.Name == "Fails" && t.Side == Head && trial > 30 {
			return errBroken
		}
		return nil
	}
	f.versions = [4]string{"go1.25", "go1.26", "go1.25", "go1.25"}
	dir := filepath.Join(t.TempDir(), "results")
	o := options(31)
	o.Environment = results.Environment{CPU: "a CPU", CPUs: 2}
	v, err := Run(context.Background(), f, o, dir)
	if err != nil || v.Outcome != verdict.Regressed {
		t.Fatalf("%+v, %v", v, err)
	}
	var sides []*gate.Side
	for _, name := range []string{"base.txt", "head.txt", "controls.txt"} {
		path := filepath.Join(dir, name)
		file, err := results.Read(path)
		if err != nil || file.Header == nil || len(file.Damaged) > 0 || file.Environments[0].CPU != "a CPU" || !strings.Contains(file.Header.Title, "base old, head new") {
			t.Fatalf("%s: %+v, %v", name, file, err)
		}
		if got, want := file.Environments[0].GoVersion, map[bool]string{true: "go1.26", false: "go1.25"}[name == "head.txt"]; got != want {
			t.Errorf("%s: built with %q, want %q", name, got, want)
		}
		if failed := len(file.Failed) > 0; failed != (name == "head.txt") {
			t.Errorf("%s: failed %v", name, file.Failed)
		}
		side, err := gate.ReadSide(&results.Files{Paths: []string{path}}, "*")
		if err != nil {
			t.Fatal(err)
		}
		sides = append(sides, side)
	}
	const versions = "base is built with go1.25, head with go1.26"
	if !slices.ContainsFunc(v.Notes, func(n string) bool { return strings.HasPrefix(n, versions) }) {
		t.Errorf("ab does not say %q: %q", versions, v.Notes)
	}
	both := gate.DefaultOptions()
	both.Allow = []verdict.Allowance{verdict.AllowGo}
	g, err := gate.Gate(sides[0], sides[1], both)
	if err != nil {
		t.Fatal(err)
	}
	if g.Outcome != verdict.Regressed {
		t.Errorf("the gate says %s", g.Headline())
	}
	const renamed = "Old/n=1-2: renamed to Old/n=2-2?"
	if !slices.ContainsFunc(v.Problems, func(p verdict.Problem) bool { return slices.Contains(p.Cases, renamed) }) {
		t.Errorf("ab does not say %q: %+v", renamed, v.Problems)
	}
	for _, want := range []string{renamed, "Fails-2: broken"} {
		if !slices.ContainsFunc(g.Problems, func(p verdict.Problem) bool { return slices.Contains(p.Cases, want) }) {
			t.Errorf("the gate does not say %q: %+v", want, g.Problems)
		}
	}
	// Both judge the same samples, so they agree on the medians, to as many digits
	// as files have; but for what was measured again, of which the files have more.
	for _, k := range v.Comparisons {
		if k.Key.Name != "A-2" {
			continue
		}
		at := slices.IndexFunc(g.Comparisons, func(c verdict.Comparison) bool { return c.Key == k.Key && c.Unit == k.Unit })
		if at < 0 {
			t.Errorf("the gate has no %s %s", k.Key.Name, k.Unit)
			continue
		}
		for _, pair := range [][2]float64{{k.Old, g.Comparisons[at].Old}, {k.New, g.Comparisons[at].New}} {
			if math.Abs(pair[0]-pair[1]) > 1e-5*pair[0] {
				t.Errorf("%s %s: ab says %g, the gate %g", k.Key.Name, k.Unit, pair[0], pair[1])
			}
		}
	}
}

// A folder with anything of another experiment is not taken, whatever is left of that.
func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	var verdicts []string
	for _, dir := range []string{nowhere, filepath.Join(t.TempDir(), "results")} {
		f := newFake(1, "A", "B", "C")
		f.effect = slower("A", 1.2)
		f.inventory.HeadOnly = []Case{{Group: "example.com/m", Name: "D"}}
		f.fail = func(s Trial, trial int) error {
			if s.Case.Name == "B" && trial > 60 {
				return errBroken
			}
			return nil
		}
		var text strings.Builder
		if err := mustRunIn(t, dir, f, options(1)).WriteText(&text, verdict.Look{All: true}); err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, text.String())
	}
	if verdicts[0] != verdicts[1] || !strings.Contains(verdicts[0], "1 of 3 cases") {
		t.Errorf("without a folder:\n%s\nand with one:\n%s", verdicts[0], verdicts[1])
	}
	if left, _ := os.ReadDir(here); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestFoldersOfOtherExperiments(t *testing.T) {
	for _, name := range append(slices.Clone(resultFiles), journalFile, "") {
		dir := t.TempDir()
		if name != "" {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		r, err := newRecorder(dir, newFake(1))
		if err == nil {
			r.close()
		}
		if taken := err != nil && strings.Contains(err.Error(), "holds the results of another experiment; choose another folder with -o"); taken != (name != "") {
			t.Errorf("with %q in it: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, lockFile)); err == nil {
			t.Errorf("with %q in it: it is still locked", name)
		}
	}
}

// The verdict is found beside the files of its two sides, and beside no others.
func TestVerdictOf(t *testing.T) {
	s := &sampling{counting: &counting{fakeSource: newFake(1, "A", "B", "C")}, factor: 1.8, busy: 1}
	s.effect = slower("B", 1.4)
	dir := filepath.Join(t.TempDir(), "results")
	want, err := Run(context.Background(), s, options(1), dir)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	v, err := VerdictOf(in("base.txt"), in("head.txt"))
	if err != nil || v.Headline() != want.Headline() {
		t.Fatalf("%+v, %v", v, err)
	}
	if worse := v.With(verdict.Regression); len(worse) != 1 || len(worse[0].Causes) == 0 || !reflect.DeepEqual(worse[0].Causes, want.With(verdict.Regression)[0].Causes) {
		t.Errorf("%+v", worse)
	}
	for _, pair := range [][2]string{{in("head.txt"), in("base.txt")}, {in("base.txt"), in("controls.txt")}, {filepath.Join(t.TempDir(), "base.txt"), in("head.txt")}} {
		if v, err := VerdictOf(pair[0], pair[1]); v != nil || err != nil {
			t.Errorf("%v: %+v, %v", pair, v, err)
		}
	}
	if err := os.WriteFile(in(verdictFile), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := VerdictOf(in("base.txt"), in("head.txt")); err == nil || !strings.Contains(err.Error(), verdictFile) {
		t.Errorf("damaged: %v", err)
	}
	if err := os.Remove(in(verdictFile)); err != nil {
		t.Fatal(err)
	}
	if v, err := VerdictOf(in("base.txt"), in("head.txt")); v != nil || err != nil {
		t.Errorf("interrupted: %+v, %v", v, err)
	}
}
