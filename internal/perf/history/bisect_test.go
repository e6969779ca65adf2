package history_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A commitSearch has n commits, of which the one at culprit made the benchmark 5%
// slower.
type commitSearch struct {
	n, culprit int
	broken     map[int]bool     // cannot be built
	noisy      map[int]bool     // cannot be judged
	touches    func(i int) bool // whether a commit changes anything that the benchmark can reach
	compared   int
	told       func(format string, args ...any) // of each comparison
	stop       func()
	stopAfter  int
	notes      []string // of each verdict
}

// index is -1 for a good commit, and for a name: names move, so only hashes are compared.
func (h *commitSearch) index(revision string) int {
	i := -1
	fmt.Sscanf(revision, "commit%d", &i)
	return i
}

func (h *commitSearch) Commits(context.Context, string, string) (list []snapshot.Commit, err error) {
	list = []snapshot.Commit{{Hash: "good"}}
	for i := range h.n {
		list = append(list, snapshot.Commit{Hash: fmt.Sprintf("commit%04d", i), Subject: "does something"})
	}
	return list, nil
}

func (h *commitSearch) Same(_ context.Context, from, to string, _ ab.CaseID) bool {
	for i := h.index(from) + 1; i <= h.index(to); i++ {
		if h.broken[i] || h.touches == nil || h.touches(i) {
			return false
		}
	}
	return true
}

func (h *commitSearch) Compare(ctx context.Context, base, head string, only *ab.CaseID, o ab.Options, dir string) (*verdict.Verdict, error) {
	h.compared++
	if _, err := os.Stat(dir); err == nil {
		return nil, fmt.Errorf("%s of an earlier comparison is still there", dir)
	}
	if h.told != nil {
		h.told("comparing %s with %s: %v, most %.4g, visible %.4g, begun %v, in %s", base, head, only, o.MaxRegression, o.MaxMDE, time.Since(o.Started) < time.Minute, filepath.Base(dir))
	}
	if h.compared == h.stopAfter {
		h.stop()
		return nil, ctx.Err()
	}
	if h.broken[h.index(head)] {
		return nil, errors.New("building: syntax error\nand more")
	}
	change := 1.0
	if h.index(head) >= h.culprit && h.culprit >= 0 {
		change = 1.05
	}
	e := verdict.Effect{Shift: statistics.Shift{Log: math.Log(change), Lo: math.Log(change) - 0.005, Hi: math.Log(change) + 0.005}}
	k := verdict.Comparison{Key: results.Key{Package: "m", Name: "Work"}, Case: "Work", Unit: "sec/op", Direction: verdict.LowerBetter, Evidence: verdict.Tested, Effect: e, Status: verdict.Same}
	if e.Lo > math.Log1p(o.MaxRegression) {
		k.Status = verdict.Regression
	}
	if k.Status == verdict.Regression {
		k.Causes = []results.Cause{{Share: 0.9, Function: "m.work", Place: results.Place{File: "work.go", Line: 7}}}
	}
	v := &verdict.Verdict{MaxRegression: o.MaxRegression, Comparisons: []verdict.Comparison{k}}
	if h.told != nil { // what restates the time, other units and other cases are not what is followed
		other, restated, same := k, k, k
		other.Key.Name, other.Case, restated.Unit, restated.Evidence, same.Unit, same.Effect = "Another", "Another", "B/s", verdict.Derived, "B/op", verdict.Effect{}
		other.Status, same.Status = verdict.Same, verdict.Same
		v.Comparisons = []verdict.Comparison{restated, other, same, k}
		for i := range v.Comparisons {
			if n := runtime.GOMAXPROCS(0); n > 1 {
				v.Comparisons[i].Key.Name += fmt.Sprintf("-%d", n)
			}
		}
	}
	if h.noisy[h.index(head)] {
		v.Problems = []verdict.Problem{{Outcome: verdict.Inconclusive, What: "too noisy", Invalidates: true}}
	}
	v.Notes = h.notes
	v.Tally()
	v.Decide()
	return v, nil
}

func options() ab.Options {
	return ab.Options{Budget: time.Minute, Started: time.Now(), MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.1}
}

