package history

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A group has the commits of a case that are measured interleaved: one per state of its
// code, and the anchors.
type group struct {
	ab.PlannedCase
	items []*item
}

// An item is a case in a commit.
type item struct {
	*state
	class   string
	earlier float64    // the logarithm of its level in an earlier file; NaN for a new one
	rounds  []ab.Block // nil if the case did not run
	dead    error
}

func (i *item) isAnchor() bool { return !math.IsNaN(i.earlier) }

// build builds missing commits in order, as many as there probably is time to measure. This takes
// none of the budget. Commits with known code are closed again.
func (f *filler) build(ctx context.Context) (batch []*state, err error) {
	order, begun, left := f.order(), time.Now(), time.Until(f.After(measureShare))
	if f.Rounds == 0 && left <= 0 {
		return nil, errNoTime
	}
	limit := ab.NewBudget(ctx, time.Time{})
	defer limit.Close()
	defer func() {
		took := time.Since(begun)
		if f.Started = f.Started.Add(took); len(batch) > 0 {
			f.Say(ab.Built(display.Count(len(batch), "commit"), took))
		}
	}()
	known := f.knownFunctions()
	memory := 0
	for n, s := range order {
		if f.Rounds == 0 && n > 0 && time.Since(begun).Seconds() > buildShare*left.Seconds() || memory > mostPrograms {
			break
		}
		f.Progress("building", n, len(order), time.Duration(len(order)-n)*time.Since(begun)/time.Duration(max(1, n)))
		_, err := limit.Build(f.BuildTimeout, func(ctx context.Context) error { return s.open(ctx, f) })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			f.fail(s, err)
			continue
		}
		batch = append(batch, s)
		fresh := len(s.code) == 0
		for function, hash := range s.code {
			k := code{function, hash}
			fresh = fresh || hash == "" || !known[k]
			known[k] = true
		}
		if memory += s.src.Size(); !fresh {
			memory -= s.src.Size()
			s.close()
		}
	}
	return batch, nil
}

// fail marks a commit as impossible to measure.
func (f *filler) fail(s *state, err error) {
	s.failure = short(err)
	f.outcome.Failed = append(f.outcome.Failed, s.Label()+": "+s.failure)
	s.close()
}

// code is a state of a benchmark function.
type code struct {
	function ab.Case
	hash     string
}

func (f *filler) knownFunctions() map[code]bool {
	known := map[code]bool{}
	for _, s := range f.states {
		for _, file := range s.files {
			for _, c := range file.Cases {
				known[code{fillCase(c, f.Environment.GOMAXPROCS).Top(), file.CodeOf(c)}] = true
			}
		}
	}
	return known
}

// groups plans the cases of a batch. It drops commits for lack of time.
func (f *filler) groups(ctx context.Context, batch []*state) (groups []*group, kept []*state, err error) {
	for _, s := range batch {
		if s.src == nil {
			continue
		}
		inv, err := s.meter.Inventory(ctx)
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			f.fail(s, err)
			continue
		}
		s.listed, s.broken = inv.Common, inv.Failed
	}
	kept = lists.Filter(batch, func(s *state) bool { return s.failure == "" })
	for {
		groups = f.arrange(kept)
		for n, g := range groups {
			f.Progress("pilot", n, len(groups), 0)
			if err := f.anchor(ctx, g); err != nil {
				return nil, nil, err
			}
			if err := f.size(ctx, g); err != nil {
				return nil, nil, err
			}
		}
		if fit := f.fit(groups, kept); fit < len(kept) {
			kept = kept[:fit]
			continue
		}
		return groups, kept, nil
	}
}

// arrange makes groups of the cases of commits, in the order of the series.
func (f *filler) arrange(batch []*state) []*group {
	var groups lists.Groups[ab.Case, *group]
	batch = slices.SortedFunc(slices.Values(batch), func(a, b *state) int { return a.at - b.at })
	for _, s := range batch {
		for _, c := range s.listed {
			class := s.class(c)
			if f.measured(c, class) != nil {
				continue
			}
			of, fresh := groups.Of(c)
			if fresh {
				*of = &group{PlannedCase: ab.PlannedCase{Case: c}}
			}
			if g := *of; !slices.ContainsFunc(g.items, func(i *item) bool { return i.class == class }) {
				g.items = append(g.items, &item{state: s, class: class, earlier: math.NaN()})
			}
		}
	}
	return groups.List
}

func (f *filler) measured(c ab.Case, class string) *results.Case {
	for _, s := range f.states {
		if r, is := s.result(c, f.Environment.GOMAXPROCS); r != nil && is == class {
			return r
		}
	}
	return nil
}

// anchor adds the nearest commits on both sides with results of the case, if they can be built.
func (f *filler) anchor(ctx context.Context, g *group) error {
	for _, i := range slices.Clone(g.items) {
		for _, step := range []int{-1, +1} {
			for at := i.at + step; at >= 0 && at < len(f.states); at += step {
				s := f.states[at]
				r, class := s.result(g.Case, f.Environment.GOMAXPROCS)
				if r == nil {
					continue
				}
				if slices.ContainsFunc(g.items, func(o *item) bool { return o.class == class }) {
					break
				}
				if err := s.open(ctx, f); ctx.Err() != nil {
					return ctx.Err()
				} else if err != nil {
					f.Say(fmt.Sprintf("%s cannot be built any more and is not used as an anchor: %s", s.Label(), short(err)))
					break
				}
				g.items = append(g.items, &item{state: s, class: class, earlier: math.Log(statistics.Median(r.In("ns/op")) / 1e9)})
				break
			}
		}
	}
	return nil
}

// size plans the trials of a case by its newest commit, or an older one if that fails. All
// commits have the same size.
func (f *filler) size(ctx context.Context, g *group) error {
	if f.journal.restore(g) {
		return nil
	}
	alone := []ab.Case{g.Case}
	if slices.ContainsFunc(g.items, func(i *item) bool { return !i.src.Alone(ctx, g.Case) }) {
		alone = nil
	}
	for _, i := range slices.Backward(g.items) {
		planned, failed, err := i.meter.Size(ctx, []ab.Case{g.Case}, alone)
		if err != nil {
			return err
		}
		if len(planned) > 0 {
			g.PlannedCase = planned[0]
			return f.journal.add(journalLine{Size: &g.PlannedCase})
		}
		i.dead = errors.New(failed[0].Reason)
	}
	return nil
}

// fit returns the number of commits of a batch that can be measured in time, at least one.
func (f *filler) fit(groups []*group, batch []*state) int {
	if f.Rounds > 0 {
		return len(batch)
	}
	left := time.Until(f.After(measureShare))
	for n := len(batch); ; n-- {
		var round time.Duration
		for _, g := range groups {
			for _, i := range g.items {
				if i.isAnchor() || slices.Contains(batch[:n], i.state) {
					round += g.Wall
				}
			}
		}
		if n <= 1 || fewestRounds*round*5/4 <= left {
			return n
		}
	}
}
