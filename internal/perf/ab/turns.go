package ab

import (
	"context"
	"math"
	"slices"
	"time"

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
func InTurns(ctx context.Context, benches []*Bench, precise func(Case) bool, stop time.Time) error {
	var cases lists.Groups[Case, turns]
	var perRound time.Duration
	for _, b := range benches {
		for _, c := range b.Measured {
			of, _ := cases.Of(c.Case)
			*of = append(*of, turn{b, c})
		}
		perRound += b.PerRound()
	}
	if len(cases.List) == 0 {
		return nil
	}
	for _, t := range cases.List {
		t.equalise()
	}
	first := benches[0]
	start, done := time.Now(), 0
	for {
		open := lists.Filter(cases.List, func(t turns) bool { return first.isOpen(t, precise) })
		if len(open) == 0 {
			return nil
		}
		round := math.MaxInt
		for _, t := range open {
			round = min(round, t.rounds())
		}
		if round > 0 && time.Now().After(stop) {
			return nil
		}
		open = lists.Filter(open, func(t turns) bool { return t.rounds() == round }) // others are ahead since an interruption
		if done > 0 {
			perRound = time.Since(start) / time.Duration(done)
		}
		first.Meter.o.announce("measuring", round, first.mostRounds(), perRound, stop)
		rng := randomOf(first.Seed, 0, round)
		for _, b := range benches {
			if err := b.Meter.src.Refresh(ctx, rng); err != nil {
				return err
			}
		}
		for _, t := range shuffled(rng, open) {
			for _, c := range shuffled(rng, t) {
				if err := c.take(ctx, round); err != nil {
					return err
				}
			}
		}
		done++
	}
}

// mostRounds is the number of rounds after which every case is closed.
func (b *Bench) mostRounds() int {
	if b.Rounds > 0 {
		return b.Rounds
	}
	return mostSamples
}

// isOpen reports whether a case needs more rounds.
func (b *Bench) isOpen(t turns, precise func(Case) bool) bool {
	n := t.rounds()
	if n >= b.mostRounds() {
		return false
	}
	return b.Rounds > 0 || n < FewestSamples || !precise(t[0].Case)
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
		return t.fail(Failure{Case: t.Case, Side: Head.String(), Reason: err.Error()})
	}
	t.Values = append(t.Values, value)
	return t.writer.Sample(t.Meter.Line(t.PlannedCase, value))
}
