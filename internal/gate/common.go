package gate

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// mostClock is the largest plausible difference of the core clock between two runs.
const mostClock = 0.1

// commonMove returns the common change of most cases between two single runs without a clock,
// as logarithm. A slower core and a program that is slower everywhere have the same effect. It
// is the center of the empirical null (B. Efron, "Large-scale simultaneous hypothesis testing:
// the choice of a null hypothesis", J. Am. Stat. Assoc. 99, 2004).
func commonMove(pairs []pair) float64 {
	var moves []float64
	for i := range pairs {
		p := &pairs[i]
		if p.testsSpeed() && p.By == "" && !math.IsInf(p.Effect.Log, 0) {
			log, _, _ := p.Worse()
			moves = append(moves, log)
		}
	}
	if len(moves) < fewestCases {
		return 0
	}
	m, limit := statistics.Median(moves), math.Log1p(mostClock)
	return math.Max(-limit, math.Min(limit, m))
}

// withoutMove limits the effect to what the samples show both with and without the common change.
func (p *pair) withoutMove(move, alpha float64) {
	if move == 0 || !p.testsSpeed() || p.By != "" || math.IsInf(p.Effect.Log, 0) {
		return
	}
	if p.Direction == verdict.HigherBetter {
		move = -move
	}
	shifted := make([]float64, len(p.newL))
	for i, v := range p.newL {
		shifted[i] = v - move
	}
	p.Effect = agree(p.Effect, estimated(p.oldL, shifted, alpha))
	p.moved = math.Abs(move)
}

// agree returns the change that two estimates have in common.
func agree(e, with verdict.Effect) verdict.Effect {
	if e.Log*with.Log <= 0 {
		e.P = 1
	}
	e.Lo, e.Hi, e.P = math.Min(e.Lo, with.Lo), math.Max(e.Hi, with.Hi), math.Max(e.P, with.P)
	return e
}

// movedTogether returns the problem of a program that seems slower everywhere.
func movedTogether(move float64, opts Options) []verdict.Problem {
	if move <= math.Log1p(opts.MaxRegression) {
		return nil
	}
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive,
		What:    fmt.Sprintf("most cases are slower by %s; a slower core has the same effect, and the files do not record its clock", display.Percent(math.Expm1(move))),
		Remedy:  "use `ecsbench ab`, or several runs of both sides, in turns",
	}}
}

// unclocked reports whether two single runs are compared and at least one has no clock.
func unclocked(old, new *Side) bool {
	return old.runs < 2 && new.runs < 2 && (math.IsNaN(old.clock()) || math.IsNaN(new.clock()))
}
