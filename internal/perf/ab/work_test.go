package ab

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A counting source executes so many instructions per operation of head, and
// 1000 of base.
type counting struct {
	*fakeSource
	head   map[string]int64
	failed map[string]error
}

func (c *counting) Count(_ context.Context, k CaseID, side Side, operations int) (*instructions.Counts, error) {
	if err := c.failed[k.Name]; err != nil {
		return nil, err
	}
	perOp := int64(1000)
	if side == Head && c.head[k.Name] > 0 {
		perOp = c.head[k.Name]
	}
	n := perOp * int64(operations)
	return &instructions.Counts{
		Total:     instructions.References{Instructions: n},
		Lines:     map[instructions.SourceLine]int64{{Function: "m.f", File: "m/f.go", Number: 3}: n},
		Functions: map[string]instructions.References{"m.f": {Instructions: n}},
	}, nil
}

func (c *counting) Explain(_ context.Context, grown, callers []instructions.GrownFunction) []results.Cause {
	g := grown[0]
	return []results.Cause{{Share: 1, Function: g.Function, Place: results.Place{File: g.File, Line: g.Line}}}
}

func (c *counting) Place(k CaseID) results.Place {
	return results.Place{File: k.Name + "_test.go", Line: 7}
}

func comparisonOf(t *testing.T, v *verdict.Verdict, name, unit string) verdict.Comparison {
	t.Helper()
	i := slices.IndexFunc(v.Comparisons, func(k verdict.Comparison) bool { return k.Key.Name == name+"-2" && k.Unit == unit })
	if i < 0 {
		t.Fatalf("no %s of %s", unit, name)
	}
	return v.Comparisons[i]
}

func TestTimeAndWorkSideBySide(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		head    int64
		failed  error
		message string
		cause   bool
	}{
		"more work":     {head: 1200, message: "more work", cause: true},
		"same work":     {message: "the same work, slower"},
		"less work":     {head: 900, message: "less work"},
		"not countable": {failed: errors.New("it starts other processes")},
	} {
		f := &counting{fakeSource: newFake(1, "A", "B", "C"), head: map[string]int64{"B": test.head}, failed: map[string]error{"B": test.failed}}
		f.effect = slower("B", 1.2)
		v := mustRunSource(t, f, options(1))
		k := comparisonOf(t, v, "B", unitTime)
		if v.Outcome != verdict.Regressed || k.Status != verdict.Regression {
			t.Fatalf("%s: %s", name, v.Headline())
		}
		i := slices.IndexFunc(k.Secondary, func(w verdict.Secondary) bool { return w.Name == "counted" })
		if test.failed != nil {
			if i >= 0 || !strings.Contains(k.NoCause, "starts other processes") {
				t.Errorf("%s: witnesses %+v, no cause: %q", name, k.Secondary, k.NoCause)
			}
			continue
		}
		if i < 0 || k.Secondary[i].Meaning != test.message || (len(k.Causes) == 1) != test.cause {
			t.Errorf("%s: %+v, causes %+v", name, k.Secondary, k.Causes)
		}
		if a := comparisonOf(t, v, "A", unitTime); len(a.Secondary) > 0 {
			t.Errorf("%s: counted what nobody asked for: %+v", name, a.Secondary)
		}
	}
}

// Cases with more work have causes if they seemed slower.
func TestCausesOfWhatIsSlower(t *testing.T) {
	j := &judgement{experiment: &experiment{Meter: NewMeter(t.Context(), &counting{fakeSource: newFake(1)}, Options{})}}
	more := &instructions.Difference{Base: 1000, Head: 1200, Finding: instructions.More, Grown: []instructions.GrownFunction{{Function: "m.f", Base: 1000, Head: 1200}}}
	for status, want := range map[verdict.Status]int{verdict.Regression: 1, verdict.Suspect: 1, verdict.Refuted: 1, verdict.Same: 0, verdict.Improved: 0} {
		for _, in := range []string{unitTime, "cycles/op"} { // what its time is compared in
			k := comparison{unit: unitTime, Comparison: verdict.Comparison{Unit: in, Status: status}}
			if j.counted(&k, more, nil); len(k.Causes) != want || len(k.Secondary) != 1 {
				t.Errorf("%s in %s: %+v", status, in, k)
			}
		}
	}
}

func TestInstructionsAloneNeedNoRounds(t *testing.T) {
	t.Parallel()
	o := options(1)
	o.Metric, o.MaxRegression = ByInstructions, verdict.MaxMoreWork
	f := &counting{fakeSource: newFake(1, "A", "B", "C"), head: map[string]int64{"A": 1010, "B": 1003, "C": 990}}
	v := mustRunSource(t, f, o)
	if v.Outcome != verdict.Regressed || v.Worse != 1 || f.refreshes > 0 || len(v.Controls) > 0 {
		t.Errorf("%s after %d rounds", v.Headline(), f.refreshes)
	}
	for name, want := range map[string]verdict.Status{"A": verdict.Regression, "B": verdict.Tolerated, "C": verdict.Improved} {
		k := comparisonOf(t, v, name, unitInstructions)
		if k.Status != want || k.Old != 1000 || (len(k.Causes) > 0) != (name == "A") || k.Where.String() != name+"_test.go:7" {
			t.Errorf("%s: %+v, want %s", name, k, want)
		}
	}
	f = &counting{fakeSource: newFake(1, "A", "B")}
	if v := mustRunSource(t, f, o); v.Outcome != verdict.Pass || v.Headline() != "NO REGRESSION in 2 cases; no count grew by more than 0.50%" {
		t.Errorf("%s", v.Headline())
	}
}

