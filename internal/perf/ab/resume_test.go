package ab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"

	"golang.org/x/perf/benchfmt"
)

// order reads what stands in the files of an experiment, in turn.
func order(t *testing.T, dir string) (lines []string) {
	t.Helper()
	for _, name := range []string{"base.txt", "head.txt", "controls.txt"} {
		f, err := os.Open(filepath.Join(dir, name))
		fixture.Check(t, err)
		defer f.Close()
		for r := benchfmt.NewReader(f, name); r.Scan(); {
			if res, ok := r.Result().(*benchfmt.Result); ok {
				lines = append(lines, name+" "+res.GetConfig("side")+" "+string(res.Name))
			}
		}
	}
	return lines
}

// An experiment that is killed again and again measures the same in the same
// order as one that is not.
func TestResumedIsAsIfNeverInterrupted(t *testing.T) {
	slow := func() *fakeSource {
		f := newFake(21, "A", "B", "C")
		f.effect = slower("B", 1.2)
		return f
	}
	whole := filepath.Join(t.TempDir(), "results")
	want, err := Run(context.Background(), slow(), options(21), whole)
	if err != nil || want.Outcome != verdict.Regressed {
		t.Fatal(want, err)
	}
	all, err := (&recorder{dir: whole, src: slow()}).trials()
	fixture.Check(t, err)
	inUnit := func(side, name, unit string) float64 {
		return statistics.Median(lists.Map(all[sideKey{side, "example.com/m", name}], func(b Block) float64 { return b[unit] }))
	}
	if ratio := inUnit("head", "B-2", unitTime) / inUnit("base", "B-2", unitTime); !(math.Abs(ratio-1.2) <= 0.02) {
		t.Errorf("B takes %.3f times as long in the files", ratio)
	}
	for step, garbage := range map[int]string{12: "", 41: `{"stage":0,"sp`, 200: ""} { // trials until the next interruption, and half a line
		dir := filepath.Join(t.TempDir(), "results")
		from := 60 // trials that each attempt may run; the first has to come past the pilot
		var v *verdict.Verdict
		var err error
		for attempt := 0; v == nil; attempt++ {
			f := slow()
			ctx := f.killedAfter(from)
			if attempt == 0 {
				o := options(21)
				o.Request.Folder = "the first"
				v, err = Run(ctx, f, o, dir)
			} else {
				in, loading := load(dir)
				fixture.Check(t, loading)
				if in.Options.Request.Folder != "the first" {
					t.Fatalf("request %v", in.Options.Request)
				}
				v, err = in.resume(ctx, f)
				in.Close()
			}
			if err != nil {
				v = nil
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				journal, err := os.OpenFile(filepath.Join(dir, journalFile), os.O_APPEND|os.O_WRONLY, 0)
				fixture.Check(t, err)
				fmt.Fprint(journal, garbage)
				journal.Close()
			}
			from = step
		}
		if v.Outcome != verdict.Regressed || v.Comparisons[0].OldN != want.Comparisons[0].OldN || len(v.With(verdict.Regression)) != 1 {
			t.Errorf("%s after %d rounds", v.Headline(), v.Comparisons[0].OldN)
		}
		if got, want := order(t, dir), order(t, whole); !reflect.DeepEqual(got, want) {
			t.Errorf("measured %d in another order than %d", len(got), len(want))
		}
	}
}

// A control or a case that was lost before the interruption stays lost.
func TestResumeRemembersFailures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	ctx, cancel := context.WithCancel(context.Background())
	f := newFake(22, "A", "B", "C", "D")
	f.fail = func(s Trial, trial int) error {
		switch {
		case trial > 150:
			cancel()
			return ctx.Err()
		case s.Case.Name == "C" && trial > 60, s.Side == Injected:
			return errBroken
		}
		return nil
	}
	if _, err := Run(ctx, f, options(22), dir); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	in, err := load(dir)
	fixture.Check(t, err)
	defer in.Close()
	v, err := in.resume(context.Background(), newFake(22, "A", "B", "C", "D"))
	if err != nil || len(failed(v)) != 1 || !strings.HasPrefix(failed(v)[0], "C-2 on ") || !strings.Contains(fmt.Sprint(v.Problems), "injected of") {
		t.Errorf("%v, failed %v, reasons %v", err, failed(v), v.Problems)
	}
}