func find(t *testing.T, h *commitSearch) *history.BisectFindings {
	t.Helper()
	s, err := history.BeginBisection("good", "bad", options(), t.TempDir(), "asked")
	fixture.Check(t, err)
	f, err := s.Run(context.Background(), h, func(string) {})
	fixture.Check(t, err)
	return f
}

func TestEveryCulpritIsFound(t *testing.T) {
	t.Parallel()
	for n, most := range map[int]int{1: 2, 2: 3, 3: 4, 7: 5, 16: 6, 17: 7} { // both ends, and the logarithm
		for culprit := range n {
			f := find(t, &commitSearch{n: n, culprit: culprit})
			if len(f.First) != 1 || f.First[0].Hash != fmt.Sprintf("commit%04d", culprit) || f.Measured > most {
				t.Errorf("culprit %d of %d: %s after %d revisions", culprit, n, f.Headline(), f.Measured)
			}
		}
	}
}

func TestWhatCannotHaveChangedIsNotMeasured(t *testing.T) {
	t.Parallel()
	f := find(t, &commitSearch{n: 64, culprit: 21, touches: func(i int) bool { return i == 21 }})
	if len(f.First) != 1 || f.First[0].Hash != "commit0021" || f.Measured != 2 {
		t.Errorf("%s after %d revisions", f.Headline(), f.Measured)
	}
}

