package ab

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// A turn is a case in one of the benches that take turns.
type turn struct {
	*Bench
	*MeasuredCase
}

// turns are those of one case.
type turns []turn

// rounds is the number of rounds that every bench has of the case; infinite if it failed in all.
func (t turns) rounds() int {
	n := math.MaxInt
	for _, c := range t {
		if !c.MeasuredCase.Failed {
			n = min(n, len(c.Values))
		}
	}
	return n
}

// equalise gives a case as many processors in all benches: one only if it is sequential in each.
func (t turns) equalise() {
	if !slices.ContainsFunc(t, func(c turn) bool { return c.MeasuredCase.Procs == 0 }) {
		return
	}
	for _, c := range t {
		c.MeasuredCase.Procs = 0
	}
}

// InTurns measures benches that have begun in the same rounds, so they share the state of the
// machine. A round visits the open cases in random order. It runs a case once in every bench that has
// it, in random order. A sample is on disk before the next.
//
// A case is open for Options.Rounds rounds, or until it is precise. No round begins after stop, but at
// least one.
func InTurns(ctx context.Context, benches []*Bench, precise func(CaseID) bool, stop time.Time) error {
	var cases lists.Groups[CaseID, turns]
	first := benches[0]
	rounds := engine.Rounds[turns]{
		Seed: first.Seed, Stream: 1, Most: cmp.Or(first.Rounds, mostSamples), Least: 1, Stop: stop, Stage: "measuring", Progress: first.Meter.o.Progress,
	}
	for _, b := range benches {
		for _, c := range b.Measured {
			of, _ := cases.Of(c.CaseID)
			*of = append(*of, turn{b, c})
		}
		rounds.Takes += b.PerRound()
	}
	for _, t := range cases.List {
		t.equalise()
	}
	rounds.Open = func(int) []turns {
		open := lists.Filter(cases.List, func(t turns) bool {
			n := t.rounds()
			return n < rounds.Most && (first.Rounds > 0 || n < FewestSamples || !precise(t[0].CaseID))
		})
		round := math.MaxInt
		for _, t := range open {
			round = min(round, t.rounds())
		}
		return lists.Filter(open, func(t turns) bool { return t.rounds() == round }) // others are ahead since an interruption
	}
	rounds.Begin = func(ctx context.Context, round engine.Round, _ []turns) error {
		for _, b := range benches {
			if err := b.Meter.src.Refresh(ctx, round.Rand); err != nil {
				return err
			}
		}
		return nil
	}
	rounds.Sample = func(ctx context.Context, round engine.Round, t turns) error {
		n := t.rounds()
		for _, c := range engine.Shuffled(round, t) {
			if err := c.take(ctx, n); err != nil {
				return err
			}
		}
		return nil
	}
	if open := rounds.Open(0); len(open) > 0 {
		rounds.First = open[0].rounds()
	}
	return rounds.Run(ctx)
}

// take takes the sample of a round. A failure ends the case, not the measurement.
func (t turn) take(ctx context.Context, round int) error {
	if t.MeasuredCase.Failed || len(t.Values) > round {
		return nil
	}
	value, err := t.Meter.Sample(ctx, t.PlannedCase)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		t.MeasuredCase.Failed = true
		return t.fail(FailedCase{Case: t.CaseID, Side: Head.String(), Reason: err.Error()})
	}
	t.Values = append(t.Values, value)
	return t.writer.Sample(t.Meter.Line(t.PlannedCase, value))
}
