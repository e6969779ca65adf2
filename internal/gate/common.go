package gate

import (
	"fmt"
	"math"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/internal/words"
)

// mostClock is by how much the clock of a core may differ between two runs.
const mostClock = 0.1

// commonMove is by how much most cases moved together between two single runs of
// which the clock is not known, as logarithm: as a slower core moves them, and so
// does a program that is slower everywhere. The empirical null has a middle and
// not only a width (B. Efron, "Large-scale simultaneous hypothesis testing: the
// choice of a null hypothesis", J. Am. Stat. Assoc. 99, 2004).
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

// withoutMove has the samples agree with themselves less what all cases moved by:
// there is as much of a change as both tell of.
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

// agree is as much of a change as two estimates tell of.
func agree(e, with verdict.Effect) verdict.Effect {
	if e.Log*with.Log <= 0 {
		e.P = 1
	}
	e.Lo, e.Hi, e.P = math.Min(e.Lo, with.Lo), math.Max(e.Hi, with.Hi), math.Max(e.P, with.P)
	return e
}

// movedTogether is the problem of a program that seems slower everywhere.
func movedTogether(move float64, opts Options) []verdict.Problem {
	if move <= math.Log1p(opts.MaxRegression) {
		return nil
	}
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive,
		What:    fmt.Sprintf("most cases are slower by %s; a slower core has the same effect, and the files do not record its clock", words.Percent(math.Expm1(move))),
		Remedy:  "use `ecsbench ab`, or several runs of both sides, in turns",
	}}
}

// unclocked tells that two single runs are compared of which one at least does
// not tell the clock of its core.
func unclocked(old, new *Side) bool {
	return old.runs < 2 && new.runs < 2 && (math.IsNaN(old.clock()) || math.IsNaN(new.clock()))
}
