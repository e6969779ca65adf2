package ab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// countLimit limits all counts of one case.
const countLimit = 3 * time.Minute

// counted is the number of operations of a case that are counted.
func (c *PlannedCase) counted() int { return CountedOperations(c.PerOp) }

// count compares the work of a case until the half-width of the change is at most this. It is
// nil if that failed.
func (e *experiment) count(c PlannedCase, width float64) (work *instructions.Difference, failed string, err error) {
	counter, ok := e.src.(Counter)
	if !ok {
		return nil, "what is measured here cannot be counted", nil
	}
	ctx, cancel := context.WithTimeout(e.ctx, countLimit)
	defer cancel()
	work, err = CompareWork(ctx, counter, c.CaseID, Base, Head, c.counted(), width)
	switch {
	case e.ctx.Err() != nil:
		return nil, "", e.ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Sprintf("counting its instructions took longer than %v", countLimit), nil
	case err != nil:
		return nil, err.Error(), nil
	}
	return work, "", nil
}

// CompareWork compares the instructions of operations of a case on two sides, until the half-width of
// the change is at most this.
func CompareWork(ctx context.Context, counter Counter, c CaseID, from, to Side, operations int, width float64) (*instructions.Difference, error) {
	side := func(s Side) instructions.Count {
		return func(ctx context.Context, operations int) (*instructions.Counts, error) {
			return counter.Count(ctx, c, s, operations)
		}
	}
	return instructions.Compare(ctx, side(from), side(to), operations, width)
}

// work is a precise count of a case, which is made once.
func (e *experiment) work(i int) (work *instructions.Difference, failed string, err error) {
	known, ok := e.works[i]
	if !ok {
		if known.work, known.failed, err = e.count(e.plan.Cases[i], instructions.Precision); err != nil {
			return nil, "", err
		}
		if e.works == nil {
			e.works = map[int]counted{}
		}
		e.works[i] = known
	}
	return known.work, known.failed, nil
}

// counted is the result of a count: the work, or why it failed.
type counted struct {
	work   *instructions.Difference
	failed string
}

// meaning compares the change of time with that of instructions.
func meaning(s verdict.Status, f instructions.Finding) string {
	if f != instructions.Same {
		return string(f)
	}
	switch s {
	case verdict.Regression, verdict.Suspect:
		return "the same work, slower"
	case verdict.Refuted:
		return "the same work, placed elsewhere"
	}
	return string(f)
}

func effectOf(w *instructions.Difference) verdict.Effect {
	return verdict.Effect{Shift: statistics.Shift{Log: math.Log1p(w.Change), Lo: math.Log1p(w.Low), Hi: math.Log1p(w.High)}}
}

// countAll counts the cases of the plan. Cases that cannot be counted stay in the plan and are
// measured.
func (e *experiment) countAll() error {
	all := e.plan.Cases
	e.plan.Cases = nil
	timed := map[string][]string{} // cases by the reason
	defer func() {
		for _, why := range slices.Sorted(maps.Keys(timed)) {
			e.inventory.Notes = append(e.inventory.Notes, fmt.Sprintf("the time of %s was measured instead of instructions (%s): %s", display.Count(len(timed[why]), "case"), display.List(timed[why]), why))
		}
	}()
	for i, c := range engine.Steps(e.o.Progress, "counting", all) {
		work, failed, err := e.count(c, instructions.Precision)
		if err != nil {
			for _, c := range all[i:] {
				e.plan.LeftOut = append(e.plan.LeftOut, c.CaseID)
			}
			return err
		}
		if work == nil {
			e.plan.Cases = append(e.plan.Cases, c)
			timed[failed] = append(timed[failed], c.CaseID.String())
			continue
		}
		e.plan.Counted = append(e.plan.Counted, CountedCase{c.CaseID, c.counted(), work})
	}
	return nil
}

