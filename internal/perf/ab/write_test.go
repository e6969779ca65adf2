package ab

import (
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// judgementOfEverything has one of everything that can be found.
func judgementOfEverything() *judgement {
	made := func(change, p float64) verdict.Effect {
		return verdict.Effect{Shift: statistics.Shift{Log: math.Log1p(change), Lo: math.Log1p(change - 0.01), Hi: math.Log1p(change + 0.01), P: p}, PHolm: p, Of: ofFastest}
	}
	none := verdict.Effect{Shift: statistics.Shift{P: 1}, PHolm: 1}
	c := func(name string) CaseID { return CaseID{Group: "example.com/m", Name: name} }
	f := newFake(1)
	f.inventory = Inventory{BaseOnly: []CaseID{c("Gone")}, HeadOnly: []CaseID{c("New")}, Notes: []string{"something to know"}}
	e := &experiment{Meter: NewMeter(context.Background(), f, options(1)), inventory: &f.inventory, failed: []FailedCase{{Case: c("Broken|pipe"), Side: "head", Reason: "exit status 2: panic: no fuel"}}}
	e.plan = ExperimentPlan{Rounds: 50, Slowdown: 0.06}
	j := e.judgement()
	j.verdict.Old.Label, j.verdict.New.Label = "main (1a2b3c4)", "working tree (1a2b3c4 and 2 changed files)"
	j.verdict.Tested = 6
	for _, name := range []string{"Slow", "Throughput", "Open", "Fast_er", "Same"} {
		e.plan.Cases = append(e.plan.Cases, PlannedCase{CaseID: c(name)})
	}
	add := func(name, unit string, old, now float64, e verdict.Effect, seen float64, status verdict.Status, again ...verdict.Effect) {
		k := &comparison{Comparison: verdict.Comparison{
			Key: keyOf(f, c(name)), Case: name + "-2", Unit: unit, Direction: verdict.Direction(f.Better(unit)), Evidence: verdict.Tested,
			Old: old, New: now, OldN: 50, NewN: 50, MDE: math.Log1p(seen), Failing: math.Log1p(seen), Status: status,
		}}
		k.Effect = k.asSeen(e)
		for _, a := range again {
			k.Secondary = append(k.Secondary, verdict.Secondary{Name: "again", Old: old, New: now, N: 50, Effect: k.asSeen(a)})
		}
		j.comparisons = append(j.comparisons, k)
	}
	add("Slow", unitTime, 1e-6, 1.2e-6, made(0.2, 0.001), 0.04, verdict.Regression, made(0.19, 0.002))
	add("Slow", unitAllocs, 0, 2, made(2, 0.0001), 0.02, verdict.Regression, made(2, 0.0001))
	add("Throughput", "B/s", 4e9, 4e9, made(0.001, 1), 0.05, verdict.Refuted)
	j.comparisons[2].Secondary = []verdict.Secondary{{Name: "first", Old: 4e9, New: 3e9, N: 50, Effect: j.comparisons[2].asSeen(made(1./3, 0.001))}}
	add("Open", unitTime, 5e-9, 6e-9, made(0.04, 0.001), 0.03, verdict.Suspect, made(0.025, 0.003))
	add("Fast_er", unitTime, 2e-3, 1e-3, made(-0.5, 0.001), 0.03, verdict.Improved)
	add("Same", unitTime, 3, 3, made(0.001, 1), 0.03, verdict.Same)
	add("Same", unitBytes, 4096, 4096, none, 0.02, verdict.Same)
	add("Same", "mystery", 7, 8, made(1./7, 0.001), 0, verdict.Unjudged)
	j.controls = []control{
		{side: Control, name: "Same-2", effect: made(0.001, 1), passed: true},
		{side: Injected, name: "Slow-2", effect: made(0.06, 0.001), injected: 0.06, passed: true},
	}
	return j
}

func TestFormats(t *testing.T) {
	missed := judgementOfEverything()
	missed.comparisons = missed.comparisons[4:]
	missed.controls[1].passed = false
	missed.failed = nil
	clean := judgementOfEverything()
	clean.comparisons, clean.failed = clean.comparisons[4:], nil
	clean.inventory = &Inventory{}
	for name, j := range map[string]*judgement{"regression": judgementOfEverything(), "inconclusive": missed, "clean": clean} {
		v := j.result()
		for extension, format := range map[string]string{"txt": "text", "md": "markdown", "xml": "junit", "github": "github", "json": "json"} {
			pinned(t, name+"."+extension, func(w io.Writer) error { return v.Write(w, format, verdict.Style{All: true}) })
		}
		if name == "clean" {
			pinned(t, "calibration.txt", func(w io.Writer) error { return Calibration(v, w, 5e9) })
		}
	}
}

// pinned compares an output with a file in testdata.
func pinned(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var got strings.Builder
	fixture.Check(t, write(&got))
	fixture.Golden(t, filepath.Join("verdicts", name), got.String())
}

// A benchmark that fails on both sides is one.
func TestFailuresAreCountedByCase(t *testing.T) {
	j := judgementOfEverything()
	j.comparisons = nil
	j.failed = append(j.failed, FailedCase{Case: j.failed[0].Case, Side: "base", Reason: "exit status 2"}, FailedCase{Case: j.plan.Cases[0].CaseID, Side: "head", Reason: "exit status 2"})
	if got := j.result().Headline(); got != "FAILED: 2 of 6 cases failed" {
		t.Error(got)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWhatCannotBePrintedIsOneError(t *testing.T) {
	v := judgementOfEverything().result()
	for name, write := range map[string]func(io.Writer) error{
		"text":        func(w io.Writer) error { return v.Write(w, "text", verdict.Style{All: true}) },
		"markdown":    func(w io.Writer) error { return v.Write(w, "markdown", verdict.Style{All: true}) },
		"calibration": func(w io.Writer) error { return Calibration(v, w, 5e9) },
	} {
		if err := write(full{}); err == nil || strings.Count(err.Error(), "no space left") != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
