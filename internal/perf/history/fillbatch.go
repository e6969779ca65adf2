package history

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
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
	err = f.resume(ctx)
	if err == nil && len(f.benches()) == 0 {
		err = f.choose(ctx)
	}
	if err == nil {
		err = f.anchor(ctx)
	}
	if err == nil {
		err = f.measure(ctx)
	}
	if isLate(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	samples, enough := f.samples()
	if !enough {
		return false, nil
	}
	for _, s := range f.states {
		if s.code != nil && len(s.files) == 0 && s.failure == "" {
			if err := f.write(s, samples); err != nil {
				return false, err
			}
		}
	}
	if err := f.close(); err != nil {
		return false, err
	}
	return true, os.RemoveAll(f.unfinished())
}

func isLate(err error) bool { return errors.As(err, new(*ab.NoTimeError)) }

// close ends what the batch has of all commits. The unfinished files stay.
func (f *filler) close() (err error) {
	for _, s := range f.states {
		err = errors.Join(err, s.close())
	}
	return err
}

// unfinished is the folder with one file of package ab for each commit of an unfinished batch.
func (f *filler) unfinished() string { return filepath.Join(f.Dir, ".fill") }

// benches lists those of the batch.
func (f *filler) benches() []*ab.Bench {
	measured := lists.Filter(f.states, func(s *state) bool { return s.bench != nil })
	return lists.Map(measured, func(s *state) *ab.Bench { return s.bench })
}

// open builds a commit, which takes none of the budget.
func (f *filler) open(ctx context.Context, s *state) (took time.Duration, err error) {
	took, err = engine.Build(ctx, f.BuildTimeout, func(ctx context.Context) (err error) {
		s.src, err = gobench.Open(ctx, gobench.Config{Dir: f.folder, Head: s.Hash, Pattern: f.Pattern, Packages: f.Packages})
		if err == nil {
			s.code, s.goVersion = s.src.Code(ctx), s.src.GoVersion(ab.Head)
			err = ctx.Err()
		}
		return err
	})
	f.Started = f.Started.Add(took)
	return took, err
}

// begin begins a bench of a built commit, or continues it.
func (f *filler) begin(ctx context.Context, s *state, b *ab.Bench) error {
	b.Options, b.Precision, b.Path, b.Request = f.Options, f.Precision, f.part(s), f.request
	b.Started = time.Now()
	if f.Rounds == 0 {
		b.Budget = f.left()
	}
	s.bench = b
	return b.Begin(ctx, s.src)
}

// part is the file of a commit in an unfinished batch.
func (f *filler) part(s *state) string { return filepath.Join(f.unfinished(), s.name()) }

// resume continues the batch of an interrupted call. If that is impossible, another begins.
func (f *filler) resume(ctx context.Context) error {
	for _, s := range f.states {
		if _, err := os.Stat(f.part(s)); err != nil {
			continue
		}
		err := f.resumeOne(ctx, s)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			continue
		}
		f.Say("the interrupted measurements are begun anew: " + message(err))
		return errors.Join(f.close(), os.RemoveAll(f.unfinished()))
	}
	return nil
}

func (f *filler) resumeOne(ctx context.Context, s *state) error {
	if _, err := f.open(ctx, s); err != nil {
		return err
	}
	request := ""
	b, err := ab.ContinueBench(f.part(s), &request)
	if err != nil {
		return err
	}
	if request != f.request {
		return errors.Join(fmt.Errorf("%s is of another machine, toolchain or selection of benchmarks", b.Path), b.Close(""))
	}
	return f.begin(ctx, s, b)
}

// choose builds missing commits in order, as many as there probably is time to measure, and begins
// their benches. Commits whose code is measured elsewhere have no bench.
func (f *filler) choose(ctx context.Context) error {
	if f.Rounds == 0 && f.left() <= 0 {
		return &ab.NoTimeError{}
	}
	order, begun := f.order(), time.Now()
	known, sized := f.knownFunctions(), map[ab.CaseID]ab.PlannedCase{}
	var built, perRound time.Duration
	opened := 0
	defer func() {
		if opened > 0 {
			f.Say(ab.Built(display.Count(opened, "commit"), built))
		}
	}()
	for n, s := range order {
		if benches := len(f.benches()); benches == mostCommits || benches > 0 && !f.fits(benches, perRound) {
			break
		}
		f.Progress.Report("building", n, len(order), begun)
		took, err := f.open(ctx, s)
		built += took
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if err := f.fail(s, err); err != nil {
				return err
			}
			continue
		}
		opened++
		skip := func(c ab.CaseID) bool { return known[codeOfCase{c.Top(), s.code[c.Top()]}] }
		if functions := slices.Collect(maps.Keys(s.code)); len(functions) > 0 && len(lists.Filter(functions, skip)) == len(functions) {
			if err := s.closeSource(); err != nil {
				return err
			}
			continue
		}
		b := &ab.Bench{Skip: skip, Sized: sized}
		err = f.begin(ctx, s, b)
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), f.discard(s))
		case isLate(err) || b.Unmeasured > 0:
			return errors.Join(&ab.NoTimeError{}, f.discard(s))
		case err != nil:
			if err := f.fail(s, err); err != nil {
				return err
			}
			continue
		}
		for c, hash := range s.code {
			known[codeOfCase{c, hash}] = hash != ""
		}
		perRound += b.PerRound()
	}
	return nil
}