// An allocator names the callers that what grew elsewhere is charged to.
type countingAllocator struct {
	counting
	callers []instructions.GrownFunction
}

func (c *countingAllocator) Allocations(_ context.Context, _ CaseID, side Side, operations int) (objects, bytes map[instructions.SourceLine]int64, err error) {
	line := instructions.SourceLine{Function: "m.g", File: "m/g.go", Number: 9}
	n := int64(side) * int64(operations)
	return map[instructions.SourceLine]int64{line: n}, map[instructions.SourceLine]int64{line: 64 * n}, nil
}

func (c *countingAllocator) Explain(ctx context.Context, grown, callers []instructions.GrownFunction) []results.Cause {
	c.callers = callers
	return c.counting.Explain(ctx, grown, callers)
}

func TestInstructionsAreChargedToAllocatingFunctions(t *testing.T) {
	t.Parallel()
	o := options(1)
	o.Metric, o.MaxRegression = ByInstructions, verdict.MaxMoreWork
	f := &countingAllocator{counting: counting{fakeSource: newFake(1, "A"), head: map[string]int64{"A": 1100}}}
	mustRunSource(t, f, o)
	if len(f.callers) != 1 || f.callers[0].Function != "m.g" || f.callers[0].Head-f.callers[0].Base != 64 {
		t.Errorf("callers: %+v", f.callers)
	}
}

func TestWhatCannotBeCountedIsMeasured(t *testing.T) {
	t.Parallel()
	o := options(1)
	o.Metric = ByInstructions
	f := &counting{fakeSource: newFake(1, "A", "B"), failed: map[string]error{"B": instructions.ErrNoValgrind}}
	f.effect = slower("B", 1.2)
	v := mustRunSource(t, f, o)
	if v.Outcome != verdict.Regressed || f.refreshes == 0 || !slices.ContainsFunc(v.Notes, func(n string) bool {
		return strings.Contains(n, "the time of 1 case was measured instead of instructions (example.com/m B): ") && strings.Contains(n, "valgrind is not installed")
	}) {
		t.Errorf("%s, notes %q", v.Headline(), v.Notes)
	}
	if !strings.HasPrefix(v.Method, "The instructions of 1 case were counted under valgrind. ") || !strings.Contains(v.Method, "Measured in 40 rounds") {
		t.Errorf("%q", v.Method)
	}
	if k := comparisonOf(t, v, "B", unitTime); k.Status != verdict.Regression || math.IsNaN(k.MDE) || k.Where.Line != 7 {
		t.Errorf("%+v", k)
	}
	if k := comparisonOf(t, v, "A", unitInstructions); k.Status != verdict.Same {
		t.Errorf("%+v", k)
	}
}

// Cases whose times are too noisy pass where they execute the same instructions and
// allocate the same, and the verdict states that. More instructions do not pass.
func TestUnderpoweredCasesPassByInstructions(t *testing.T) {
	for name, test := range map[string]struct {
		head    map[string]int64
		want    verdict.Outcome
		message string
	}{
		"the same":  {nil, verdict.Pass, "pass by instructions"},
		"more work": {map[string]int64{"Noisy": 1100}, verdict.Inconclusive, "underpowered in 1 of 3 cases: too noisy"},
	} {
		f := &counting{fakeSource: newFake(71, "A", "B", "Noisy"), head: test.head}
		noisyIn(f.fakeSource, "Noisy", 0.8)
		o := options(71)
		o.Rounds = 12
		o.Underpowered = verdict.Tolerance{}
		v := mustRunSource(t, f, o)
		if v.Outcome != test.want || !strings.Contains(v.Headline(), test.message) {
			t.Errorf("%s: %s %+v", name, v.Headline(), v.Problems)
		}
	}
}

// On a machine that is far too slow for the budget no round shows anything. Cases that
// execute the same instructions pass all the same.
func TestFewRoundsPassByInstructions(t *testing.T) {
	bin := t.TempDir()
	fixture.Check(t, os.WriteFile(filepath.Join(bin, "valgrind"), []byte("#!/bin/sh\necho valgrind-3.19.0\n"), 0o777))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, test := range map[string]struct {
		head    map[string]int64
		want    verdict.Outcome
		message string
	}{
		"the same":  {nil, verdict.Pass, "pass, by instructions"},
		"more work": {map[string]int64{"B": 1100}, verdict.Inconclusive, "had room for"},
	} {
		f := newFake(72, "A", "B")
		src := &patientCounter{&slowSource{fakeSource: f, wall: always(1500 * time.Millisecond)}, counting{fakeSource: f, head: test.head}}
		v := budgeted(t, nowhere, src, options(72), time.Minute)
		if v.Outcome != test.want || !strings.Contains(v.Headline(), test.message) {
			t.Errorf("%s: %s %+v", name, v.Headline(), v.Problems)
		}
	}
}

// A patientCounter runs slow processes and counts.
type patientCounter struct {
	*slowSource
	counter counting
}

func (c *patientCounter) Count(ctx context.Context, k CaseID, side Side, operations int) (*instructions.Counts, error) {
	return c.counter.Count(ctx, k, side, operations)
}

func (c *patientCounter) Explain(ctx context.Context, grown, callers []instructions.GrownFunction) []results.Cause {
	return c.counter.Explain(ctx, grown, callers)
}
