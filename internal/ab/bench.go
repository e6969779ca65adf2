package ab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/instructions"
	"github.com/ecsbench/ecsbench/internal/measure/median"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/results"
)

// A Bench measures one revision, to be compared later with files of other revisions:
// fresh processes, rounds in random order, quiet cores, the clock, and instructions if
// valgrind is installed.
type Bench struct {
	Options           // Budget, Rounds, Seed, Environment, Progress, Warn
	Precision float64 // a case is measured until its median is known to this share
	Path      string  // of the result file
	Force     bool    // overwrites the file
}

// fewestSamples of a case are needed by the test that the gate makes, however well they
// agree; more than the most show nothing new.
const fewestSamples, mostSamples = 12, 200

var (
	benchRounds = phase{stop: 0.8, hard: 0.85}
	benchCounts = phase{hard: 0.98}
)

// Run measures head of the source. Each round is on disk before the next begins.
func (b *Bench) Run(ctx context.Context, open Open) (err error) {
	b.complete()
	if b.Seed == 0 {
		b.Seed = DrawSeed()
	}
	src, err := b.open(ctx, open, false)
	if errors.Is(err, errTooLong) {
		return fmt.Errorf("building took longer than 40%% of the budget of %s: use a larger --budget", short(b.Budget))
	}
	if err != nil {
		return err
	}
	if c, ok := src.(interface{ Close() error }); ok {
		defer c.Close()
	}
	b.Calibrate = true
	e := &experiment{ctx: ctx, src: src, o: b.Options, record: &recorder{src: src}}
	if err := e.list(); err != nil {
		return err
	}
	if e.late != nil {
		return e.late
	}
	cases, failed, err := b.pilot(e)
	if err != nil {
		return err
	}
	e.plan = Plan{Seed: b.Seed, Cases: cases}
	e.series = make([]series, len(cases))
	file, err := b.create(ctx, e)
	if err != nil {
		return err
	}
	defer func() {
		if closing := file.Close(); err == nil {
			err = closing
		}
	}()
	for _, f := range failed {
		if err := file.Annotate(results.KindFailed, results.Exception{Case: nameOf(src, f.Case), Reason: f.Reason}); err != nil {
			return err
		}
	}
	if len(cases) == 0 {
		return errors.New("every benchmark failed: run one of them by itself with go test -bench")
	}
	if _, err := e.in(benchRounds, func() error { return b.rounds(e, file) }); err != nil {
		return err
	}
	if _, err := e.in(benchCounts, func() error { return b.counts(e, file) }); err != nil {
		return err
	}
	return file.Annotate(results.KindEnd, results.End{Reason: "complete", Seconds: time.Since(b.Started).Seconds()})
}

// pilot sizes the cases.
func (b *Bench) pilot(e *experiment) (cases []PlannedCase, failed []source.Failure, err error) {
	failed = slices.Clone(e.inventory.Failed)
	over, err := e.in(piloting, func() error {
		planned, broken, err := pilot(e.ctx, e.src, spread(e.inventory.Common, b.Seed), e.inventory.Alone, b.firstLimit(), b.Progress)
		cases, failed = planned, append(failed, broken...)
		return err
	})
	if over {
		for _, c := range e.inventory.Common {
			if !slices.ContainsFunc(cases, func(p PlannedCase) bool { return p.Case == c }) && !failedIn(failed, c) {
				failed = append(failed, source.Failure{Case: c, Reason: fmt.Sprintf("the budget of %s has no time for it", short(b.Budget))})
			}
		}
	}
	return cases, failed, err
}

func failedIn(list []source.Failure, c source.Case) bool {
	return slices.ContainsFunc(list, func(f source.Failure) bool { return f.Case == c })
}

