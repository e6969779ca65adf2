package ab

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A slowSource takes its time for every trial, in a bubble of package synctest.
type slowSource struct {
	*fakeSource
	wall func(trial int) time.Duration
}

func (s *slowSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	time.Sleep(s.wall(s.trials))
	return s.fakeSource.Run(ctx, t)
}

// A clockedSource has blocks with the clock of the core, which moves between any two
// trials, and never reaches a GHz.
type clockedSource struct {
	*fakeSource
	moves *rand.Rand
}

func (s *clockedSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	blocks, err := s.fakeSource.Run(ctx, t)
	slower := 1 - s.moves.Float64()/6
	for _, b := range blocks {
		b[unitTime] /= slower
		if _, ok := b["B/s"]; ok {
			b["B/s"] *= slower
		}
		b[results.UnitClock] = 0.9 * slower
	}
	return blocks, err
}

// budgeted runs an experiment in simulated time.
func budgeted(t *testing.T, dir string, src Source, o Options, budget time.Duration) (v *verdict.Verdict) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o.Rounds, o.Budget, o.Started = 0, budget, time.Now()
		var err error
		if v, err = Run(t.Context(), src, o, dir); err != nil {
			t.Fatal(err)
		}
	})
	return v
}

func always(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }

// noisyIn makes a case scatter on both sides.
func noisyIn(f *fakeSource, name string, spread float64) {
	f.effect = func(t Trial, _ int) float64 {
		if t.Case.Name == name {
			return 1 + spread*f.rng.Float64()
		}
		return 1
	}
}

// hangingSource has cases whose trials of more than one operation do not end.
type hangingSource struct {
	*fakeSource
	hangs []string
}

func (s *hangingSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	if t.Operations > 1 && slices.Contains(s.hangs, t.Case.Name) {
		<-ctx.Done()
	}
	return s.fakeSource.Run(ctx, t)
}

// Cases that hang in the pilot leave time for the others, and never pass.
func TestHangingCasesLeaveTimeForOthers(t *testing.T) {
	for _, budget := range []time.Duration{20 * time.Second, time.Minute, 5 * time.Minute} {
		for n := range 4 {
			src := &hangingSource{newFake(45, "A", "B", "C", "D", "E"), []string{"A", "B", "C"}[:n]}
			o := options(uint64(46 + n))
			v := budgeted(t, nowhere, src, o, budget)
			measured := lists.Filter(v.Comparisons, func(k verdict.Comparison) bool { return k.OldN >= fewestRounds && k.Unit == unitTime })
			if len(measured) != 5-n || v.Failed+v.Unmeasured != n || (v.Outcome == verdict.Pass) != (n == 0) {
				t.Errorf("%d of 5 cases hang in %v: %d measured, failed %d, %d not measured, %s", n, budget, len(measured), v.Failed, v.Unmeasured, v.Headline())
			}
		}
	}
}

// A pilot that met a bad moment of the machine leaves no case out: the estimates
// follow what the rounds take.
func TestOneDisturbedPilotIsNotBelieved(t *testing.T) {
	for name, test := range map[string]struct {
		slow  int // trials
		cases int
		want  verdict.Outcome
	}{
		"a bad moment":  {15, 3, verdict.Pass},
		"slow for ever": {1000, 1, verdict.Inconclusive}, // too few rounds
	} {
		wall := func(trial int) time.Duration {
			if trial < test.slow {
				return 2 * time.Second
			}
			return 50 * time.Millisecond
		}
		v := budgeted(t, nowhere, &slowSource{fakeSource: newFake(40, "A", "B", "C"), wall: wall}, options(40), 90*time.Second)
		if v.Outcome != test.want || v.Cases != test.cases {
			t.Errorf("%s: %d cases, %s", name, v.Cases, v.Headline())
		}
	}
}

// Noisy cases get the rounds that converged cases do not need.
func TestTheNoisyGetTheTime(t *testing.T) {
	f := newFake(41, "A", "B", "C", "Noisy")
	noisyIn(f, "Noisy", 0.4)
	o := options(41)
	o.Underpowered = verdict.Tolerance{Cases: 1}
	v := budgeted(t, nowhere, &slowSource{fakeSource: f, wall: always(50 * time.Millisecond)}, o, 2*time.Minute)
	rounds := map[string]int{}
	for _, c := range v.Comparisons {
		if c.Unit == unitTime {
			rounds[c.Key.Name] = c.OldN
			if c.Key.Name != "Noisy-2" && c.MDE > 0.035 {
				t.Errorf("%s would have been seen from %g", c.Case, c.MDE)
			}
		}
	}
	if v.Outcome != verdict.Pass || rounds["Noisy-2"] < 3*rounds["A-2"] || rounds["Noisy-2"] < 3*rounds["B-2"] {
		t.Errorf("%s after %v rounds", v.Headline(), rounds)
	}
}