// fits reports whether there is time to measure one more commit than these, and their neighbours.
func (f *filler) fits(benches int, perRound time.Duration) bool {
	if f.Rounds > 0 {
		return true
	}
	perCommit := perRound / time.Duration(benches)
	if slices.ContainsFunc(f.states, func(s *state) bool { return len(s.files) > 0 }) {
		perCommit *= 2
	}
	return ab.FewestSamples*time.Duration(benches+1)*perCommit*5/4 <= f.left()
}

// fail marks a commit as impossible to measure.
func (f *filler) fail(s *state, err error) error {
	s.failure = message(err)
	f.outcome.Failed = append(f.outcome.Failed, s.Label()+": "+s.failure)
	return f.discard(s)
}

// discard removes the unfinished file of a commit.
func (f *filler) discard(s *state) error {
	return errors.Join(s.close(), os.RemoveAll(f.part(s)))
}

// codeOfCase is a state of a benchmark function or of a case.
type codeOfCase struct {
	ab.CaseID
	hash string
}

// knownFunctions are those whose code is measured in a finished file.
func (f *filler) knownFunctions() map[codeOfCase]bool {
	known := map[codeOfCase]bool{}
	for _, s := range f.states {
		for _, file := range s.files {
			for _, c := range file.Cases {
				if hash := file.CodeOf(c); hash != "" {
					known[codeOfCase{fillCase(c, f.Environment.GOMAXPROCS).Top(), hash}] = true
				}
			}
		}
	}
	return known
}

// anchor adds the nearest commits on both sides with results of a case, if they can be built. They
// connect its level to those of earlier batches.
func (f *filler) anchor(ctx context.Context) error {
	cases := map[*state][]ab.CaseID{}
	used := map[codeOfCase]bool{}
	sized := map[ab.CaseID]ab.PlannedCase{}
	for _, s := range f.states {
		if s.bench == nil || len(s.files) > 0 {
			continue
		}
		for _, c := range s.bench.Measured {
			sized[c.CaseID] = c.PlannedCase
			for _, step := range []int{-1, +1} {
				near, class := f.nearest(s.at, step, c.CaseID)
				if key := (codeOfCase{c.CaseID, class}); near != nil && !used[key] {
					used[key] = true
					cases[near] = append(cases[near], c.CaseID)
				}
			}
		}
	}
	for _, s := range f.states {
		if len(cases[s]) == 0 || s.bench != nil {
			continue
		}
		if _, err := f.open(ctx, s); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			f.Say(fmt.Sprintf("%s cannot be built any more and is not used as an anchor: %s", s.Label(), message(err)))
			continue
		}
		sizes := map[ab.CaseID]ab.PlannedCase{}
		for _, c := range cases[s] {
			size := sized[c]
			if !s.src.Alone(ctx, c) {
				size.Procs = 0
			}
			sizes[c] = size
		}
		if err := f.begin(ctx, s, &ab.Bench{Only: cases[s], Sized: sizes}); err != nil {
			return err
		}
	}
	return nil
}

// nearest returns the next commit in a direction that has results of a case, and the identity of its
// code.
func (f *filler) nearest(at, step int, c ab.CaseID) (near *state, class string) {
	for at += step; at >= 0 && at < len(f.states); at += step {
		if r, class := f.states[at].result(c, f.Environment.GOMAXPROCS); r != nil {
			return f.states[at], class
		}
	}
	return nil, ""
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
		if waiting := lists.Filter(f.missing(), func(s *state) bool { return s.code == nil }); len(waiting) > 0 {
			stop = time.Now().Add(time.Duration(firstShare * float64(time.Until(stop))))
		}
	}
	return ab.InTurns(ctx, benches, f.isPrecise, stop)
}

// items lists the commits of the batch that have a case.
func (f *filler) items(c ab.CaseID) (list []item) {
	for _, s := range f.states {
		if s.bench == nil {
			continue
		}
		measured := s.bench.Of(c)
		if measured == nil {
			continue
		}
		i := item{state: s, MeasuredCase: measured, earlier: math.NaN()}
		if r, _ := s.result(c, f.Environment.GOMAXPROCS); r != nil {
			i.earlier = math.Log(statistics.Median(r.In("ns/op")) / 1e9)
		}
		list = append(list, i)
	}
	return list
}

// isPrecise reports whether each commit has the precision in a case.
func (f *filler) isPrecise(c ab.CaseID) bool {
	items := f.items(c)
	for at, corrected := range seconds(items) {
		i := &items[at]
		if !i.Failed && !i.isAnchor() && statistics.MedianOf(corrected).Precision() > f.Precision {
			return false
		}
	}
	return true
}
