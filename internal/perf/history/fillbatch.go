package history

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// batch measures some commits in turns and writes their files. It returns false if the budget ended
// before.
func (f *filler) batch(ctx context.Context) (done bool, err error) {
	defer func() { err = errors.Join(err, f.close()) }()
	for _, step := range []func(context.Context) error{f.resume, f.choose, f.anchor, f.measure} {
		if err := step(ctx); errors.As(err, new(*ab.NoTimeError)) {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	all, enough := f.measurements()
	if !enough {
		return false, nil
	}
	for _, c := range f.missing() {
		if c.code != nil {
			if err := f.write(c, all); err != nil {
				return false, err
			}
		}
	}
	if err := f.close(); err != nil {
		return false, err
	}
	return true, os.RemoveAll(f.unfinished())
}

// close ends what the batch has of all commits. The unfinished files stay.
func (f *filler) close() (err error) {
	for _, c := range f.commits {
		err = errors.Join(err, c.close())
	}
	return err
}

// unfinished is the folder with one file of package ab for each commit of an unfinished batch.
func (f *filler) unfinished() string { return filepath.Join(f.Dir, ".fill") }

// part is the file of a commit there.
func (f *filler) part(c *commit) string { return filepath.Join(f.unfinished(), c.name()) }

// benches lists those of the batch.
func (f *filler) benches() []*ab.Bench {
	measured := lists.Filter(f.commits, func(c *commit) bool { return c.bench != nil })
	return lists.Map(measured, func(c *commit) *ab.Bench { return c.bench })
}

// open builds a commit, which takes none of the budget.
func (f *filler) open(ctx context.Context, c *commit) (src *gobench.Source, took time.Duration, err error) {
	took, err = engine.Build(ctx, f.BuildTimeout, func(ctx context.Context) (err error) {
		if src, err = gobench.Open(ctx, gobench.Config{Dir: f.folder, Head: c.Hash, Pattern: f.Pattern, Packages: f.Packages}); err != nil {
			return err
		}
		c.code, c.goVersion = src.Code(ctx), src.GoVersion(ab.Head)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), src.Close())
		}
		return nil
	})
	f.Started = f.Started.Add(took)
	return src, took, err
}

// begin begins a bench of a built commit, or continues it.
func (f *filler) begin(ctx context.Context, c *commit, b *ab.Bench, src *gobench.Source) error {
	b.Options, b.Precision, b.Path, b.Request = f.Options, f.Precision, f.part(c), f.request
	b.Started = time.Now()
	if f.Rounds == 0 {
		b.Budget = f.left()
	}
	c.bench = b
	return b.Begin(ctx, src)
}

// resume continues the batch of an interrupted call. If that is impossible, another begins.
func (f *filler) resume(ctx context.Context) error {
	for _, c := range f.commits {
		if _, err := os.Stat(f.part(c)); err != nil {
			continue
		}
		err := f.resumeOne(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			f.Say("the interrupted measurements are begun anew: " + message(err))
			return errors.Join(f.close(), os.RemoveAll(f.unfinished()))
		}
	}
	return nil
}

func (f *filler) resumeOne(ctx context.Context, c *commit) error {
	request := ""
	b, err := ab.ContinueBench(f.part(c), &request)
	if err != nil {
		return err
	}
	if request != f.request {
		return errors.Join(fmt.Errorf("%s is of another machine, toolchain or selection of benchmarks", b.Path), b.Close(""))
	}
	src, _, err := f.open(ctx, c)
	if err != nil {
		return errors.Join(err, b.Close(""))
	}
	return f.begin(ctx, c, b, src)
}

// choose builds missing commits in order, as many as there probably is time to measure, and begins
// their benches. Commits whose code is measured elsewhere have no bench.
func (f *filler) choose(ctx context.Context) error {
	if len(f.benches()) > 0 {
		return nil // of an interrupted call
	}
	if f.Rounds == 0 && f.left() <= 0 {
		return &ab.NoTimeError{}
	}
	known, sized := map[version]bool{}, map[ab.CaseID]ab.PlannedCase{}
	for _, c := range f.commits {
		for _, m := range c.finished {
			known[version{m.Top(), m.code}] = true
		}
	}
	order, begun := f.order(), time.Now()
	var built time.Duration
	opened := 0
	defer func() {
		if opened > 0 {
			f.Say(ab.Built(display.Count(opened, "commit"), built))
		}
	}()
	for n, c := range order {
		if !f.fits() {
			break
		}
		f.Progress.Report("building", n, len(order), begun)
		src, took, err := f.open(ctx, c)
		b := &ab.Bench{Sized: sized, Skip: func(id ab.CaseID) bool { return known[c.of(id.Top())] }}
		if err == nil {
			opened, built = opened+1, built+took
			functions := slices.Collect(maps.Keys(c.code))
			if len(functions) > 0 && lists.Count(functions, b.Skip) == len(functions) {
				if err := src.Close(); err != nil {
					return err
				}
				continue
			}
			err = f.begin(ctx, c, b, src)
		}
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), f.discard(c))
		case errors.As(err, new(*ab.NoTimeError)) || b.Unmeasured > 0:
			return errors.Join(&ab.NoTimeError{}, f.discard(c))
		case err != nil:
			if err := f.fail(c, err); err != nil {
				return err
			}
			continue
		}
		for function := range c.code {
			known[c.of(function)] = true
		}
	}
	return nil
}