// recount counts the instructions of unmeasured and of underpowered cases, unless there is a
// regression, whose causes need the time. A case passes if it executes the same instructions and
// allocates the same.
func (j *judgement) recount() error {
	if _, ok := j.src.(Counter); !ok || variation(j.src) != "" { // the same work of other programs is no proof
		return nil
	}
	if slices.ContainsFunc(j.comparisons, func(k *comparison) bool { return k.Status == verdict.Regression }) {
		return nil
	}
	underpowered := slices.Concat(j.unmeasured(), j.underpowered())
	slices.SortStableFunc(underpowered, func(a, b int) int { return cmp.Compare(j.plan.Cases[a].Wall, j.plan.Cases[b].Wall) })
	unknown, why, limit := 0, "", max(verdict.MaxMoreWork, j.o.MaxRegression)
	_, err := j.in(recounting, func() error {
		for _, i := range engine.Steps(j.o.Progress, "counting", underpowered) {
			work, failed, err := j.count(j.plan.Cases[i], limit/2)
			switch {
			case err != nil:
				return err
			case work == nil:
				unknown, why = unknown+1, failed
			case work.Finding == instructions.Same && work.High <= limit:
				j.sameWork(i, work)
			}
		}
		return nil
	})
	if unknown > 0 {
		j.verdict.Notes = append(j.verdict.Notes, fmt.Sprintf("%s cannot pass by instructions: %s", display.Count(unknown, "case"), why))
	}
	return err
}

// countable reports whether instructions can be counted here.
func (e *experiment) countable() bool {
	if _, ok := e.src.(Counter); !ok {
		return false
	}
	_, err := instructions.FindValgrind(e.ctx)
	return err == nil
}

// sameWork marks the time comparisons of a case, unless its allocations may have grown.
func (j *judgement) sameWork(i int, work *instructions.Difference) {
	if slices.ContainsFunc(j.comparisons, func(k *comparison) bool { return k.index == i && k.AllocatesMore(j.o.MaxRegression) }) {
		return
	}
	c := &j.plan.Cases[i]
	if slices.Contains(j.unmeasured(), i) && slices.Contains(c.Units, unitTime) && slices.Contains(c.Still, unitAllocs) == slices.Contains(c.Units, unitAllocs) {
		j.passed = append(j.passed, i)
		k := &comparison{index: i, unit: unitTime, Comparison: verdict.Comparison{
			Key: keyOf(j.src, c.CaseID), Case: j.labels()(c.CaseID), Where: j.src.Place(c.CaseID), Unit: unitTime, Direction: verdict.LowerBetter, Evidence: verdict.Counted,
			Old: math.NaN(), New: math.NaN(), Status: verdict.SameWork,
		}}
		j.counted(k, work, nil)
		j.comparisons = append(j.comparisons, k)
	}
	for _, k := range j.comparisons {
		if k.index == i && k.isUndecided() && results.UnitNamed(k.Unit).IsSpeed() {
			k.Status = verdict.SameWork
			j.counted(k, work, nil)
		}
	}
}

// recordCounted writes the counts to the files of both sides.
func (e *experiment) recordCounted() error {
	for _, c := range e.plan.Counted {
		for side, n := range []float64{c.Work.Base, c.Work.Head} {
			e.record.add(Trial{Case: c.Case, Side: Side(side), Operations: c.Operations}, Block{unitInstructions: n})
		}
	}
	return e.record.flush()
}

// A CountedCase is counted instead of measured.
type CountedCase struct {
	Case       CaseID                   `json:"case"`
	Operations int                      `json:"operations"`
	Work       *instructions.Difference `json:"work"`
}

// counted makes comparisons of the counts.
func (j *judgement) countedCases() []verdict.Comparison {
	var list []verdict.Comparison
	label, allowed := j.labels(), math.Log1p(j.o.MaxRegression)
	for _, c := range j.plan.Counted {
		k := verdict.Comparison{
			Key: keyOf(j.src, c.Case), Case: label(c.Case), Where: j.src.Place(c.Case), Unit: unitInstructions, Direction: verdict.LowerBetter, Evidence: verdict.Counted,
			Old: c.Work.Base, New: c.Work.Head, OldN: c.Work.Repetitions, NewN: c.Work.Repetitions, Effect: effectOf(c.Work), Status: verdict.Same,
		}
		switch e := k.Effect; {
		case e.Lo > allowed:
			k.Status = verdict.Regression
		case e.Log > allowed:
			k.Status = verdict.Suspect
		case c.Work.Finding == instructions.More:
			k.Status = verdict.Tolerated
		case e.Hi < -allowed:
			k.Status = verdict.Improved
		}
		if !c.Work.Steady() {
			k.Notes = append(k.Notes, fmt.Sprintf("its work varies from process to process; the change lies in %s", k.Effect.Interval()))
		}
		if k.Status == verdict.Regression || k.Status == verdict.Suspect {
			_, allocating, _, err := j.allocating(c.Case, c.Operations)
			if err == nil {
				k.Causes = j.causes("", c.Work.Grown, allocating)
			}
			if len(k.Causes) == 0 {
				k.NoCause = "no function of the module executes more instructions by itself"
			}
		}
		list = append(list, k)
	}
	return list
}
