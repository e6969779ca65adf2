package ab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

func TestRegressionIsFoundInItsCaseAlone(t *testing.T) {
	f := newFake(2, "A", "B", "C", "D", "E")
	f.effect = slower("C", 1.05)
	o, begun := options(2), time.Now()
	stages := map[string]int{}
	o.Progress = func(stage string, done, total int, left time.Duration) {
		stages[stage]++
		// The remaining time is estimated from the elapsed time.
		if most := time.Since(begun) / time.Duration(max(1, done)) * time.Duration(total-done); done < 0 || done >= total || left < 0 || stage == "pilot" && left > most+time.Millisecond {
			t.Errorf("%s: %d of %d, and %v left, at most %v", stage, done, total, left, most)
		}
	}
	v := mustRun(t, f, o)
	if stages["pilot"] != 5 || stages["measuring"] == 0 || stages["confirming"] == 0 {
		t.Errorf("told of %v", stages)
	}
	if len(f.shuffled) != 1 || f.shuffled[0].Name != "C" {
		t.Errorf("functions of %v are put elsewhere, want those of C", f.shuffled)
	}
	found := v.With(verdict.Regression)
	if v.Outcome != verdict.Regressed || len(found) != 1 || found[0].Key.Name != "C-2" || len(found[0].Secondary) != 1 {
		t.Fatalf("%s: %+v", v.Headline(), found)
	}
	if c := math.Expm1(found[0].Effect.Log); c < 0.04 || c > 0.06 {
		t.Errorf("5%% are estimated as %v", c)
	}
	if v.Headline() != "REGRESSION: 1 of 5 cases" {
		t.Errorf("headline %q", v.Headline())
	}
}

// A build may place the functions of head well by chance. Fresh rounds place them anew.
func TestImprovementsThatAreNotConfirmed(t *testing.T) {
	f := newFake(8, "A", "B")
	f.effect = func(t Trial, _ int) float64 {
		if t.Side == Head && t.Case.Name == "A" && f.shuffles == 0 {
			return 0.95
		}
		return 1
	}
	v := mustRun(t, f, options(8))
	if v.Outcome != verdict.Pass || len(v.With(verdict.Improved)) != 0 || f.shuffles == 0 {
		t.Errorf("%s, %d improvements, %d shuffles", v.Headline(), len(v.With(verdict.Improved)), f.shuffles)
	}
	f = newFake(8, "A", "B")
	f.effect = slower("A", 0.95)
	if v := mustRun(t, f, options(8)); len(v.With(verdict.Improved)) != 1 || f.shuffles == 0 {
		t.Errorf("%s, %d improvements, %d shuffles", v.Headline(), len(v.With(verdict.Improved)), f.shuffles)
	}
}

func TestDirectionOfUnits(t *testing.T) {
	f := newFake(5, "A", "B")
	f.values = func(t Trial, time float64) Block {
		speed, allocs := 1/perOp, 0.0
		if t.Side == Head && t.Case.Name == "A" {
			speed, allocs = 0.9/perOp, 1
		}
		return Block{unitTime: perOp + t.Extra, "things/s": speed, unitAllocs: allocs, "mystery": 1 / speed}
	}
	v := mustRun(t, f, options(5))
	got := lists.Map(v.With(verdict.Regression), func(k *verdict.Comparison) string { return k.Key.Name + " " + k.Unit })
	slices.Sort(got)
	if want := []string{"A-2 allocs/op", "A-2 things/s"}; !slices.Equal(got, want) {
		t.Errorf("regressions %v, want %v", got, want)
	}
	for _, k := range v.Comparisons {
		if k.Unit == "mystery" && k.Status != verdict.Unjudged {
			t.Errorf("a unit without direction is %s", k.Status)
		}
		if k.Unit == unitAllocs && k.Status == verdict.Regression && (k.Effect.Change() != "0 → N" || k.New != 1) {
			t.Errorf("0 → 1 allocations are shown as %s", k.Effect.Change())
		}
	}
	if v.Headline() != "REGRESSION: 1 of 2 cases" {
		t.Errorf("headline %q", v.Headline())
	}
}

// Every unit with a direction and varying values is a comparison that can raise a false alarm, unless
// it restates the time.
func TestLevelIsSharedByAllThatIsJudged(t *testing.T) {
	f := newFake(5, "A", "B")
	f.values = func(_ Trial, time float64) Block {
		return Block{unitTime: time, "things/s": 1 / (time * time), "sec/thing": 2 * time, unitAllocs: 0, "mystery": time}
	}
	dir := filepath.Join(t.TempDir(), "results")
	mustRunIn(t, dir, f, options(5))
	entries, err := outdir.ReadJournal[entry](filepath.Join(dir, journalFile))
	fixture.Check(t, err)
	if got := entries[0].Begun.Plan.Comparisons; got != 4 {
		t.Errorf("a level for %d comparisons, want that for time and speed of two cases", got)
	}
}

