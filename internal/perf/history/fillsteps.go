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
	files := slices.Concat(lists.Map(f.commits, func(c *commit) []*results.File { return c.files })...)
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

// A change is a step between two commits.
type change struct {
	*Step
	before, at *commit
}

// explain finds causes of the steps that have none yet, the largest first.
func (f *filler) explain(ctx *engine.Budget) error {
	h := f.outcome.History
	var changes []change
	for i := range h.Series {
		s := &h.Series[i]
		for j := range s.Steps {
			step := &s.Steps[j]
			before, at := f.commitOf(h.Commits[s.Points[step.Before].Commit].ID), f.commitOf(h.Commits[s.Points[step.At].Commit].ID)
			if before != nil && at != nil && !step.explained {
				changes = append(changes, change{step, before, at})
			}
		}
	}
	size := func(c change) float64 { return math.Abs(c.Effect.Log) }
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(size(b), size(a)) })
	pairs := map[[2]*commit]*gobench.Source{}
	defer func() {
		for _, src := range pairs {
			src.Close()
		}
	}()
	for _, c := range engine.Steps(f.Progress, "attributing", changes) {
		c.Notes = append(c.Notes, c.label())
		switch err := f.attribute(ctx, c, pairs); {
		case err == nil:
			c.explained = true
			if err := c.save(); err != nil {
				return fmt.Errorf("storing the causes of a step: %w", err)
			}
		case ctx.Err() != nil:
			c.Notes = append(c.Notes, "the budget ended before the cause was found")
		default:
			c.Notes = append(c.Notes, "unknown cause: "+message(err))
		}
	}
	return nil
}

// label names the commit of a change, or the range of possible commits.
func (c *change) label() string {
	label := strings.TrimSpace(c.at.Label() + " " + c.at.Subject)
	if between := c.at.at - c.before.at - 1; between > 0 {
		label = fmt.Sprintf("one of the %d commits after %s up to %s", between+1, c.before.Label(), label)
	}
	return label
}

// openBoth builds both commits of a change for counting, once.
func (f *filler) openBoth(ctx *engine.Budget, c change, opened map[[2]*commit]*gobench.Source) (src *gobench.Source, err error) {
	pair := [2]*commit{c.before, c.at}
	if opened[pair] != nil {
		return opened[pair], nil
	}
	if _, err := instructions.FindValgrind(ctx); err != nil {
		return nil, err
	}
	_, err = ctx.Build(f.BuildTimeout, func(ctx context.Context) (err error) {
		src, err = gobench.Open(ctx, gobench.Config{Dir: f.folder, Base: c.before.Hash, Head: c.at.Hash, Pattern: f.Pattern, Packages: f.Packages})
		return err
	})
	if err == nil {
		opened[pair] = src
	}
	return src, err
}

// attribute compares the instructions of both commits. A step with equal instructions is uncertain: the
// code may be placed elsewhere.
func (f *filler) attribute(ctx *engine.Budget, step change, opened map[[2]*commit]*gobench.Source) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	src, err := f.openBoth(ctx, step, opened)
	if err != nil {
		return err
	}
	k := ab.CaseNamed(step.Key.Package, step.Key.Name, f.Environment.GOMAXPROCS)
	// A faster case does more in the commit before.
	less, more, pair := ab.Base, ab.Head, src.TreePair
	if log, _, _ := step.Worse(); log < 0 {
		less, more, pair.Changes = more, less, nil
		slices.Reverse(pair.Trees[:])
	}
	operations := ab.CountedOperations(max(step.Old, step.New))
	work, err := ab.CompareWork(ctx, src, k, less, more, operations, instructions.Precision)
	if err != nil {
		return err
	}
	switch work.Finding {
	case instructions.Same, instructions.Fewer:
		step.doubt()
		step.Notes = append(step.Notes, fmt.Sprintf("%s by instructions (%+.2f%%), so the code may only be placed elsewhere: `ecsbench ab %s %s --bench '%s'` confirms it",
			work.Finding, 100*work.Change, step.before.Label(), step.at.Label(), k.Top().Name))
		return nil
	case instructions.Unsteady:
		step.Notes = append(step.Notes, "its instructions vary between processes by more than the change")
		return nil
	}
	_, allocating, err := ab.AllocationGrowth(ctx, src, k, less, more, operations)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		step.Notes = append(step.Notes, "the work of the allocator is not charged to its callers: "+message(err))
	}
	step.Causes = pair.Explain(ctx, work.Grown, allocating)
	step.Causes = step.Causes[:min(mostCauses, len(step.Causes))]
	for i := range step.Causes {
		if step.at.at-step.before.at == 1 || f.folder != "" {
			step.Causes[i].Commits = []string{step.at.Label()}
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

// save appends the explanation to the file of the commit, if that is one of history fill.
func (c *change) save() error {
	file := lists.First(c.at.files, isPaired)
	if file == nil {
		return nil
	}
	w, _, err := results.Resume(file.Path)
	if err != nil {
		return err
	}
	return errors.Join(w.Annotate(results.KindExplained, results.Explanation{
		Package: c.Key.Package, Case: c.Key.Name, Before: c.before.ID, Causes: c.Causes, Notes: c.Notes,
		Unsure: c.Status == verdict.Suspect || c.Status == verdict.Unconfirmed,
	}), w.Close())
}
