package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

const (
	causeTime  = 2 * time.Minute // for causes if the number of rounds is given
	mostCauses = 3               // per step
)

// conclude builds the history of all commits that have results, and explains its steps.
func (f *filler) conclude(ctx context.Context) error {
	var files []*results.File
	for _, s := range f.states {
		files = append(files, s.files...)
	}
	if len(files) == 0 {
		return nil
	}
	f.outcome.History = Build(files)
	deadline := f.After(1)
	if f.Rounds > 0 {
		deadline = time.Now().Add(causeTime)
	}
	budget := engine.NewBudget(ctx, deadline)
	defer budget.Close()
	err := f.explain(budget)
	if ctx.Err() != nil {
		return &results.InterruptedError{Path: f.Dir}
	}
	return err
}

// A change is the steps of all cases between two commits.
type change struct {
	before, at *state
	steps      []*Step
}

// explain finds causes of the steps that have none yet, the largest change first.
func (f *filler) explain(ctx *engine.Budget) error {
	h := f.outcome.History
	var found lists.Groups[[2]*state, change]
	for i := range h.Series {
		s := &h.Series[i]
		for j := range s.Steps {
			step := &s.Steps[j]
			before, at := f.stateOf(h.Commits[s.Points[step.Before].Commit].ID), f.stateOf(h.Commits[s.Points[step.At].Commit].ID)
			if before == nil || at == nil || step.explained {
				continue
			}
			c, _ := found.Of([2]*state{before, at})
			c.before, c.at, c.steps = before, at, append(c.steps, step)
		}
	}
	changes := found.List
	size := func(s *Step) float64 { return math.Abs(s.Effect.Log) }
	for _, c := range changes {
		slices.SortStableFunc(c.steps, func(a, b *Step) int { return cmp.Compare(size(b), size(a)) })
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(size(b.steps[0]), size(a.steps[0])) })
	for _, c := range engine.Steps(f.Progress, "attributing", changes) {
		f.describe(&c)
		f.attribute(ctx, &c)
		if err := c.save(); err != nil {
			return fmt.Errorf("storing the causes of a step: %w", err)
		}
	}
	return nil
}

func (f *filler) stateOf(id string) *state {
	return lists.First(f.states, func(s *state) bool { return s.ID == id })
}

// describe names the commit of a change, or the range of possible commits.
func (f *filler) describe(c *change) {
	note := strings.TrimSpace(c.at.Label() + " " + c.at.Subject)
	if between := c.at.at - c.before.at - 1; between > 0 {
		note = fmt.Sprintf("one of the %d commits after %s up to %s", between+1, c.before.Label(), note)
	}
	for _, s := range c.steps {
		s.Notes = append(s.Notes, note)
	}
}

// attribute compares the instructions of both commits in each case of a change. Without
// time, cases get the causes of the first. A step with equal instructions is uncertain: the
// code may be placed elsewhere.
func (f *filler) attribute(ctx *engine.Budget, c *change) {
	const late = "the budget ended before the cause was found"
	if ctx.Err() != nil {
		c.steps[0].Notes = append(c.steps[0].Notes, late)
		return
	}
	if _, err := instructions.FindValgrind(ctx); err != nil {
		c.steps[0].Notes = append(c.steps[0].Notes, "unknown cause: "+message(err))
		return
	}
	var src *gobench.Source
	_, err := ctx.Build(f.BuildTimeout, func(ctx context.Context) (err error) {
		src, err = gobench.Open(ctx, gobench.Config{Dir: f.folder, Base: c.before.Hash, Head: c.at.Hash, Pattern: f.Pattern, Packages: f.Packages})
		return err
	})
	if err != nil {
		c.steps[0].Notes = append(c.steps[0].Notes, "unknown cause: "+message(err))
		return
	}
	defer src.Close()
	for i, step := range c.steps {
		err := f.explainStep(ctx, src, c, step)
		switch first := c.steps[0]; {
		case err == nil:
			step.explained = true
		case i > 0 && len(first.Causes) > 0:
			step.explained, step.Causes = true, slices.Clone(first.Causes)
			for k := range step.Causes {
				step.Causes[k].Like = first.Case
			}
		case ctx.Err() != nil:
			step.Notes = append(step.Notes, late)
		default:
			step.Notes = append(step.Notes, "unknown cause: "+message(err))
		}
	}
}