func TestWhatCannotBeBuiltOrJudgedIsPassedOver(t *testing.T) {
	t.Parallel()
	broken := map[int]bool{31: true, 30: true, 32: true, 15: true}
	f := find(t, &commitSearch{n: 64, culprit: 20, broken: broken, noisy: map[int]bool{23: true}})
	if len(f.First) != 1 || f.First[0].Hash != "commit0020" {
		t.Errorf("%s", f.Headline())
	}
	f = find(t, &commitSearch{n: 8, culprit: 3, broken: map[int]bool{2: true, 3: true}})
	if len(f.First) != 3 || f.First[0].Hash != "commit0002" || f.First[2].Hash != "commit0004" {
		t.Errorf("the culprit cannot be built: %s %v", f.Headline(), f.First)
	}
	var text strings.Builder
	if err := f.WriteText(&text); err != nil || !strings.Contains(text.String(), "NOT DECIDED") || !strings.Contains(text.String(), "skipped  commit0002 does something: building: syntax error\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestGoodAndBadThatDoNotDiffer(t *testing.T) {
	t.Parallel()
	h := &commitSearch{n: 64, culprit: -1}
	f := find(t, h)
	if h.compared != 1 || len(f.First) > 0 || !strings.HasPrefix(f.Headline(), "NOTHING TO FIND: there is no certain regression between good and bad: NO REGRESSION") {
		t.Errorf("%s after %d", f.Headline(), h.compared)
	}
}

func TestAnInterruptedSearchGoesOn(t *testing.T) {
	t.Parallel()
	for stopAfter := 1; stopAfter <= 7; stopAfter++ {
		ctx, cancel := context.WithCancel(context.Background())
		h := &commitSearch{n: 64, culprit: 40, stop: cancel, stopAfter: stopAfter}
		dir := t.TempDir()
		s, err := history.BeginBisection("good", "bad", options(), dir, "asked")
		fixture.Check(t, err)
		var interrupted *results.InterruptedError
		if _, err := s.Run(ctx, h, func(string) {}); !errors.As(err, &interrupted) || interrupted.Path != dir {
			t.Fatalf("stopped after %d: %v", stopAfter, err)
		}
		var asked string
		if s, err = history.ContinueBisection(dir, &asked); err != nil || asked != "asked" {
			t.Fatal(asked, err)
		}
		f, err := s.Run(context.Background(), h, func(string) {})
		if err != nil || len(f.First) != 1 || f.First[0].Hash != "commit0040" || h.compared != 8 {
			t.Errorf("stopped after %d: %v, %v, %d comparisons", stopAfter, f, err, h.compared)
		}
		var text strings.Builder
		fixture.Check(t, f.WriteText(&text))
		if v := f.Verdict; v == nil || v.Outcome != verdict.Regressed || !strings.Contains(text.String(), "\n  cause: ") {
			t.Errorf("stopped after %d: the verdict is %+v, and said is\n%s", stopAfter, v, text.String())
		}
		if _, err := history.ContinueBisection(dir, &asked); err == nil || !strings.Contains(err.Error(), "is finished") {
			t.Errorf("going on after the end: %v", err)
		}
		if _, err := history.BeginBisection("good", "bad", options(), dir, "asked"); err == nil || !strings.Contains(err.Error(), "holds another search") {
			t.Errorf("beginning in a folder that is taken: %v", err)
		}
	}
}

// TestOutputOfSearches compares the comparisons, the progress and the results of searches with
// a golden file.
func TestOutputOfSearches(t *testing.T) {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, h := range []*commitSearch{
		{n: 1, culprit: 0},
		{n: 12, culprit: 4},
		{n: 12, culprit: 11, noisy: map[int]bool{5: true, 8: true}},
		{n: 9, culprit: 4, broken: map[int]bool{3: true, 4: true, 5: true}},
		{n: 16, culprit: 9, touches: func(i int) bool { return i == 2 || i == 9 || i == 13 }},
		{n: 6, culprit: -1},
	} {
		say("# %d commits, culprit %d", h.n, h.culprit)
		h.told = say
		o := options()
		o.MaxMDE = 0.03
		s, err := history.BeginBisection("good", "bad", o, t.TempDir(), "asked")
		fixture.Check(t, err)
		f, err := s.Run(context.Background(), h, func(line string) { say("%s", line) })
		fixture.Check(t, err)
		say("follows %v, %s, most %.4g", f.Case, f.Label, f.Most)
		fixture.Check(t, f.WriteText(&b))
	}
	fixture.Golden(t, "bisect.txt", b.String())
}

// Notes of the comparisons are printed once, such as why time was measured instead of instructions.
func TestNotesOfComparisonsArePrinted(t *testing.T) {
	t.Parallel()
	const why = "the time of 1 case was measured instead of instructions (m Work): the process was killed"
	s, err := history.BeginBisection("good", "bad", options(), t.TempDir(), "asked")
	fixture.Check(t, err)
	var progress []string
	f, err := s.Run(t.Context(), &commitSearch{n: 16, culprit: 9, notes: []string{why}}, func(line string) { progress = append(progress, line) })
	fixture.Check(t, err)
	var text strings.Builder
	if err := f.WriteText(&text); err != nil || strings.Count(text.String(), "\nnote: "+why+"\n") != 1 {
		t.Errorf("%v\n%s", err, text.String())
	}
	if n := strings.Count(strings.Join(progress, "\n"), why); n != 1 {
		t.Errorf("%d times in the progress\n%s", n, strings.Join(progress, "\n"))
	}
}

func TestWhereASearchIsKept(t *testing.T) {
	o := options()
	s, err := history.BeginBisection("good", "bad", o, "", nil)
	fixture.Check(t, err)
	defer os.RemoveAll(s.Dir)
	if want := filepath.Join(os.TempDir(), "ecsbench-bisect-"+o.Started.Format("20060102-150405.000")); s.Dir != want {
		t.Errorf("in %s, want %s", s.Dir, want)
	}
	for _, text := range []string{"{", "{}"} {
		fixture.Check(t, os.WriteFile(filepath.Join(s.Dir, "bisect.json"), []byte(text), 0o666))
		if _, err := history.ContinueBisection(s.Dir, new(any)); err == nil || !strings.Contains(err.Error(), "is not the file of a search") {
			t.Errorf("%s: %v", text, err)
		}
	}
	// What was begun in the folder of a comparison is not mixed with what is begun anew.
	fixture.Check(t, os.MkdirAll(filepath.Join(s.Dir, "ends", "old"), 0o777))
	h := &commitSearch{n: 6, culprit: 2}
	if _, err := s.Run(context.Background(), h, func(string) {}); err != nil || h.compared == 0 {
		t.Errorf("%d comparisons, %v", h.compared, err)
	}
	for hash, want := range map[string]string{"0123456789abcdef": "0123456789 x", "0123": "0123 x"} {
		if got := (snapshot.Commit{Hash: hash, Subject: "x"}).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := (snapshot.Commit{Hash: "0123"}).String(); got != "0123" {
		t.Errorf("%q", got)
	}
}
