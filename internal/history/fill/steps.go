package fill

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab/gobench"
	"github.com/ecsbench/ecsbench/internal/ab/origin"
	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/cause"
	"github.com/ecsbench/ecsbench/internal/history"
	"github.com/ecsbench/ecsbench/internal/instructions"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/results"
)

const (
	countedSeconds = 0.01             // of operations that are counted: outweighs what the run-time adds
	causeTime      = 30 * time.Second // for causes where the number of rounds is given
	mostCauses     = 3                // per step
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
	f.outcome.History = history.Build(files)
	deadline := f.after(1)
	if f.Rounds > 0 {
		deadline = time.Now().Add(causeTime)
	}
	limited, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	f.explain(limited)
	if ctx.Err() != nil {
		return &results.InterruptedError{Path: f.Dir}
	}
	return nil
}

// A change is the steps of all cases between two commits.
type change struct {
	before, at *state
	steps      []*history.Step
}

// explain finds causes of the steps, the largest change first.
func (f *filler) explain(ctx context.Context) {
	h := f.outcome.History
	var changes []*change
	for i := range h.Series {
		s := &h.Series[i]
		for j := range s.Steps {
			step := &s.Steps[j]
			before, at := f.stateOf(h.Commits[s.Points[step.Before].Commit].ID), f.stateOf(h.Commits[s.Points[step.At].Commit].ID)
			if before == nil || at == nil {
				continue
			}
			n := slices.IndexFunc(changes, func(c *change) bool { return c.before == before && c.at == at })
			if n < 0 {
				n = len(changes)
				changes = append(changes, &change{before: before, at: at})
			}
			changes[n].steps = append(changes[n].steps, step)
		}
	}
	size := func(s *history.Step) float64 { return math.Abs(s.Effect.Log) }
	for _, c := range changes {
		slices.SortStableFunc(c.steps, func(a, b *history.Step) int { return cmp.Compare(size(b), size(a)) })
	}
	slices.SortStableFunc(changes, func(a, b *change) int { return cmp.Compare(size(b.steps[0]), size(a.steps[0])) })
	for n, c := range changes {
		f.Progress("attributing", n, len(changes), 0)
		f.describe(c)
		causes, note := f.causes(ctx, c)
		for i, s := range c.steps {
			s.Causes = slices.Clone(causes)
			if i > 0 {
				for k := range s.Causes {
					s.Causes[k].Like = c.steps[0].Case
				}
			} else if note != "" {
				s.Notes = append(s.Notes, note)
			}
		}
	}
}

func (f *filler) stateOf(id string) *state {
	at := slices.IndexFunc(f.states, func(s *state) bool { return s.ID == id })
	if at < 0 {
		return nil
	}
	return f.states[at]
}

// describe names the commit of a change, or the commits among which it is.
func (f *filler) describe(c *change) {
	note := strings.TrimSpace(c.at.Label() + " " + c.at.Subject)
	if between := c.at.at - c.before.at - 1; between > 0 {
		note = fmt.Sprintf("it is one of the %d commits after %s up to %s", between+1, c.before.Label(), note)
	}
	for _, s := range c.steps {
		s.Notes = append(s.Notes, note)
	}
}

// causes compares the instructions of both commits, in the case that changed most.
func (f *filler) causes(ctx context.Context, c *change) (causes []cause.Cause, note string) {
	if _, err := cachegrind.Find(ctx); err != nil {
		return nil, ""
	}
	worst := c.steps[0]
	k := caseOf(&results.Case{Name: worst.Key.Name, Config: map[string]string{"pkg": worst.Key.Package}}, f.Environment.GOMAXPROCS)
	src, err := gobench.Open(ctx, gobench.Config{Dir: f.folder, Base: c.before.Revision, Head: c.at.Revision, Pattern: gobench.Pattern(k), Packages: f.Packages})
	if err != nil {
		return nil, "no cause is known: " + short(err)
	}
	defer src.Close()
	// What became faster does more in the commit before.
	less, more := source.Base, source.Head
	pair := src.Pair
	if log, _, _ := worst.Worse(); log < 0 {
		less, more = more, less
		pair = origin.Pair{Trees: [2]*origin.Tree{pair.Trees[1], pair.Trees[0]}, Prefix: pair.Prefix}
	}
	count := func(side source.Side) instructions.Count {
		return func(ctx context.Context, operations int) (*cachegrind.Counts, error) {
			return src.Count(ctx, k, side, operations)
		}
	}
	operations := max(1, int(countedSeconds/max(1e-9, max(worst.Old, worst.New))))
	work, err := instructions.Compare(ctx, count(less), count(more), operations, instructions.Precise)
	switch {
	case ctx.Err() != nil:
		return nil, "the budget ended before its cause was found"
	case err != nil:
		return nil, "no cause is known: " + short(err)
	case work.Finding != instructions.More:
		return nil, fmt.Sprintf("%s by instructions (%+.2f%%): the code may be placed elsewhere; `ecsbench ab %s %s --bench '%s'` confirms it", work.Finding, 100*work.Change, c.before.Label(), c.at.Label(), function(k).Name)
	}
	causes = pair.Explain(ctx, work.Grown, nil)
	for i := range causes {
		if c.at.at-c.before.at == 1 || f.folder != "" {
			causes[i].Commits = []string{c.at.Label()}
		}
	}
	return causes[:min(mostCauses, len(causes))], ""
}
