package ab

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// Benches in turns have equal rounds, also after an interruption within a round.
func TestTurnsContinueWithinARound(t *testing.T) {
	dir := t.TempDir()
	never := func(CaseID) bool { return false }
	paths := []string{filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")}
	var order []string
	source := func(name string) *fakeSource {
		f := newFake(7, "A", "B")
		f.fail = func(trial Trial, _ int) error {
			order = append(order, name+trial.Case.Name)
			return nil
		}
		return f
	}
	begin := func(i int, b *Bench) *Bench {
		t.Helper()
		b.Options, b.Path, b.Request = options(7), paths[i], "a request"
		fixture.Check(t, b.Begin(t.Context(), source(filepath.Base(paths[i])[:1])))
		return b
	}
	sized := map[CaseID]PlannedCase{}
	benches := []*Bench{begin(0, &Bench{Sized: sized}), begin(1, &Bench{Sized: sized, Skip: func(c CaseID) bool { return c.Name == "B" }})}
	if len(sized) != 2 || len(benches[1].Measured) != 1 {
		t.Fatalf("%d cases are sized, the second bench measures %d", len(sized), len(benches[1].Measured))
	}
	ctx, cancel := context.WithCancel(t.Context())
	benches[0].Meter.src.(*fakeSource).fail = func(Trial, int) error {
		if len(benches[0].Measured[0].Values) == 5 {
			cancel()
		}
		return ctx.Err()
	}
	if err := InTurns(ctx, benches, never, time.Now()); !errors.Is(err, context.Canceled) {
		// No round begins after stop, but one does.
		if n := len(benches[0].Measured[0].Values); err != nil || n != 1 {
			t.Fatalf("%v, %d rounds", err, n)
		}
	}
	if err := InTurns(ctx, benches, never, time.Now().Add(time.Hour)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for i, b := range benches {
		fixture.Check(t, b.Close(results.Interrupted))
		request := ""
		again, err := ContinueBench(paths[i], &request)
		if err != nil || request != "a request" {
			t.Fatalf("%v, %q", err, request)
		}
		benches[i] = begin(i, again)
	}
	order = nil
	fixture.Check(t, InTurns(t.Context(), benches, never, time.Now().Add(time.Hour)))
	for _, b := range benches {
		for _, m := range b.Measured {
			if len(m.Values) != 40 {
				t.Errorf("%s has %d samples of %v, want 40", b.Path, len(m.Values), m.CaseID)
			}
		}
		if err := b.Close("complete"); err != nil {
			t.Error(err)
		}
		file, err := results.Read(b.Path)
		if err != nil || file.Unfinished {
			t.Errorf("%v, unfinished: %v", err, file.Unfinished)
		}
	}
	// Both benches of a case follow each other in each round.
	order = slices.DeleteFunc(order, func(of string) bool { return of == "aB" })
	for pair := range slices.Chunk(order[len(order)%2:], 2) { // without the rest of the interrupted round
		if pair[0] == pair[1] {
			t.Errorf("%q", order)
		}
	}
}

// A case that is parallel in one of the benches has all processors in each.
func TestTurnsHaveEqualProcessors(t *testing.T) {
	a, b := &MeasuredCase{}, &MeasuredCase{}
	a.Procs = 1
	turns{{MeasuredCase: a}, {MeasuredCase: b}}.equalise()
	b.Procs = 1
	turns{{MeasuredCase: b}}.equalise()
	if got := []int{a.Procs, b.Procs}; !slices.Equal(got, []int{0, 1}) {
		t.Errorf("%v processors", got)
	}
}
