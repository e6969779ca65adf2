package ab

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
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

// isPlainAgain reports whether the fresh rounds decide so.
func (e *experiment) isPlainAgain(i int) bool {
	p, ok := pairUp(e.series[i].stage[1], Head, unitTime, -1)
	return ok && e.isPlain(i) && p.least() > math.Log1p(e.o.MaxRegression)
}

// allocates reports whether a case allocates more in head.
func (j *judgement) allocates(i int) bool {
	return slices.ContainsFunc(j.comparisons, func(k *comparison) bool {
		log, _, _ := k.Worse()
		return k.index == i && results.UnitNamed(k.Unit).Counted > 0 && log > 0 && k.Status != verdict.Same
	})
}

// isTimed reports whether nothing but time decides a comparison.
func (j *judgement) isTimed(k *comparison) bool {
	return k.Evidence == verdict.Tested && results.UnitNamed(k.unit).IsSpeed() && !j.allocates(k.index)
}

// substantiate requires of each slower case a reason besides the places of functions: builds with
// their functions in random order, more allocations, more instructions, or a slowdown that is
// larger than any by places. Without one it is suspected at most. If nothing is a regression,
// suspects may be refuted in the same way.
func (j *judgement) substantiate() error {
	open := lists.Filter(j.comparisons, func(k *comparison) bool { return k.Status == verdict.Regression && j.isTimed(k) && !k.moved })
	for _, k := range open {
		if !k.plain { // until it has a reason
			k.Status, k.unmoved = verdict.Suspect, true
		}
	}
	if !slices.ContainsFunc(j.comparisons, func(k *comparison) bool { return k.Status == verdict.Regression }) {
		open = lists.Filter(j.comparisons, func(k *comparison) bool { return k.Status == verdict.Suspect && j.isTimed(k) })
	}
	sortWorst(open, func(k *comparison) int { return 2*bool2int(k.plain) + j.worth(k) })
	_, err := j.in(recounting, func() error {
		for _, k := range engine.Steps(j.o.Progress, "counting", open) {
			work, _, err := j.work(k.index)
			switch {
			case err != nil:
				return err
			case work == nil:
			case k.unmoved && work.Finding == instructions.More:
				k.Status, k.unmoved = verdict.Regression, false
			default:
				j.acquit(k, work)
			}
		}
		return nil
	})
	return err
}

// sameCode is in notes on cases that execute the same code and as many instructions on both sides.
const sameCode = "equal instructions, equal executed code and data: "

// acquit judges a slower case that executes the same code and as many instructions on both sides.
// Then nothing but addresses differs. If the difference vanishes in builds with their functions in
// random order, their places were the reason. If it stays, the places of data may be the reason, and
// the case is suspected. It returns false if the code or the instructions differ.
func (j *judgement) acquit(k *comparison, work *instructions.Difference) bool {
	comparer, ok := j.src.(CodeComparer)
	if !ok || variation(j.src) != "" || work.Finding != instructions.Same || comparer.SameCode(j.ctx, j.plan.Cases[k.index].CaseID, work.Functions) != nil {
		return false
	}
	switch {
	case k.vanished:
		k.refute()
		k.Notes = append(k.Notes, sameCode+"the difference does not appear in other orders of functions, so it was their placement")
	case k.persists:
		k.Status, k.Notes = verdict.Suspect, append(k.Notes, sameCode+"the difference stays if functions change places, so the places of data may be the reason")
	default:
		k.Status, k.Notes = verdict.Suspect, append(k.Notes, sameCode+"builds with their functions in random order were not measured")
	}
	return true
}