// fits reports whether there is room in the batch, and time to measure one more commit and its
// neighbours.
func (f *filler) fits() bool {
	benches := f.benches()
	n := time.Duration(len(benches))
	if n == 0 || f.Rounds > 0 || n == mostCommits {
		return n < mostCommits
	}
	var round time.Duration
	for _, b := range benches {
		round += b.PerRound()
	}
	perCommit := round / n
	if slices.ContainsFunc(f.commits, func(c *commit) bool { return len(c.files) > 0 }) {
		perCommit *= 2
	}
	return ab.FewestSamples*(n+1)*perCommit*5/4 <= f.left()
}

// fail marks a commit as impossible to measure.
func (f *filler) fail(c *commit, err error) error {
	c.failure = message(err)
	f.outcome.Failed = append(f.outcome.Failed, c.Label()+": "+c.failure)
	return f.discard(c)
}

// discard removes the unfinished file of a commit.
func (f *filler) discard(c *commit) error {
	return errors.Join(c.close(), os.RemoveAll(f.part(c)))
}

// anchor adds the nearest commits on both sides with results of a case, if they can be built. They
// connect its level to those of earlier batches.
func (f *filler) anchor(ctx context.Context) error {
	cases, sized, used := map[*commit][]ab.CaseID{}, map[ab.CaseID]ab.PlannedCase{}, map[version]bool{}
	for _, c := range f.missing() {
		if c.bench == nil {
			continue
		}
		for _, m := range c.bench.Measured {
			sized[m.CaseID] = m.PlannedCase
			for _, step := range []int{-1, +1} {
				if near, known := f.nearest(c.at, step, m.CaseID); near != nil && !used[known.version] {
					used[known.version] = true
					cases[near] = append(cases[near], m.CaseID)
				}
			}
		}
	}
	for _, c := range f.commits {
		if len(cases[c]) == 0 || c.bench != nil {
			continue
		}
		src, _, err := f.open(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			f.Say(fmt.Sprintf("%s cannot be built any more and is not used as an anchor: %s", c.Label(), message(err)))
			continue
		}
		sizes := map[ab.CaseID]ab.PlannedCase{}
		for _, id := range cases[c] {
			size := sized[id]
			if !src.Alone(ctx, id) {
				size.Procs = 0
			}
			sizes[id] = size
		}
		if err := f.begin(ctx, c, &ab.Bench{Only: cases[c], Sized: sizes}, src); err != nil {
			return err
		}
	}
	return nil
}

// nearest returns the next commit in a direction that has results of a case.
func (f *filler) nearest(at, step int, id ab.CaseID) (near *commit, known measurement) {
	for at += step; at >= 0 && at < len(f.commits); at += step {
		if known = f.commits[at].timed(id); known.level > 0 {
			return f.commits[at], known
		}
	}
	return nil, known
}

// measure runs rounds until each commit has the precision, or the time is over.
func (f *filler) measure(ctx context.Context) error {
	benches := f.benches()
	if len(benches) == 0 {
		return nil
	}
	stop := time.Now().AddDate(1, 0, 0)
	if f.Rounds == 0 {
		stop = f.After(measureShare)
		limited, cancel := context.WithDeadline(ctx, stop)
		defer cancel()
		ctx = limited
		if slices.ContainsFunc(f.missing(), func(c *commit) bool { return c.code == nil }) {
			stop = time.Now().Add(time.Duration(firstShare * float64(time.Until(stop))))
		}
	}
	return ab.InTurns(ctx, benches, f.isPrecise, stop)
}

// isPrecise reports whether each commit has the precision in a case.
func (f *filler) isPrecise(id ab.CaseID) bool {
	return !slices.ContainsFunc(f.items(id), func(i item) bool {
		return !i.Failed && !i.isAnchor() && statistics.MedianOf(i.seconds).Precision() > f.Precision
	})
}