// An experiment ends before its budget if nothing is left to measure.
func TestEveryCaseFailsLater(t *testing.T) {
	f := newFake(25, "A", "B")
	f.fail = func(s Trial, trial int) error {
		if s.Side == Head && trial > 60 {
			return errBroken
		}
		return nil
	}
	v := mustRun(t, f, options(25))
	if v.Outcome != verdict.CaseFailed || len(failed(v)) != 2 || f.refreshes >= 40 {
		t.Errorf("%s after %d rounds", v.Headline(), f.refreshes)
	}
}

// A case that fails on head fails the run, whenever that is. What only base fails is no failure of
// the change, unless nothing else is left to compare.
func TestFailuresBySide(t *testing.T) {
	for _, test := range []struct {
		cases []string
		base  bool // B fails on base
		head  bool // B fails on head
		want  verdict.Outcome
	}{
		{[]string{"A", "B"}, true, false, verdict.Pass},
		{[]string{"A", "B"}, false, true, verdict.CaseFailed},
		{[]string{"A", "B"}, true, true, verdict.CaseFailed},
		{[]string{"B"}, true, false, verdict.Inconclusive},
		{[]string{"B"}, true, true, verdict.CaseFailed},
	} {
		for _, from := range []int{0, 60} { // in the pilot and in the rounds
			f := newFake(27, test.cases...)
			f.fail = func(s Trial, trial int) error {
				if trial >= from && s.Case.Name == "B" && (s.Side == Base && test.base || s.Side == Head && test.head) {
					return errBroken
				}
				return nil
			}
			v := mustRun(t, f, options(27))
			if v.Outcome != test.want || (len(failed(v)) > 0) != test.head {
				t.Errorf("%+v from trial %d: %s, failed %q, notes %q", test, from, v.Headline(), failed(v), v.Notes)
			}
			if noted := strings.Contains(fmt.Sprint(v.Notes), "only base fails: B-2"); noted != (test.base && !test.head) {
				t.Errorf("%+v from trial %d: notes %q", test, from, v.Notes)
			}
		}
	}
}

func TestHopelessExperimentsAreNotBegun(t *testing.T) {
	f := newFake(13, "A", "B")
	o := options(13)
	o.Rounds = 4
	v := mustRun(t, f, o)
	if v.Outcome != verdict.Inconclusive || !strings.Contains(v.Headline(), "4 rounds can never be significant") || f.refreshes != 0 {
		t.Errorf("%s after %d rounds", v.Headline(), f.refreshes)
	}
	o = options(13)
	o.Rounds, o.Budget = 0, time.Nanosecond
	v = mustRun(t, newFake(13, "A", "B"), o)
	if v.Outcome != verdict.Inconclusive || !strings.Contains(v.Problems[0].Remedy, "--budget") {
		t.Errorf("%s", v.Headline())
	}
}

func TestBudgetEndsTheRounds(t *testing.T) {
	v := budgeted(t, nowhere, &slowSource{fakeSource: newFake(14, "A", "B"), wall: always(50 * time.Millisecond)}, options(14), time.Minute)
	if v.Comparisons[0].OldN < fewestRounds || v.Comparisons[0].OldN > maxRounds {
		t.Errorf("%d rounds", v.Comparisons[0].OldN)
	}
}