// explainStep finds the causes of one step.
func (f *filler) explainStep(ctx context.Context, src *gobench.Source, c *change, step *Step) error {
	k := ab.CaseNamed(step.Key.Package, step.Key.Name, f.Environment.GOMAXPROCS)
	// A faster case does more in the commit before.
	less, more, pair := ab.Base, ab.Head, src.TreePair
	if log, _, _ := step.Worse(); log < 0 {
		less, more = more, less
		pair = gobench.TreePair{Trees: [2]*gobench.SourceTree{pair.Trees[1], pair.Trees[0]}, Prefix: pair.Prefix}
	}
	count := func(side ab.Side) instructions.Count {
		return func(ctx context.Context, operations int) (*instructions.Counts, error) {
			return src.Count(ctx, k, side, operations)
		}
	}
	operations := ab.CountedOperations(max(step.Old, step.New))
	work, err := instructions.Compare(ctx, count(less), count(more), operations, instructions.Precision)
	if err != nil {
		return err
	}
	if work.Finding == instructions.Same || work.Finding == instructions.Fewer {
		step.doubt()
		step.Notes = append(step.Notes, fmt.Sprintf("%s by instructions (%+.2f%%), so the code may only be placed elsewhere: `ecsbench ab %s %s --bench '%s'` confirms it",
			work.Finding, 100*work.Change, c.before.Label(), c.at.Label(), k.Top().Name))
		return nil
	}
	if work.Finding == instructions.Unsteady {
		step.Notes = append(step.Notes, "its instructions vary between processes by more than the change")
		return nil
	}
	_, allocating, err := ab.AllocationGrowth(ctx, src, k, less, more, operations)
	if ctx.Err() != nil {
		return err
	}
	if err != nil {
		step.Notes = append(step.Notes, "the work of the allocator is not charged to its callers: "+message(err))
	}
	step.Causes = pair.Explain(ctx, work.Grown, allocating)
	step.Causes = step.Causes[:min(mostCauses, len(step.Causes))]
	for i := range step.Causes {
		if c.at.at-c.before.at == 1 || f.folder != "" {
			step.Causes[i].Commits = []string{c.at.Label()}
		}
	}
	return nil
}

// recall adds the explanations in the files of a step's commit.
func (h *History) recall(s *Trend) {
	for i := range s.Steps {
		step := &s.Steps[i]
		before, at := h.Commits[s.Points[step.Before].Commit], h.Commits[s.Points[step.At].Commit]
		for _, f := range at.Files {
			for _, e := range f.Explained {
				if e.Case == step.Key.Name && e.Package == step.Key.Package && e.Before == before.ID {
					step.explained, step.Notes, step.Causes = true, e.Notes, e.Causes
					if e.Unsure {
						step.doubt()
					}
				}
			}
		}
	}
}

// doubt marks a step whose instructions are the same.
func (s *Step) doubt() {
	s.Status = verdict.Suspect
	if log, _, _ := s.Worse(); log < 0 {
		s.Status = verdict.Unconfirmed
	}
}

// save appends the explanations of a change to the file of its commit.
func (c *change) save() error {
	file := lists.First(c.at.files, isPaired)
	found := lists.Filter(c.steps, func(s *Step) bool { return s.explained })
	if file == nil || len(found) == 0 {
		return nil // a file of another command is not changed
	}
	w, _, err := results.Resume(file.Path)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range found {
		errs = append(errs, w.Annotate(results.KindExplained, results.Explanation{
			Package: s.Key.Package, Case: s.Key.Name, Before: c.before.ID, Causes: s.Causes, Notes: s.Notes,
			Unsure: s.Status == verdict.Suspect || s.Status == verdict.Unconfirmed,
		}))
	}
	return errors.Join(append(errs, w.Close())...)
}
