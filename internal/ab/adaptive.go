package ab

import (
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// Allocation of rounds. A round measures only cases whose MDE is above the target, so noisy
// cases get the time.
//
// The MDE of a case follows from the scatter of its rounds around their own center. It does not
// depend on the difference of the sides, which would favour chance (sample sizes by blinded
// variance: W. Wittes and E. Brittain, "The role of internal pilot studies in increasing the
// efficiency of clinical trials", 1990; M. Kieser and T. Friede, "Simple procedures for blinded
// sample size adjustment that do not affect the type I error rate", 2003). The exception is a
// change whose whole interval is clear of the threshold, where more rounds cannot change the
// decision. A regression is still decided by fresh rounds.

// lookAgain is the growth of the number of rounds after which convergence is checked again; a
// check takes some milliseconds.
const lookAgain = 1.4

// wanted is the number of rounds for precise results: 1.5 times the number for a significant
// difference among all comparisons. If there is no time for so many rounds of all cases, the
// last cases wait until others have converged: a few precise cases are worth more than many
// imprecise ones.
func (o *Options) wanted(cases int) int {
	const perCase = 4 // comparisons: time in two ways, and what it allocates
	return statistics.SignedRankRounds(max(o.rule().Comparisons, perCase*cases), o.Alpha) * 3 / 2
}

// nextCases lists the cases of the next round. Converged ones are omitted. Unmeasured ones take
// part while there is time. If the number of rounds is given, or instructions decide, every
// round measures all cases.
func (e *experiment) nextCases(cases []int, stop time.Time) (list []int) {
	if e.plan.single != nil { // an interrupted round continues with the cases that lack it
		return lists.Filter(cases, func(i int) bool {
			return e.alive(i) && e.plan.single(&e.series[i]) && len(e.series[i].stage[0]) <= e.done[0]
		})
	}
	if e.o.Rounds > 0 || e.rough {
		return cases
	}
	needed, measured := e.o.needed(), 0
	target := math.Log1p(1.25*e.o.MaxRegression + 0.005) // the MDE at which a case has converged
	var each time.Duration
	for _, i := range cases {
		s := &e.series[i]
		if n := len(s.stage[0]); n >= needed && float64(n) >= lookAgain*float64(s.looked) {
			mde := e.mde(i)
			s.looked, s.converged = n, mde <= target || e.clear(i, mde)
		}
		measured += bool2int(len(s.stage[0]) > 0)
		if len(s.stage[0]) > 0 && !s.converged && e.alive(i) {
			list = append(list, i)
			each += e.perRound(i)
		}
	}
	left := time.Until(stop)
	controlled := func(i int) bool { return len(e.plan.sides(i)) > 2 }
	fresh := slices.Clone(cases) // those with a control first: without them the experiment is not tested
	slices.SortStableFunc(fresh, func(a, b int) int { return bool2int(controlled(b)) - bool2int(controlled(a)) })
	for _, i := range fresh {
		if s := &e.series[i]; len(s.stage[0]) > 0 || s.converged || !e.alive(i) {
			continue
		}
		first := e.done[0] == 0 && (len(list) == 0 || controlled(i))
		with := each + e.perRound(i)
		if first || time.Duration(e.o.wanted(measured+1))*with <= left {
			measured++
			list = append(list, i)
			each = with
		}
	}
	return list
}

// perRound is the duration of a round of a case: the mean of its rounds, or else the pilot's
// estimate, corrected by the ratio for the other cases.
func (e *experiment) perRound(i int) time.Duration {
	if n := len(e.series[i].stage[0]); n > 0 && e.series[i].took > 0 {
		return e.series[i].took / time.Duration(n)
	}
	planned, took := time.Duration(0), time.Duration(0)
	for k := range e.series {
		planned += time.Duration(len(e.series[k].stage[0])) * e.asPlanned(k)
		took += e.series[k].took
	}
	if took == 0 || planned == 0 {
		return e.asPlanned(i)
	}
	return time.Duration(float64(e.asPlanned(i)) * float64(took) / float64(planned))
}

// asPlanned is the duration of a round of a case, estimated by the pilot.
func (e *experiment) asPlanned(i int) time.Duration {
	return time.Duration(len(e.plan.sides(i))) * e.plan.Cases[i].Wall
}

// measured reports whether a case has enough rounds for significance, or any rounds if no case
// has enough.
func (e *experiment) measured(i int) bool {
	n, needed := len(e.series[i].stage[0]), e.o.needed()
	return e.o.Rounds > 0 || n >= needed || n > 0 && e.done[0] < needed
}

// mde is the MDE of a case by its rounds so far, as difference of logarithms, in the unit where
// it is largest.
func (e *experiment) mde(i int) (largest float64) {
	rule := e.o.rule()
	for _, p := range e.open(i) {
		largest = max(largest, p.mde(p.effects(e.o.Alpha, 1), rule))
	}
	return largest
}

// open lists the pairings of a case, by unit, whose difference is partly random.
func (e *experiment) open(i int) (list []*pairing) {
	for _, unit := range e.plan.Cases[i].judged() {
		better := e.src.Better(unit)
		p, ok := pairUp(e.series[i].stage[0], Head, unit, better)
		if ok && better != 0 && p.differs() && !p.agree(unit) {
			list = append(list, p.steadier())
		}
	}
	return list
}

// manyLooks is the factor by which the level of an interval is stricter if it is checked
// repeatedly.
const manyLooks = 10

// clear reports whether the whole interval of a case shows a regression or an improvement in a
// unit, in either comparison. A case with injected work must have a small enough mde, too, so
// that the work is detectable.
func (e *experiment) clear(i int, mde float64) bool {
	if slices.Contains(e.plan.Slowed, i) && mde > math.Log1p(e.plan.Slowdown)/1.5 {
		return false
	}
	allowed, changed := math.Log1p(e.o.MaxRegression), false
	for _, p := range e.open(i) {
		worse, improved := false, true
		for _, way := range p.effects(e.o.Alpha/manyLooks, 1) {
			worse, improved = worse || way.Lo > allowed, improved && way.Hi < -allowed
		}
		if worse {
			return true // whatever the other units show
		}
		if !improved {
			return false
		}
		changed = true
	}
	return changed
}

// underpowered lists the cases whose MDE is above the limit.
func (j *judgement) underpowered() (cases []int) {
	for _, k := range j.comparisons {
		if k.Status == verdict.Same && k.MDE > math.Log1p(j.o.MaxMDE) && !j.series[k.index].dead {
			cases = append(cases, k.index)
		}
	}
	return cases
}
