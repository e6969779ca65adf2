package measure

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
)

// A Recording measures a plan and records it in a new file or continues an earlier one.
type Recording struct {
	Plan    Plan
	Damaged []error // unreadable lines of the continued file
	Begun   func()  // called when the file is open; nil for none

	earlier *results.File       // empty for a new run
	moved   []results.Condition // the machine has changed since the run began
	start   func() (*results.Writer, error)
}

// Begin returns a recording with a new file, created by [Recording.Run]; "-" is standard output.
func Begin(plan Plan, path string, force bool) *Recording {
	return &Recording{Plan: plan, earlier: &results.File{}, start: func() (*results.Writer, error) {
		if path == results.Stdout {
			return results.Stream(os.Stdout, Head(plan))
		}
		return results.Create(path, force, Head(plan))
	}}
}

// Continue returns a recording that resumes the plan in a file after change. It rejects
// files without a plan, with an edited plan, or from other code.
func Continue(path string, change func(*Plan)) (*Recording, error) {
	file, err := results.Read(path)
	if err != nil {
		return nil, err
	}
	s := &Recording{Damaged: file.Damaged}
	if err := s.take(file, change); err != nil {
		return nil, fmt.Errorf("resume %s: %w", path, err)
	}
	s.start = func() (*results.Writer, error) {
		out, file, err := results.Resume(path)
		if err != nil {
			return nil, err
		}
		// Read again under the lock.
		if err = s.take(file, change); err == nil {
			err = out.Continue(Head(s.Plan), file.Failed)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("resume %s: %w", path, err), out.Close())
		}
		return out, nil
	}
	return s, nil
}

// BeginOrContinue resumes a file if it exists and begins it otherwise. It rejects a
// file with another plan. A file without samples from a killed run is begun anew.
func BeginOrContinue(plan Plan, path string) (*Recording, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Begin(plan, path, false), nil
	}
	if err == nil && info.Size() < 64<<10 {
		if text, err := os.ReadFile(path); err == nil && !bytes.Contains(text, []byte("\n")) && bytes.HasPrefix(headerLine, text[:min(len(text), 4)]) {
			return Begin(plan, path, true), nil
		}
	}
	s, err := Continue(path, func(*Plan) {})
	if err != nil {
		return nil, err
	}
	was, now := s.Plan, plan
	if checksum(was) != checksum(now) || checksum(was.part()) != checksum(now.part()) {
		return nil, fmt.Errorf("continue %s: it holds another plan or shard: choose another file with -o, or go on with its own plan by --resume", path)
	}
	return s, nil
}

func (s *Recording) take(file *results.File, change func(*Plan)) error {
	if file.Header == nil || file.Header.Plan == nil {
		return errors.New("it was not written by ecsbench run, so there is no plan to continue")
	}
	if len(file.Headers) > 1 {
		return errors.New("it was merged from several runs: continue their files, and merge them again")
	}
	var plan Plan
	if err := json.Unmarshal(file.Header.Plan, &plan); err != nil {
		return fmt.Errorf("read its plan: %w", err)
	}
	change(&plan)
	if s := file.Header.Shard; s != nil && s.Count > 1 {
		plan.Part = s
	}
	for _, program := range plan.Programs {
		if err := program.unchanged(); err != nil {
			return err
		}
	}
	if err := plan.Check(); err != nil {
		return fmt.Errorf("its plan: %w", err)
	}
	if err := SameConditions(file); err != nil {
		return err
	}
	s.Plan, s.earlier, s.moved = plan, file, moved(file)
	return nil
}

// Duration estimates the session, with the fewest samples for each case and with the most.
func (s *Recording) Duration() (least, most time.Duration) {
	schedule, err := newSchedule(s.Plan, s.earlier)
	if err != nil {
		return 0, 0
	}
	least = schedule.remaining(s.Plan.Budget, schedule.limited())
	switch {
	case s.Plan.Rounds > 0:
		return least, least
	case s.Plan.Budget > 0:
		return least, max(least, s.Plan.Budget)
	}
	return least, least * MaxSamples / statistics.MedianMinSamples
}

