package ab

import (
	"context"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// linkedFreely is the number of fresh rounds whose builds take none of the budget. Later ones
// are a gain in precision, and take it.
const linkedFreely = 2 * fewestRounds

// isPlain reports whether the time of head is so much longer in each of a few rounds that a few
// fresh rounds decide.
func (e *experiment) isPlain(i int) bool {
	p, ok := pairUp(e.series[i].stage[0], Head, unitTime, -1)
	return ok && p.isPlainly()
}

// allocates reports whether a case allocates more in head.
func (j *judgement) allocates(i int) bool {
	return slices.ContainsFunc(j.comparisons, func(k *comparison) bool {
		log, _, _ := k.Worse()
		return k.index == i && results.UnitNamed(k.Unit).Counted > 0 && log > 0 && k.Status != verdict.Same
	})
}

// substantiate requires of each slower case a reason besides the places of functions: builds with
// their functions in random order, more allocations or more instructions. Without one it is
// suspected at most.
func (j *judgement) substantiate() error {
	open := lists.Filter(j.comparisons, func(k *comparison) bool {
		return k.Status == verdict.Regression && k.Kind == verdict.Tested && results.UnitNamed(k.unit).IsSpeed() && !k.moved && !j.allocates(k.index)
	})
	for _, k := range open { // until it has a reason
		k.Status, k.unmoved = verdict.Suspect, true
	}
	_, err := j.in(recounting, func() error {
		for n, k := range open {
			j.o.Progress("counting", n, len(open), 0)
			work, _, err := j.count(j.plan.Cases[k.index], profiler.InstructionPrecision)
			if err != nil {
				return err
			}
			if work != nil && work.Finding == profiler.MoreInstructions {
				k.Status, k.unmoved = verdict.Regression, false
			}
		}
		return nil
	})
	return err
}

// isUntouched reports whether a case executes the same code on both sides.
func (j *judgement) isUntouched(c Case) bool {
	top := c.Top()
	tracer, ok := j.src.(Tracer)
	if !ok || slices.Contains(j.plan.Touched, top) || slices.Contains(j.plan.Untouched, top) {
		return slices.Contains(j.plan.Untouched, top)
	}
	_, err := j.building(func(ctx context.Context) error {
		touched, untouched, err := tracer.Touched(ctx, []Case{top}, func(int, int) {})
		j.plan.Touched, j.plan.Untouched = append(j.plan.Touched, touched...), append(j.plan.Untouched, untouched...)
		return err
	})
	return err == nil && slices.Contains(j.plan.Untouched, top)
}

// acquit leaves only a suspicion of a case that executes the same code and as many instructions on
// both sides: the machine or the places of functions made it slower.
func (j *judgement) acquit(list []*comparison, c Case, work *profiler.InstructionComparison) {
	if work == nil || work.Finding != profiler.SameInstructions || !j.isUntouched(c) {
		return
	}
	for _, k := range list {
		if k.Kind == verdict.Tested && results.UnitNamed(k.unit).IsSpeed() && (k.Status == verdict.Regression || k.Status == verdict.Suspect) {
			k.Status = verdict.Suspect
			k.Notes = append(k.Notes, "both sides execute the same functions and as many instructions")
		}
	}
}
