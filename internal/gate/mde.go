package gate

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/shift"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// scale measures the scatter of p's samples on the logarithmic scale.
func (p *pair) scale() float64 { return shift.Scatter(p.oldL, p.newL) }

// hasZero tells whether a sample is zero, which has no logarithm.
func (p *pair) hasZero() bool { return p.oldL[0] == shift.Zero || p.newL[0] == shift.Zero }

// noiseOf is the scatter of all tested comparisons.
func noiseOf(pairs []pair) *shift.Noise {
	n := shift.NewNoise()
	for i := range pairs {
		p := &pairs[i]
		scale := p.scale()
		if p.Kind != verdict.Tested || !(scale > 0) || p.hasZero() {
			continue
		}
		n.Add(p.oldL, scale)
		if more := n.Add(p.newL, scale); !more {
			break
		}
	}
	return n
}

// visible returns the smallest changes for the worse, as logarithms, that
// would have been significant and that would have failed the gate, each with a
// chance of 95%, were it not for drift.
func (p *pair) visible(noise *shift.Noise, opts Options, tested int) (seen, fail float64) {
	scale := p.scale()
	switch {
	case math.IsNaN(scale) || p.hasZero():
		return math.Inf(1), math.Inf(1)
	case scale == 0:
		// Equal values say that there is less noise than digits; what they can
		// not say is that there are enough of them.
		if shift.RankTestFor(p.OldN, p.NewN).Critical(opts.Alpha/float64(tested)) < 0 {
			return math.Inf(1), math.Inf(1)
		}
		return 0, math.Log1p(opts.MaxRegression)
	}
	power := noise.Power(p.OldN, p.NewN, opts.Alpha, tested)
	seen = power.MDE * scale
	return seen, math.Max(seen, math.Log1p(opts.MaxRegression)+power.Above*scale)
}