// TestAnExperimentEndsWhenItKnowsEnough, long before its budget does.
func TestAnExperimentEndsWhenItKnowsEnough(t *testing.T) {
	f := newFake(42, "A", "B")
	v := budgeted(t, nowhere, &slowSource{fakeSource: f, wall: always(50 * time.Millisecond)}, options(42), time.Hour)
	if v.Outcome != verdict.Pass || f.trials > 3000 {
		t.Errorf("%s after %d trials", v.Headline(), f.trials)
	}
}

// TestShortenedExperimentsRaiseNoAlarm, and find what there is.
func TestShortenedExperimentsRaiseNoAlarm(t *testing.T) {
	const experiments = 8
	found, clean := 0, 0
	for seed := range uint64(experiments) {
		src := &slowSource{fakeSource: newFake(300+seed, "A", "B", "C", "D"), wall: always(50 * time.Millisecond)}
		switch v := budgeted(t, nowhere, src, options(seed), 40*time.Second); v.Outcome {
		case verdict.Regressed:
			t.Errorf("seed %d: %s", seed, v.Headline())
		case verdict.Pass:
			clean++
		}
		src = &slowSource{fakeSource: newFake(400+seed, "A", "B", "C", "D"), wall: always(50 * time.Millisecond)}
		src.effect = slower("C", 1.05)
		if v := budgeted(t, nowhere, src, options(seed), 40*time.Second); v.Outcome == verdict.Regressed {
			found++
		}
	}
	t.Logf("%d of %d clean, %d found", clean, experiments, found)
	if clean < experiments-1 || found < experiments-1 {
		t.Errorf("%d of %d equal pairs are clean, 5%% is found in %d", clean, experiments, found)
	}
}

// TestSlowdownWhereNobodySeesIt is no reason to doubt what others see.
func TestSlowdownWhereNobodySeesIt(t *testing.T) {
	names := strings.Fields("A B C D E F G H I J K L M N O P")
	f := newFake(43, names...)
	injected := map[string]bool{}
	f.effect = func(trial Trial, _ int) float64 {
		if trial.Side == Injected {
			injected[trial.Case.Name] = true
		}
		if trial.Case.Name < "E" || trial.Case.Name == "P" {
			return 1 + 2*f.rng.Float64()
		}
		return 1
	}
	o := options(43)
	o.Underpowered = verdict.Tolerance{Cases: 5}
	v := mustRun(t, f, o)
	for name := range injected {
		if name < "E" || name == "P" {
			t.Errorf("work was injected in %s", name)
		}
	}
	if v.Outcome != verdict.Pass {
		t.Errorf("%s: %v", v.Headline(), v.Problems)
	}

	// And where it came to lie there all the same.
	f = newFake(44, "A", "B")
	f.effect = func(trial Trial, trialNo int) float64 {
		if trialNo > 20 && trial.Case.Name == "B" {
			return 1 + 2*f.rng.Float64()
		}
		return 1
	}
	o = options(44)
	o.Underpowered = verdict.Tolerance{Cases: 2}
	v = mustRun(t, f, o)
	for _, c := range v.Controls {
		if c.Name != "A/A control" && c.Case == "B" && (c.Word != "too noisy" || strings.Contains(v.Headline(), "was not reliably detected")) {
			t.Errorf("%+v: %s", c, v.Headline())
		}
	}
}

// TestTheClockIsTakenOut where it moves between any two trials.
func TestTheClockIsTakenOut(t *testing.T) {
	run := func(seed uint64, factor float64) *verdict.Verdict {
		src := &clockedSource{fakeSource: newFake(seed, "A", "B"), moves: rand.New(rand.NewPCG(seed, 5))}
		src.effect = slower("A", factor)
		v, err := Run(context.Background(), src, options(seed), filepath.Join(t.TempDir(), "results"))
		fixture.Check(t, err)
		return v
	}
	v := run(50, 1)
	for _, c := range v.Comparisons {
		if c.Unit == unitTime || c.Unit == "cycles/op" && (c.Secondary[0].Name != "time" || c.MDE > 0.06) {
			t.Errorf("%s %s: %+v", c.Case, c.Unit, c)
		}
	}
	if v.Outcome != verdict.Pass {
		t.Errorf("%s: %v", v.Headline(), v.Problems)
	}
	if v = run(51, 1.08); v.Outcome != verdict.Regressed || v.Worse != 1 {
		t.Errorf("%s: %v", v.Headline(), v.Problems)
	}
}
