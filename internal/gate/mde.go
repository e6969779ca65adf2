package gate

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// scale measures the scatter of p's samples on the logarithmic scale.
func (p *pair) scale() float64 { return statistics.Scatter(p.oldL, p.newL) }

// hasZero reports whether a sample is zero, which has no logarithm.
func (p *pair) hasZero() bool {
	return p.oldL[0] == statistics.LogZero || p.newL[0] == statistics.LogZero
}

// noiseOf returns the scatter of all tested comparisons.
func noiseOf(pairs []pair) *statistics.Noise {
	n := statistics.NewNoise()
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

// detectable returns the MDE and the smallest change that fails the gate in 95% of runs,
// both as logarithms and without drift.
func (p *pair) detectable(noise *statistics.Noise, opts Options, tested int) (mde, failing float64) {
	scale := p.scale()
	switch {
	case math.IsNaN(scale) || p.hasZero():
		return math.Inf(1), math.Inf(1)
	case scale == 0:
		// Equal values have less noise than digits, but there may be too few of them.
		if statistics.RankTestFor(p.OldN, p.NewN).Critical(opts.Alpha/float64(tested)) < 0 {
			return math.Inf(1), math.Inf(1)
		}
		return 0, math.Log1p(opts.MaxRegression)
	}
	power := noise.Power(p.OldN, p.NewN, opts.Alpha, tested)
	mde = power.MDE * scale
	return mde, math.Max(mde, math.Log1p(opts.MaxRegression)+power.Above*scale)
}