func TestOptionsThatCannotBeMeant(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"--rounds":         func(o *Options) { o.Rounds = -1 },
		"--budget":         func(o *Options) { o.Rounds = 0 },
		"--max-regression": func(o *Options) { o.MaxRegression = math.NaN() },
		"--alpha":          func(o *Options) { o.Alpha = 0 },
		"--mde":            func(o *Options) { o.MaxMDE = 0.01 },
	} {
		o := options(15)
		change(&o)
		if _, err := Run(context.Background(), newFake(15, "A"), o, t.TempDir()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInterruptionKeepsWhatWasMeasured(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	f := newFake(16, "A", "B", "C")
	var measured int
	f.fail = func(t Trial, trial int) error {
		if trial > 60 {
			cancel()
			return ctx.Err()
		}
		if f.refreshes > 0 {
			measured++
		}
		return nil
	}
	dir := filepath.Join(t.TempDir(), "results")
	if _, err := Run(ctx, f, options(16), dir); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	lines := 0
	for _, name := range []string{"base.txt", "head.txt", "controls.txt"} {
		lines += countLines(t, filepath.Join(dir, name))
	}
	if lines != measured {
		t.Errorf("%d results kept of %d trials", lines, measured)
	}
	// The results of an experiment are never overwritten.
	if _, err := Run(context.Background(), newFake(16, "A"), options(16), dir); err == nil || !strings.Contains(err.Error(), "another experiment") {
		t.Errorf("second experiment in the same folder: %v", err)
	}
}

// An experiment that ended before its plan cannot be resumed.
func TestInterruptedBeforeItsPlan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	ctx, cancel := context.WithCancel(context.Background())
	f := newFake(17, "A")
	f.fail = func(Trial, int) error { cancel(); return ctx.Err() }
	if _, err := Run(ctx, f, options(17), dir); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if _, err := Run(context.Background(), newFake(17, "A"), options(17), dir); err != nil {
		t.Error(err)
	}
}

func countLines(t *testing.T, path string) (n int) {
	t.Helper()
	file, err := os.Open(path)
	fixture.Check(t, err)
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan(); {
		if strings.HasPrefix(s.Text(), "Benchmark") {
			n++
		}
	}
	return n
}

func TestBenchstatReadsTheFiles(t *testing.T) {
	f := newFake(17, "A/n=1", "B")
	f.effect = slower("B", 1.5)
	dir := filepath.Join(t.TempDir(), "results")
	v, err := Run(context.Background(), f, options(17), dir)
	fixture.Check(t, err)
	cmd := exec.Command("go", "tool", "benchstat", "-format", "csv", filepath.Join(dir, "base.txt"), filepath.Join(dir, "head.txt"))
	out := fixture.Run(t, cmd)
	if v.Outcome != verdict.Regressed {
		t.Errorf("%s", v.Headline())
	}
	for _, want := range []string{"pkg: example.com/m", "A/n=1-2,", "B-2,", "sec/op"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in benchstat's\n%s", want, out)
		}
	}
	for _, name := range resultFiles {
		if text, _ := os.ReadFile(filepath.Join(dir, name)); strings.Count(string(text), `# end {"reason":"complete"`) != 1 {
			t.Errorf("%s does not say how it ended:\n%s", name, text)
		}
	}
}

// Experiments with equal sides report no regression.
func TestFalseAlarms(t *testing.T) {
	fixture.Long(t)
	const experiments = 20
	inconclusive := 0
	for seed := range uint64(experiments) {
		v := mustRunIn(t, nowhere, newFake(100+seed, "A", "B", "C", "D"), options(seed))
		if v.Outcome == verdict.Regressed {
			t.Errorf("seed %d: %s", seed, v.Headline())
		}
		if v.Outcome == verdict.Inconclusive {
			inconclusive++
			t.Logf("seed %d: %v", seed, v.Problems)
		}
	}
	if inconclusive > 2 {
		t.Errorf("%d of %d experiments were inconclusive", inconclusive, experiments)
	}
}

// A change above the MDE is found.
func TestPower(t *testing.T) {
	const experiments = 15
	found := 0
	for seed := range uint64(experiments) {
		f := newFake(200+seed, "A", "B", "C", "D")
		f.effect = slower("C", 1.04)
		if v := mustRunIn(t, nowhere, f, options(seed)); v.Outcome == verdict.Regressed {
			found++
		}
	}
	if found < 14 {
		t.Errorf("4%% found in %d of %d experiments", found, experiments)
	}
}

// A case that is slower only by the places of functions is no regression.
func TestPlacesOfFunctionsAreNoRegression(t *testing.T) {
	f := newFake(26, "A", "B")
	unlucky := func(side Side) bool { // for the layout that the side has now
		if f.shuffles == 0 {
			return side == Head
		}
		return (f.shuffles*2654435761>>7^int(side))&1 == 0
	}
	f.effect = func(s Trial, _ int) float64 {
		if s.Case.Name == "A" && s.Side <= Head && unlucky(s.Side) {
			return 1.06
		}
		return 1
	}
	v := mustRun(t, f, options(26))
	if v.Outcome != verdict.Pass || len(v.With(verdict.Refuted)) != 1 || fixed(v) || f.shuffles == 0 {
		t.Errorf("%s, %d refuted, %d shuffles", v.Headline(), len(v.With(verdict.Refuted)), f.shuffles)
	}

	// A source that cannot place functions elsewhere reports that it cannot exclude placement.
	f = newFake(26, "A", "B")
	f.fixed = fmt.Errorf("it cannot: %w", errors.ErrUnsupported)
	f.effect = slower("A", 1.06)
	v = mustRun(t, f, options(26))
	var text strings.Builder
	if err := v.WriteText(&text, verdict.Style{All: true}); err != nil || v.Outcome != verdict.Inconclusive || !fixed(v) || f.shuffles != 1 ||
		!strings.Contains(text.String(), "the placement of functions in these builds may cause a change: it cannot") {
		t.Errorf("%v, %d shuffles\n%s", err, f.shuffles, text.String())
	}

	f.fixed = errBroken
	f.shuffles = 0
	if _, err := Run(context.Background(), f, options(26), filepath.Join(t.TempDir(), "results")); !errors.Is(err, errBroken) {
		t.Errorf("a build that breaks: %v", err)
	}
}