// create makes the result file, with the hash of what each benchmark can reach.
func (b *Bench) create(ctx context.Context, e *experiment) (*results.Writer, error) {
	env := b.Environment
	env.GoVersion = e.src.GoVersion(source.Head)
	_, label := e.src.Sides()
	if id, ok := e.src.(source.Identified); ok {
		var err error
		if env.Commit, env.CommitTime, env.Dirty, err = id.Commit(ctx); err != nil {
			return nil, err
		}
	}
	file, err := results.Create(b.Path, b.Force, results.Head{
		Header: results.Header{
			Format: results.Format, Version: env.Version, Start: b.Started.Round(time.Second),
			Title: fmt.Sprintf("ecsbench bench: %s, seed %d; one line per process, the fastest of its blocks", label, b.Seed),
		},
		Environment: env, Units: e.units(),
	})
	if err != nil {
		return nil, err
	}
	file.Warn = b.Warn
	if id, ok := e.src.(source.Identified); ok {
		hashes := id.Code(ctx)
		for _, c := range e.plan.Cases {
			if hash := hashes[topOf(c.Case)]; hash != "" {
				if err := file.Annotate(results.KindCode, results.Code{Package: c.Group, Case: nameOf(e.src, c.Case), Hash: hash}); err != nil {
					return nil, errors.Join(err, file.Close())
				}
			}
		}
	}
	return file, nil
}

// rounds measures all open cases in random order, round by round.
func (b *Bench) rounds(e *experiment, file *results.Writer) error {
	values := make([][]float64, len(e.plan.Cases))
	stop := b.stop(benchRounds)
	begun := time.Now()
	for r := 0; ; r++ {
		var open []int
		for i := range e.plan.Cases {
			if !e.series[i].dead && b.isOpen(values[i], r) {
				open = append(open, i)
			}
		}
		if len(open) == 0 || r > 0 && time.Now().After(stop) {
			return nil
		}
		b.Progress("measuring", r, max(r+1, b.Rounds), time.Since(begun))
		rng := rand.New(rand.NewPCG(b.Seed, 1<<32|uint64(r)))
		if err := e.src.Refresh(e.ctx, rng); err != nil {
			return err
		}
		rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		for _, i := range open {
			c := &e.plan.Cases[i]
			t := source.Trial{Case: c.Case, Side: source.Head, Operations: c.Operations, Blocks: c.Blocks, Procs: c.Procs}
			value, err := e.quiet(t, c.Wall)
			if e.ctx.Err() != nil {
				return e.ctx.Err()
			}
			if err != nil {
				e.series[i].dead = true
				if err := file.Annotate(results.KindFailed, results.Exception{Case: nameOf(e.src, c.Case), Reason: err.Error()}); err != nil {
					return err
				}
				continue
			}
			values[i] = append(values[i], value[unitTime])
			if err := file.Sample(e.record.sample(t, value)); err != nil {
				return err
			}
		}
	}
}

// isOpen reports whether a case needs more samples after r rounds.
func (b *Bench) isOpen(values []float64, r int) bool {
	switch {
	case b.Rounds > 0:
		return r < b.Rounds
	case len(values) < fewestSamples:
		return true
	case len(values) >= mostSamples:
		return false
	}
	m := median.Of(values)
	return !(max(m.Hi-m.Center, m.Center-m.Lo) <= b.Precision*m.Center)
}

// counts adds the instructions of each case, one line each.
func (b *Bench) counts(e *experiment, file *results.Writer) error {
	counter, ok := e.src.(source.Counter)
	if !ok {
		return nil
	}
	if _, err := cachegrind.Find(e.ctx); err != nil {
		return nil // nothing counts, and times suffice
	}
	for i, c := range e.plan.Cases {
		if e.series[i].dead {
			continue
		}
		b.Progress("counting", i, len(e.plan.Cases), 0)
		count := instructions.Count(func(ctx context.Context, operations int) (*cachegrind.Counts, error) {
			return counter.Count(ctx, c.Case, source.Head, operations)
		})
		counts, err := count(e.ctx, c.counted())
		if e.ctx.Err() != nil {
			return e.ctx.Err()
		}
		if err != nil || counts.Total.Instructions <= 0 {
			continue // what starts processes or hardly does anything is not counted
		}
		t := source.Trial{Case: c.Case, Side: source.Base, Operations: c.counted()}
		if err := file.Sample(e.record.sample(t, source.Block{unitInstructions: float64(counts.Total.Instructions) / float64(c.counted())})); err != nil {
			return err
		}
	}
	return nil
}
