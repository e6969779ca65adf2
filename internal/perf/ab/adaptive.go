package ab

import (
	"math"
	"slices"
	"sync"
	"time"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
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

// wanted is the number of rounds that a case mostly needs. If there is no time for so many rounds
// of all cases, the last cases wait until others are decided.
const wanted = 3 * fewestRounds / 2

// needed is the mean number of rounds that the cases so far need: few if most of them are facts.
func (e *experiment) needed(cases []int) float64 {
	sum, begun := 0, 0
	for _, i := range cases {
		s := &e.series[i]
		switch n := len(s.stage[0]); {
		case n == 0:
			continue
		case s.fact || s.converged:
			sum += min(n, wanted)
		default:
			sum += wanted
		}
		begun++
	}
	if begun == 0 {
		return wanted
	}
	return float64(sum) / float64(begun)
}

// nextCases lists the cases of the next round. Converged ones are omitted. Unmeasured ones take
// part while there is time. If the number of rounds is given, or instructions decide, every
// round measures all cases.
func (e *experiment) nextCases(cases []int, stop time.Time) (list []int) {
	if e.o.Rounds > 0 || e.rough {
		return cases
	}
	prior := sync.OnceValue(func() statistics.Prior { return e.prior(0) })
	var facts []int // that can wait for other cases
	var each time.Duration
	for _, i := range cases {
		s := &e.series[i]
		if n := len(s.stage[0]); n >= fewestPlain && float64(n) >= lookAgain*float64(s.looked) {
			s.looked, s.fact, s.converged = n, e.isFact(i), n >= fewestRounds && e.hasConverged(i, prior())
		}
		switch {
		case len(s.stage[0]) == 0 || s.converged || !e.alive(i):
		case s.fact && len(e.plan.sides(i)) == 2:
			facts = append(facts, i)
		default:
			list = append(list, i)
			each += e.perRound(i)
		}
	}
	left, needed := time.Until(stop), e.needed(cases)
	controlled := func(i int) bool { return len(e.plan.sides(i)) > 2 }
	fresh := slices.Clone(cases) // those with a control first: without them the experiment is not tested
	slices.SortStableFunc(fresh, func(a, b int) int { return bool2int(controlled(b)) - bool2int(controlled(a)) })
	waiting := false
	for _, i := range fresh {
		if s := &e.series[i]; len(s.stage[0]) > 0 || s.converged || !e.alive(i) {
			continue
		}
		first := e.done[0] == 0 && (len(list) == 0 || controlled(i))
		with := each + e.perRound(i)
		if first || time.Duration(needed*float64(with)) <= left {
			list = append(list, i)
			each = with
		} else {
			waiting = true
		}
	}
	if !waiting || len(list) == 0 {
		list = append(list, facts...)
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

// hasConverged reports whether more rounds of a case cannot change its result: its MDE is little
// more than the limit, or its change is clear.
func (e *experiment) hasConverged(i int, prior statistics.Prior) bool {
	target := math.Log1p(1.25*e.o.MaxRegression + 0.005)
	open := e.open(0, i)
	effects := lists.Map(open, func(p *pairing) []verdict.Effect { return p.effects(e.o.Alpha/manyLooks, e.o.Alpha/manyLooks, prior) })
	mde := 0.0
	for k, p := range open {
		mde = max(mde, p.mde(effects[k], e.rule()))
	}
	switch {
	case !e.showsInjected(i, prior):
		return false
	case mde <= target:
		return true
	case slices.Contains(e.plan.Slowed, i) && mde > math.Log1p(e.plan.Slowdown)/1.5:
		return false // the injected work is not detectable yet
	}
	e.series[i].clear = e.isClear(open, effects)
	return e.series[i].clear
}

// showsInjected reports whether the rounds of a case can detect the work that is injected in it, if
// any.
func (e *experiment) showsInjected(i int, prior statistics.Prior) bool {
	if !slices.Contains(e.plan.Slowed, i) || e.series[i].lost[Injected] != nil {
		return true
	}
	p, ok := pairUp(e.series[i].stage[0], Injected, e.o.Metric.tested(), -1)
	if !ok {
		return false
	}
	s := p.steadier()
	return s.mde(s.effects(e.o.Alpha, e.o.Alpha/float64(e.rule().Comparisons), prior), e.freshRule()) <= math.Log1p(e.plan.Slowdown)
}

// isFact reports whether exact counts of a case are worse than the limit, or head is much slower
// in each round.
func (e *experiment) isFact(i int) bool {
	return slices.ContainsFunc(e.plan.Cases[i].judged(), func(unit string) bool {
		better := e.src.Better(unit)
		p, ok := pairUp(e.series[i].stage[0], Head, unit, better)
		return ok && better != 0 && (p.agree(unit) && p.d[0] > math.Log1p(e.o.MaxRegression) || p.isPlainly())
	})
}

// open lists the pairings of a case in a stage, by unit, whose difference is partly random.
func (e *experiment) open(stage, i int) (list []*pairing) {
	for _, unit := range e.plan.Cases[i].judged() {
		better := e.src.Better(unit)
		p, ok := pairUp(e.series[i].stage[stage], Head, unit, better)
		if ok && better != 0 && p.differs() && !p.agree(unit) {
			list = append(list, p.steadier())
		}
	}
	return list
}

// manyLooks is the factor by which the level of an interval is stricter if it is checked
// repeatedly.
const manyLooks = 10

// isClear reports whether the pairings of a case show a regression in one unit, or an improvement
// in all, with a whole interval that is significant among all comparisons.
func (e *experiment) isClear(open []*pairing, effects [][]verdict.Effect) bool {
	allowed, significant := math.Log1p(e.o.MaxRegression), e.o.Alpha/float64(e.rule().Comparisons)
	improved := len(open) > 0
	for _, ofUnit := range effects {
		better := false
		for _, way := range ofUnit {
			switch {
			case way.P >= significant:
			case way.Lo > allowed:
				return true // one unit suffices
			case way.Hi < -allowed:
				better = true
			}
		}
		improved = improved && better
	}
	return improved
}

// unconfirmed lists the suspects that need more fresh rounds, as the interval of a stricter level
// does not confirm them.
func (e *experiment) unconfirmed(suspects []int) []int {
	prior := e.prior(1)
	var all []*verdict.Effect
	of := make(map[int][]*verdict.Effect)
	for _, i := range suspects {
		for _, p := range e.open(1, i) {
			for _, way := range p.effects(e.o.Alpha/manyLooks, e.o.Alpha/manyLooks, prior) {
				all, of[i] = append(all, &way), append(of[i], &way)
			}
		}
	}
	correct(all, statistics.StepUp)
	return slices.DeleteFunc(slices.Clone(suspects), func(i int) bool {
		return slices.ContainsFunc(of[i], func(way *verdict.Effect) bool { return e.o.worse(*way) })
	})
}

// underpowered lists the cases whose MDE is above the limit.
func (j *judgement) underpowered() (cases []int) {
	for _, k := range j.comparisons {
		if k.isUndecided() && k.MDE > math.Log1p(j.o.MaxMDE) && !j.series[k.index].dead {
			cases = append(cases, k.index)
		}
	}
	return cases
}

// isUndecided reports whether the rounds show no change, or are too few.
func (k *comparison) isUndecided() bool {
	return k.Status == verdict.Same || k.Status == verdict.Untestable || k.Status == verdict.Suspect && len(k.rounds.d) < fewestPlain
}
