// Package engine takes the samples of cases in rounds: for run, ab, bench, history fill and world run.
//
// A round takes one sample of each open case, in random order, so compared cases share the state of
// the machine. Users of [Rounds] choose the open cases and take the samples:
//
//	rounds := engine.Rounds[string]{Seed: 1, Most: 6}
//	rounds.Open = func(int) []string { return []string{"A", "B"} }
//	rounds.Sample = func(ctx context.Context, _ engine.Round, name string) error { return measure(ctx, name) }
//	err := rounds.Run(ctx)
//
// A [Budget] ends what it limits, without the time of builds.
package engine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Rounds measure cases until none is open or the time is over. Begin, End and Progress may be nil.
type Rounds[C any] struct {
	Seed   uint64
	Stream uint64        // of random numbers: measurements with one seed have different ones
	First  int           // number of the first round, above 0 after an interruption
	Most   int           // number at which the rounds end, 0 for none
	Least  int           // a round with a lower number begins after Stop, too
	Stop   time.Time     // no other round begins later; the zero time is no limit
	Takes  time.Duration // estimate of the first round

	Open   func(nth int) []C // cases of a round, none to end; may change Stop and Takes
	Begin  func(ctx context.Context, r Round, cases []C) error
	Sample func(ctx context.Context, r Round, c C) error // takes a sample of a case
	End    func(order []C) error                         // is called after a complete round

	Stage    string
	Progress Progress // receives the number of rounds before each of them

	begun time.Time
}

// A Round has its number and its random numbers. These depend on nothing else, so an interrupted
// measurement continues as if it had not been interrupted.
type Round struct {
	Nth int
	*rand.Rand
}

// NewRound returns a round of a stream.
func NewRound(seed, stream uint64, nth int) Round {
	return Round{nth, rand.New(rand.NewPCG(seed, stream<<32|uint64(nth)))}
}

// Shuffled returns the elements in random order.
func Shuffled[T any](r Round, list []T) []T {
	order := slices.Clone(list)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Run measures. The deadline of ctx ends it without an error, an interruption between two samples.
func (r *Rounds[C]) Run(ctx context.Context) error {
	r.begun = time.Now()
	for nth := r.First; r.Most == 0 || nth < r.Most; nth++ {
		cases := r.Open(nth)
		late := nth >= r.Least && !r.Stop.IsZero() && time.Now().After(r.Stop)
		if late || len(cases) == 0 {
			return nil
		}
		r.report(nth)
		switch err := r.round(ctx, NewRound(r.Seed, r.Stream, nth), cases); {
		case err != nil && errors.Is(err, ctx.Err()) && context.Cause(ctx) == context.DeadlineExceeded:
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

func (r *Rounds[C]) round(ctx context.Context, round Round, cases []C) error {
	if r.Begin != nil {
		if err := r.Begin(ctx, round, cases); err != nil {
			return err
		}
	}
	order := Shuffled(round, cases)
	for _, c := range order {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := r.Sample(ctx, round, c); err != nil {
			return err
		}
	}
	if r.End != nil {
		return r.End(order)
	}
	return nil
}

// Each is the mean duration of the rounds before this one, Takes for the first.
func (r *Rounds[C]) Each(nth int) time.Duration {
	if nth == r.First {
		return r.Takes
	}
	return time.Since(r.begun) / time.Duration(nth-r.First)
}

// Postpone moves the end by the time of building, which takes none of the budget.
func (r *Rounds[C]) Postpone(took time.Duration) {
	r.Stop, r.begun = r.Stop.Add(took), r.begun.Add(took)
}

// report reports how many rounds are done, and an estimate of how many there will be.
func (r *Rounds[C]) report(nth int) {
	each, total := r.Each(nth), cmp.Or(r.Most, math.MaxInt)
	if !r.Stop.IsZero() {
		total = min(total, nth+1+max(0, int(time.Until(r.Stop)/max(1, each))))
	}
	if r.Progress != nil {
		r.Progress(r.Stage, nth, total, time.Duration(total-nth)*each)
	}
}

// A Progress receives the state of a stage and an estimate of its remaining time.
type Progress func(stage string, done, total int, left time.Duration)

// Report reports a stage whose remaining steps take as long as those that are done. p may be nil.
func (p Progress) Report(stage string, done, total int, begun time.Time) {
	if p != nil {
		p(stage, done, total, time.Duration(total-done)*time.Since(begun)/time.Duration(max(1, done)))
	}
}

// Steps iterates over a list, and reports each element as a step of a stage.
func Steps[T any](p Progress, stage string, list []T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		begun := time.Now()
		for i, x := range list {
			if p.Report(stage, i, len(list), begun); !yield(i, x) {
				return
			}
		}
	}
}

// MayRetake reports whether another sample is taken instead of a disturbed one, after so many disturbed
// and quiet ones: enough for a machine that is quiet in a quarter of the samples. Otherwise the least
// disturbed one counts.
func MayRetake(disturbed, quiet int) bool { return disturbed <= 12+3*quiet }
