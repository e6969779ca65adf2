package gate

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// An estimate is the change of a pair by its own samples, before drift and corrections.
type estimate struct {
	verdict.Effect
	secondary    []verdict.Secondary
	minP         float64 // the smallest p that the ranks of so many samples can have
	beside       float64 // a change of all cases, or of the clock, that may be in this one too, as logarithm
	mde, failing float64
	moderated    bool // each process is a sample, and the effect is estimated with a prior
}

// estimate returns the change of a pair by itself. A derived unit has none.
func (c chosen) estimate(alpha float64) (e estimate) {
	switch c.Kind {
	case verdict.Counted:
		d := statistics.Unlog(c.newL[0] - c.oldL[0])
		e.Effect = verdict.Effect{Shift: statistics.Shift{Log: d, Lo: d, Hi: d}}
		if d == 0 {
			e.P = 1
		}
		if d != 0 && math.Abs(d) <= c.wanders() {
			e.Lo, e.Hi = -math.Abs(d), math.Abs(d)
		}
	case verdict.Tested:
		e.Effect = c.estimated(c.newL, alpha)
		e.minP = statistics.RankTestFor(c.OldN, c.NewN).MinP()
	}
	if c.other == nil {
		return e
	}
	also := c.other.estimated(c.other.newL, alpha)
	name, meaning := string(statistics.ByCycles), "noisier"
	switch c.by {
	case statistics.ByCycles:
		name = string(statistics.ByTime)
	case statistics.ByBoth:
		meaning = "as noisy; both must agree"
		e.Effect, e.beside = agree(e.Effect, also), c.clock
	}
	e.secondary = []verdict.Secondary{{Name: name, Unit: c.other.Unit, Old: c.other.Old, New: c.other.New, Effect: also, Meaning: meaning}}
	return e
}

// estimated is the change from OLD to samples of NEW.
func (p *pair) estimated(newL []float64, alpha float64) verdict.Effect {
	return verdict.Effect{Shift: statistics.ShiftOf(p.oldL, newL, alpha, p.rounding())}
}

// agree returns the change that two estimates have in common.
func agree(e, with verdict.Effect) verdict.Effect {
	if e.Log*with.Log <= 0 {
		e.P = 1
	}
	e.Lo, e.Hi, e.P = math.Min(e.Lo, with.Lo), math.Max(e.Hi, with.Hi), math.Max(e.P, with.P)
	return e
}

// mostClock is the largest plausible difference of the core clock between two runs.
const mostClock = 0.1

// followsAll reports whether a slower core would change a pair like all others.
func (c chosen) followsAll(e estimate) bool {
	return c.testsSpeed() && c.by == "" && !math.IsInf(e.Log, 0)
}

// commonMove returns the common change of most cases between two single runs without a clock,
// as logarithm. A slower core and a program that is slower everywhere have the same effect. It
// is the center of the empirical null (B. Efron, "Large-scale simultaneous hypothesis testing:
// the choice of a null hypothesis", J. Am. Stat. Assoc. 99, 2004).
func commonMove(pairs []chosen, estimates []estimate) float64 {
	var moves []float64
	for i, c := range pairs {
		if e := estimates[i]; c.followsAll(e) {
			log, _, _ := (&verdict.Comparison{Direction: c.Direction, Effect: e.Effect}).Worse()
			moves = append(moves, log)
		}
	}
	if len(moves) < fewestCases {
		return 0
	}
	m, limit := statistics.Median(moves), math.Log1p(mostClock)
	return math.Max(-limit, math.Min(limit, m))
}

// beside limits an estimate to the part that remains with and without the common change.
func (c chosen) beside(move float64, e estimate, alpha float64) estimate {
	if move == 0 || !c.followsAll(e) {
		return e
	}
	if c.Direction == verdict.HigherBetter {
		move = -move
	}
	shifted := lists.Map(c.newL, func(v float64) float64 { return v - move })
	e.Effect, e.beside = agree(e.Effect, c.estimated(shifted, alpha)), math.Abs(move)
	return e
}

// A prior estimates the changes of cases in which each process is a sample. They are few, so
// the variance of a case is estimated with a prior from the other cases.
type prior map[class][]float64

// A class of cases has one distribution of variances.
type class struct {
	speed   bool
	freedom float64
}

func (c chosen) class() (class, float64) {
	variance, freedom := statistics.Pooled(c.oldL, c.newL)
	return class{results.UnitNamed(c.Unit).IsSpeed(), freedom}, variance
}

func (c chosen) isModerate() bool { return c.reduced && c.Kind == verdict.Tested && !c.hasZero() }

func priorOf(pairs []chosen) prior {
	variances := make(prior)
	for _, c := range pairs {
		if c.isModerate() {
			of, variance := c.class()
			variances[of] = append(variances[of], variance)
		}
	}
	return variances
}

// moderate returns the estimate with the prior, for cases that need it.
func (p prior) moderate(c chosen, e estimate, opts Options, tested int) estimate {
	if !c.isModerate() {
		return e
	}
	of, _ := c.class()
	m := statistics.PriorOf(p[of], slices.Repeat([]float64{of.freedom}, len(p[of]))).Moderate(c.oldL, c.newL)
	if !(m.SD > 0) {
		return e
	}
	e.Effect = verdict.Effect{Shift: m.Shift(opts.Alpha)}
	e.mde = m.Detectable(opts.Alpha / float64(tested))
	e.failing = math.Max(e.mde, opts.limit()+m.Detectable(opts.Alpha))
	e.minP, e.moderated = 0, true
	return e
}

// noiseOf returns the scatter of all tested comparisons.
func noiseOf(pairs []chosen) *statistics.Noise {
	n := statistics.NewNoise()
	for _, c := range pairs {
		scale := c.scale()
		if c.Kind != verdict.Tested || !(scale > 0) || c.hasZero() {
			continue
		}
		n.Add(c.oldL, scale)
		if more := n.Add(c.newL, scale); !more {
			break
		}
	}
	return n
}

// detectable returns the MDE and the smallest change that fails the gate in 95% of runs,
// both as logarithms and without drift.
func (c chosen) detectable(noise *statistics.Noise, opts Options, tested int) (mde, failing float64) {
	scale := c.scale()
	switch {
	case math.IsNaN(scale) || c.hasZero():
		return math.Inf(1), math.Inf(1)
	case scale == 0:
		mde = statistics.DetectableConstant(c.OldN, c.NewN, c.rounding(), opts.Alpha, tested)
		return mde, max(mde, opts.limit()+c.rounding())
	}
	power := noise.Power(c.OldN, c.NewN, opts.Alpha, tested)
	mde = power.MDE * scale
	return mde, math.Max(mde, opts.limit()+power.Above*scale)
}
