package ab

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// A folder with any file of another experiment is rejected.
func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	var verdicts []string
	for _, dir := range []string{nowhere, filepath.Join(t.TempDir(), "results")} {
		f := newFake(1, "A", "B", "C")
		f.effect = slower("A", 1.2)
		f.inventory.HeadOnly = []CaseID{{Group: "example.com/m", Name: "D"}}
		f.fail = func(s Trial, trial int) error {
			if s.Case.Name == "B" && trial > 60 {
				return errBroken
			}
			return nil
		}
		var text strings.Builder
		fixture.Check(t, mustRunIn(t, dir, f, options(1)).WriteText(&text, verdict.Style{All: true}))
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
			fixture.Check(t, os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o666))
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
	fixture.Check(t, err)
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
	fixture.Check(t, os.WriteFile(in(verdictFile), []byte("{"), 0o666))
	if _, err := VerdictOf(in("base.txt"), in("head.txt")); err == nil || !strings.Contains(err.Error(), verdictFile) {
		t.Errorf("damaged: %v", err)
	}
	fixture.Check(t, os.Remove(in(verdictFile)))
	if v, err := VerdictOf(in("base.txt"), in("head.txt")); v != nil || err != nil {
		t.Errorf("interrupted: %+v, %v", v, err)
	}
}