// Run measures the cases that an earlier, interrupted session has left, appends each sample to the
// file, and returns its content. Failed cases are tried again. It ends with the budget, also if some
// cases have no sample, unless the plan promises some. If ctx ends first, the error is a
// [results.InterruptedError]. Other errors mean that measuring or writing is impossible.
func (s *Recording) Run(ctx context.Context, m Measurer, watch Observer) (_ *results.File, _ Outcome, err error) {
	if err := s.Plan.greet(ctx, m); err != nil {
		return nil, Outcome{}, err
	}
	out, err := s.start()
	if err != nil {
		return nil, Outcome{}, err
	}
	if s.Begun != nil {
		s.Begun()
	}
	r := &run{measurer: m, out: out, watch: watch, start: time.Now(), added: make(map[string]int), outcome: Outcome{Reason: Complete}}
	if r.schedule, err = newSchedule(s.Plan, s.earlier); err == nil {
		err = r.describe(ctx, s.earlier.Impls)
	}
	if err == nil {
		look := host.WatchSystem()
		rounds := engine.Rounds[*track]{Seed: s.Plan.Seed, Open: func(int) []*track { return r.next(r.left(), r.limited()) }, Sample: r.visit}
		for _, t := range r.tracks {
			rounds.First = max(rounds.First, t.samples())
		}
		err = r.end(rounds.Run(ctx))
		r.outcome.Conditions = slices.Concat(look(), r.conditions(), s.moved)
	}
	if err == nil {
		err = out.Annotate(results.KindEnd, r.outcome.end())
	}
	if err = cmp.Or(err, out.Close()); err != nil {
		return nil, r.outcome, err
	}
	if r.outcome.Reason == Interrupted {
		return nil, r.outcome, &results.InterruptedError{Path: out.Path()}
	}
	file, err := out.Written()
	return file, r.outcome, err
}

// Head returns the head of a plan's result file: plan, environment and the
// configuration of all samples.
func Head(plan Plan) results.Head {
	env := Environment()
	return results.Head{
		Header: results.Header{
			Format: results.Format, Version: env.Version, Start: time.Now().Round(time.Second),
			Identity: plan.Identity(), Shard: plan.part(), Command: plan.Command,
		},
		Plan:        plan,
		Environment: env,
		Config:      Config(plan.Profile, env),
	}
}

// Config returns the configuration of all samples of a profile.
func Config(p profiles.Profile, env results.Environment) [][2]string {
	return [][2]string{
		{"profile", p.Name},
		{"component-types", strconv.Itoa(p.ComponentTypes)},
		{"systems", strconv.Itoa(p.Systems)},
		{"goos", env.OS},
		{"goarch", env.Arch},
		{"cpu", env.CPU},
	}
}

// SameConditions returns an error if this machine and program may not add to the file.
func SameConditions(f *results.File) error {
	if !f.PlanIntact() {
		return errors.New("its plan was edited, or written by an older ecsbench: start a new run with the plan that you want")
	}
	now := Environment()
	for _, then := range f.Environments {
		for _, c := range []struct{ what, then, now string }{
			{"CPU", then.CPU, now.CPU},
			{"number of CPUs", strconv.Itoa(then.CPUs), strconv.Itoa(now.CPUs)},
			{"Go version", then.GoVersion, now.GoVersion},
			{"GOMAXPROCS", strconv.Itoa(then.GOMAXPROCS), strconv.Itoa(now.GOMAXPROCS)},
			{"commit", then.Commit, now.Commit},
			{"ecsbench built as", then.Binary, now.Binary},
		} {
			if c.then != c.now {
				return fmt.Errorf("it was measured with %s %q, this is %q: start a new run instead of mixing the two", c.what, c.then, c.now)
			}
		}
		if other := then.OtherSetting(now); other != "" {
			return fmt.Errorf("it was measured with another setting of Go, %s: set that again, or start a new run instead of mixing the two", other)
		}
	}
	return nil
}

// moved describes changes of the machine that do not prevent a resumed run: containers
// get a new name at each start.
func moved(f *results.File) []results.Condition {
	now := Environment()
	for _, then := range f.Environments {
		if then.Machine != now.Machine || then.Kernel != now.Kernel {
			return []results.Condition{{
				Name:   "machine",
				State:  fmt.Sprintf("the run was begun on another machine or container with this CPU model, or under another kernel (%s; now %s)", then.Kernel, now.Kernel),
				Remedy: "measure anew unless you know that the two are equal",
			}}
		}
	}
	return nil
}
