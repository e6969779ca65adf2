package ab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A slowCounter takes a minute for each count of instructions.
type slowCounter struct {
	*slowSource
	counts  atomic.Int64
	onCount func()
}

func (s *slowCounter) Count(ctx context.Context, c CaseID, side Side, operations int) (*instructions.Counts, error) {
	s.counts.Add(1)
	if s.onCount != nil {
		s.onCount()
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Minute):
	}
	return (&counting{fakeSource: s.fakeSource, head: map[string]int64{c.Name: 1200}}).Count(ctx, c, side, operations)
}

func (s *slowCounter) Explain(ctx context.Context, grown, callers []instructions.GrownFunction) []results.Cause {
	return (&counting{}).Explain(ctx, grown, callers)
}

// The verdict is on disk before the first cause is looked for, and causes take no
// more than what the budget has left, however many cases are slower.
func TestNoRunExceedsItsBudget(t *testing.T) {
	names := []string{"A", "B", "C", "D", "E", "F", "G", "H"}
	for name, test := range map[string]struct {
		wall   time.Duration
		budget time.Duration
		slower float64
		want   verdict.Outcome
	}{
		"red":             {50 * time.Millisecond, 3 * time.Minute, 1.2, verdict.Regressed},
		"green":           {50 * time.Millisecond, 3 * time.Minute, 1, verdict.Pass},
		"slow processes":  {2 * time.Second, 3 * time.Minute, 1.2, ""},
		"slower than all": {40 * time.Second, 3 * time.Minute, 1.2, verdict.Inconclusive},
	} {
		synctest.Test(t, func(t *testing.T) {
			dir, f := filepath.Join(t.TempDir(), "results"), newFake(50, names...)
			f.effect = func(t Trial, _ int) float64 {
				if t.Side == Head {
					return test.slower
				}
				return 1
			}
			decided := 0
			src := &slowCounter{slowSource: &slowSource{fakeSource: f, wall: always(test.wall)}}
			src.onCount = func() {
				if name == "slow processes" {
					return // too few rounds: the counts are for the verdict
				}
				if _, err := os.Stat(filepath.Join(dir, verdictFile)); err != nil || decided == 0 {
					t.Errorf("%s: causes are looked for before the verdict is written", name)
				}
			}
			o, begun := options(50), time.Now()
			o.Rounds, o.Budget, o.Started = 0, test.budget, begun
			o.Decided = func(*verdict.Verdict) { decided++ }
			v := mustRunIn(t, dir, src, o)
			if took := time.Since(begun); took > test.budget*11/10 {
				t.Errorf("%s: took %v of %v", name, took, test.budget)
			}
			if test.want != "" && v.Outcome != test.want {
				t.Errorf("%s: %s", name, v.Headline())
			}
			if name == "red" && src.counts.Load() == 0 {
				t.Errorf("%s: nothing was attributed", name)
			}
		})
	}
}

// Causes that are found in one case are given to the other cases of its function.
func TestCausesAreReused(t *testing.T) {
	f := &counting{fakeSource: newFake(51, "A/1", "A/2", "A/3", "B"), head: map[string]int64{"A/1": 1200, "A/2": 1300, "A/3": 1200}}
	f.effect = func(t Trial, _ int) float64 {
		switch {
		case t.Side != Head || t.Case.Name == "B":
			return 1
		case t.Case.Name == "A/2":
			return 1.3
		}
		return 1.2
	}
	v := mustRunSource(t, f, options(51))
	likes := map[string]string{}
	for _, k := range v.With(verdict.Regression) {
		if len(k.Causes) == 1 {
			likes[k.Key.Name] = k.Causes[0].Like
		}
	}
	if len(likes) != 3 || likes["A/2-2"] != "" || likes["A/1-2"] != "A/2-2" || likes["A/3-2"] != "A/2-2" {
		t.Errorf("%v", likes)
	}
}

// If the budget does not suffice for all cases, some are measured to the end.
func TestFewerCasesAreMeasuredWell(t *testing.T) {
	var names []string
	for i := range 60 {
		names = append(names, string(rune('A'+i/6))+"/"+string(rune('a'+i%6)))
	}
	f := newFake(52, names...)
	v := budgeted(t, nowhere, &slowSource{fakeSource: f, wall: always(50 * time.Millisecond)}, options(52), 90*time.Second)
	functions := map[string]bool{}
	for _, k := range v.Comparisons {
		functions[k.Key.Name[:1]] = true
	}
	headline := fmt.Sprintf("INCONCLUSIVE: %d cases that can reach the change were not measured", 60-v.Cases)
	if !strings.HasPrefix(v.Headline(), headline) || v.Underpowered > 0 || v.Cases == 60 || len(functions) != 10 || len(v.Notes) == 0 {
		t.Errorf("%s, %d cases of %d functions, %q", v.Headline(), v.Cases, len(functions), v.Notes)
	}
}