// killed returns the folder of an experiment on two cases that was killed.
func killed(t *testing.T, seed uint64, trials int) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "results")
	f := newFake(seed, "A", "B")
	if _, err := Run(f.killedAfter(trials), f, options(seed), dir); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return dir
}

func TestWhatCannotBeResumed(t *testing.T) {
	dir := killed(t, 23, 100)
	resume := func(f Source) error {
		in, err := load(dir)
		if err == nil {
			defer in.Close()
			_, err = in.resume(context.Background(), f)
		}
		return err
	}
	refused := func(why string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("error %v, want %q", err, why)
		}
	}
	refused("on another machine", resume(&elsewhere{newFake(23, "A", "B")}))
	refused("has changed", resume(&changed{newFake(23, "A", "B")}))
	for _, setting := range []string{"GOGC", "GOMEMLIMIT", "GODEBUG"} {
		t.Setenv(setting, "1")
		refused("with other settings of Go", resume(newFake(23, "A", "B")))
		t.Setenv(setting, "")
	}
	if _, err := load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no experiment") {
		t.Errorf("an empty folder: %v", err)
	}
	path := filepath.Join(dir, journalFile)
	kept := fixture.Read(t, path)
	for _, bad := range []string{"{}\n", "{}garbage\n"} {
		fixture.Check(t, os.WriteFile(path, []byte(bad), 0o666))
		refused(journalFile, resume(newFake(23, "A", "B")))
	}
	fixture.Check(t, os.WriteFile(path, kept, 0o666))
	if err := resume(newFake(23, "A", "B")); err != nil {
		t.Errorf("the real one: %v", err)
	}
	refused("is finished", resume(newFake(23, "A", "B")))
}

type elsewhere struct{ *fakeSource }

func (elsewhere) Procs() int { return 64 }

type changed struct{ *fakeSource }

func (changed) Programs() string { return "another" }

// A folder is written to by one experiment at a time.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "results")
	refused := func(err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("another experiment is writing to %s: process %d on host ", dir, os.Getpid())) {
			t.Errorf("not refused: %v", err)
		}
	}
	f := newFake(25, "A", "B")
	ctx, cancel := context.WithCancel(context.Background())
	f.fail = func(_ Trial, trial int) error {
		if trial == 100 { // it has been begun
			_, err := load(dir)
			refused(err)
			_, err = Run(context.Background(), newFake(25, "A", "B"), options(25), dir)
			refused(err)
			cancel()
		}
		return ctx.Err()
	}
	if _, err := Run(ctx, f, options(25), dir); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	in, err := load(dir)
	fixture.Check(t, err)
	_, err = load(dir)
	refused(err)
	if _, err := in.resume(context.Background(), newFake(25, "A", "B")); err != nil {
		t.Error(err)
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{lockFile, verdictFile + ".part"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was left behind", name)
		}
	}
}

// Results that were shortened or emptied by somebody are not filled up with zeros, and stay as
// they are.
func TestResultsChangedMeanwhile(t *testing.T) {
	for what, change := range map[string]func(text []byte) []byte{
		"shortened": func(text []byte) []byte { return text[:10] },
		"a line is missing": func(text []byte) []byte {
			at := bytes.LastIndex(text, []byte("\nBenchmark")) + 1
			return append(text[:at], bytes.Repeat([]byte("\n"), len(text)-at)...)
		},
	} {
		dir := killed(t, 26, 100)
		path := filepath.Join(dir, "base.txt")
		text := fixture.Read(t, path)
		text = change(text)
		fixture.Check(t, os.WriteFile(path, text, 0o666))
		in, err := load(dir)
		fixture.Check(t, err)
		if _, err := in.resume(context.Background(), newFake(26, "A", "B")); err == nil || !strings.Contains(err.Error(), "was changed since") {
			t.Errorf("%s: resumed: %v", what, err)
		}
		in.Close()
		if now, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(text, now) {
			t.Errorf("%s: the file has %d bytes now, and had %d: %v", what, len(now), len(text), err)
		}
	}
}