// A significant change with an estimate above the limit is measured again, and passes only if fresh
// rounds refute it.
func TestWhatIsInDoubtIsMeasuredAgain(t *testing.T) {
	doubtful := 0
	for seed := range uint64(12) {
		f := newFake(100+seed, "A", "B")
		f.effect = slower("A", 1.027)
		v := mustRunIn(t, nowhere, f, options(100+seed))
		for _, k := range v.Comparisons {
			o := options(0)
			if !o.suspicious(k.Effect) {
				continue
			}
			if !o.worse(k.Effect) {
				doubtful++
			}
			if len(k.Secondary) == 0 || v.Outcome == verdict.Pass && k.Status != verdict.Refuted {
				t.Errorf("seed %d: %s, %s again %v: %s", seed, k.Case, k.Status, k.Secondary, v.Headline())
			}
		}
	}
	if doubtful == 0 {
		t.Error("nothing was in doubt")
	}
}

// Equal programs are not measured, except for a calibration.
func TestEqualProgramsAreNotMeasured(t *testing.T) {
	f := newFake(40, "A", "B")
	f.same = true
	dir := filepath.Join(t.TempDir(), "results")
	v, err := Run(context.Background(), f, options(40), dir)
	fixture.Check(t, err)
	const headline = "NO REGRESSION: base and head are the same program, byte for byte; nothing was measured"
	if v.Outcome != verdict.Pass || v.Headline() != headline || f.trials > 0 {
		t.Errorf("%s after %d trials", v.Headline(), f.trials)
	}
	text, err := os.ReadFile(filepath.Join(dir, verdictFile))
	if err != nil || !strings.Contains(string(text), `"proof": "base and head are the same`) {
		t.Errorf("%v, %s", err, text)
	}
	var written strings.Builder
	for _, format := range verdict.Formats {
		written.Reset()
		if err := v.Write(&written, format, verdict.Style{}); err != nil || !strings.Contains(written.String(), "NO REGRESSION") {
			t.Errorf("%v: %s", err, written.String())
		}
	}
	o := options(40)
	o.Calibrate = true
	if v := mustRun(t, f, o); v.Outcome != verdict.Pass || v.Proof != "" || len(v.Comparisons) == 0 {
		t.Errorf("calibration: %s", v.Headline())
	}
}

// The inventory takes a part of the budget.
func TestBudgetForTheInventory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(41, "A", "B")
		f.hangs = true
		o := options(41)
		o.Rounds, o.Budget = 0, time.Hour
		v := mustRun(t, f, o)
		if v.Outcome != verdict.Inconclusive || !strings.Contains(v.Headline(), "running each benchmark once took longer than 40% of the budget of 1h") {
			t.Errorf("%s", v.Headline())
		}
	})
}

func TestNothingIsMeasuredThatCannotHaveChanged(t *testing.T) {
	t.Parallel()
	f := newFake(1)
	f.inventory.Proved = []CaseID{{Group: "example.com/m", Name: "A"}, {Group: "example.com/m", Name: "B"}}
	v := mustRun(t, f, options(1))
	if v.Outcome != verdict.Pass || f.trials > 0 || !strings.Contains(v.Headline(), "2 cases and all that they can reach are the same") {
		t.Errorf("%s after %d trials", v.Headline(), f.trials)
	}
	f = newFake(1, "C")
	f.inventory.Proved = []CaseID{{Group: "example.com/m", Name: "A"}}
	f.effect = slower("C", 1.2)
	v = mustRun(t, f, options(1))
	if v.Outcome != verdict.Regressed || v.Cases != 2 || !slices.ContainsFunc(v.Notes, func(n string) bool { return strings.HasPrefix(n, "1 case is proved equal") }) {
		t.Errorf("%s, %d cases, notes %q", v.Outcome, v.Cases, v.Notes)
	}
	for _, k := range v.Comparisons {
		if (k.Evidence == verdict.Proved) != (k.Key.Name == "A-2") {
			t.Errorf("%s is %s", k.Key.Name, k.Evidence)
		}
	}
}