// Only --build-timeout limits building. A build that takes longer is reported once.
func TestALongBuildIsReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options(53)
		o.Rounds, o.Budget, o.BuildTimeout = 0, time.Hour, time.Minute
		open := func(ctx context.Context) (Source, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		v, err := Compare(t.Context(), open, o, nowhere)
		fixture.Check(t, err)
		var out strings.Builder
		fixture.Check(t, v.Write(&out, "text", verdict.Style{}))
		const why = "took longer than --build-timeout 1m"
		if v.Outcome != verdict.Inconclusive || strings.Count(out.String(), why) != 1 {
			t.Errorf("%s, want %q once in\n%s", v.Outcome, why, out.String())
		}
		b := &Bench{Options: o, Precision: 0.01, Path: filepath.Join(t.TempDir(), "bench.txt")}
		if err := b.Run(t.Context(), open); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("bench: %v, want %q", err, why)
		}
	})
}

// Building takes no part of the budget, however long it takes.
func TestBuildingTakesNoBudget(t *testing.T) {
	for _, took := range []time.Duration{0, time.Minute, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake(56, "A", "B", "C")
			f.effect = slower("A", 1.3)
			src := &slowSource{fakeSource: f, wall: always(50 * time.Millisecond)}
			o := options(56)
			o.Rounds, o.Budget, o.Started = 0, 90*time.Second, time.Now()
			v, err := Compare(t.Context(), func(context.Context) (Source, error) {
				time.Sleep(took) // of the fake clock
				return src, nil
			}, o, nowhere)
			if err != nil || v.Outcome != verdict.Regressed || v.Cases != 3 {
				t.Errorf("after a build of %v: %v, %s", took, err, v.Headline())
			}
			b := &Bench{Options: o, Precision: 0.01, Path: filepath.Join(t.TempDir(), "bench.txt")}
			if err := b.Run(t.Context(), func(context.Context) (Source, error) {
				time.Sleep(took)
				return &slowSource{fakeSource: newFake(57, "A"), wall: always(50 * time.Millisecond)}, nil
			}); err != nil || b.Unmeasured > 0 {
				t.Errorf("bench after a build of %v: %v, %d of %d cases not measured", took, err, b.Unmeasured, b.Cases)
			}
		})
	}
}

// A file of bench marks the cases for which the budget had no time.
func TestBenchMarksUnmeasuredCases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &slowSource{fakeSource: newFake(54, "A", "B", "C", "D", "E", "F"), wall: always(time.Second)}
		b := &Bench{Precision: 0.01, Path: filepath.Join(t.TempDir(), "bench.txt")}
		b.Budget, b.Started, b.Seed = 30*time.Second, time.Now(), 1
		fixture.Check(t, b.Run(t.Context(), opened(src)))
		file, err := results.Read(b.Path)
		fixture.Check(t, err)
		late := lists.Count(file.Failed, func(e results.Exception) bool { return e.Late })
		if late == 0 || late != b.Unmeasured || len(file.Failed) != late || len(file.Cases)+late != 6 {
			t.Errorf("%d of 6 cases measured, %d not: %+v", len(file.Cases), b.Unmeasured, file.Failed)
		}
	})
}

// A file of bench has each failure once, whenever it happened.
func TestBenchNotesEachFailureOnce(t *testing.T) {
	for trial, want := range map[int][]string{0: {"A-2", "B-2"}, 60: {"B-2"}} {
		src := newFake(25, "A", "B")
		src.fail = func(s Trial, n int) error {
			if n > trial && (trial == 0 || s.Case.Name == "B") {
				return errBroken
			}
			return nil
		}
		b := &Bench{Precision: 0.01, Path: filepath.Join(t.TempDir(), "bench.txt")}
		b.Rounds, b.Started, b.Seed = 100, time.Now(), 1
		fixture.Check(t, b.Run(t.Context(), opened(src)))
		file, err := results.Read(b.Path)
		fixture.Check(t, err)
		name := func(e results.Exception) string { return e.Case }
		got, returned := lists.Map(file.Failed, name), lists.Map(b.Failed, name)
		slices.Sort(got)
		slices.Sort(returned)
		if !slices.Equal(got, want) || !slices.Equal(returned, want) {
			t.Errorf("from trial %d the failures of %q are in the file, and %q are returned", trial, got, returned)
		}
	}
}
