package gate

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/compare/nth"
	"github.com/ecsbench/ecsbench/compare/verdict"
)

// A noise is the shape of the scatter in the data: residuals of all tested
// comparisons around the median of their side, each in units of its
// comparison's own scale. Power is simulated with it, because that of a test
// at a small corrected level hangs on the tails, which no formula for large
// samples has right.
type noise struct {
	residuals []float64
	cached    map[powerKey]powerOf
}

type powerKey struct{ n1, n2, tested int }

// powerOf holds the shifts, in units of the scale that was measured, from which
// 95 of 100 measurements are significant (seen), and whose lower bound is above
// 0 in 95 of 100 (above).
type powerOf struct{ seen, above float64 }

const (
	powerLevel    = 0.95
	manyResiduals = 20000
	manyShifts    = 2500
)

// scale measures the scatter of p's samples on the logarithmic scale.
func (p *pair) scale() float64 { return scatter(p.oldL, p.newL) }

// hasZero tells whether a sample is zero, which has no logarithm.
func (p *pair) hasZero() bool { return p.oldL[0] == logZero || p.newL[0] == logZero }

func noiseOf(pairs []pair) *noise {
	n := &noise{cached: make(map[powerKey]powerOf)}
	for i := range pairs {
		p := &pairs[i]
		scale := p.scale()
		if p.Kind != verdict.Tested || !(scale > 0) || p.hasZero() {
			continue
		}
		for _, side := range [][]float64{p.oldL, p.newL} {
			m, k := median(side), float64(len(side))
			if k < 2 {
				continue
			}
			for _, v := range side {
				n.residuals = append(n.residuals, (v-m)/scale*math.Sqrt(k/(k-1)))
			}
		}
		if len(n.residuals) > manyResiduals {
			break
		}
	}
	return n
}

// visible returns the smallest changes for the worse, as logarithms, that
// would have been significant and that would have failed the gate, each with a
// chance of 95%, were it not for drift.
func (n *noise) visible(p *pair, opts Options, tested int) (seen, fail float64) {
	scale := p.scale()
	switch {
	case math.IsNaN(scale) || p.hasZero():
		return math.Inf(1), math.Inf(1)
	case scale == 0:
		// Equal values say that there is less noise than digits; what they can
		// not say is that there are enough of them.
		if rankTestFor(p.OldN, p.NewN).critical(opts.Alpha/float64(tested)) < 0 {
			return math.Inf(1), math.Inf(1)
		}
		return 0, math.Log1p(opts.MaxRegression)
	}
	power := n.power(p.OldN, p.NewN, opts.Alpha, tested)
	seen = power.seen * scale
	return seen, math.Max(seen, math.Log1p(opts.MaxRegression)+power.above*scale)
}

// power simulates measurements of n1 and n2 samples. In each, shifting NEW by
// d is significant exactly if that takes the trimmed means further apart than
// counts, or exceeds one order statistic of the differences between OLD and NEW, and
// lifts the interval's lower end above 0 exactly if it exceeds another: no search
// for d is needed.
func (n *noise) power(n1, n2 int, alpha float64, tested int) powerOf {
	key := powerKey{n1, n2, tested}
	if p, ok := n.cached[key]; ok {
		return p
	}
	p := powerOf{math.Inf(1), math.Inf(1)}
	test, level := rankTestFor(n1, n2), alpha/tests/float64(tested)
	first, interval := test.critical(level), test.critical(alpha)
	if interval >= 0 {
		rounds := 500
		if n1*n2 > manyShifts {
			rounds = 200
		}
		far := newStudents(level)
		rng := rand.New(rand.NewPCG(uint64(n1), uint64(n2))) // the same verdict for the same files
		beyond := rounds - int(powerLevel*float64(rounds))
		seen, above := nth.NewHighest(beyond), nth.NewHighest(beyond)
		x, y := make([]float64, n1), make([]float64, n2)
		d := &shifts{x: x, y: y}
		for range rounds {
			n.draw(rng, x)
			n.draw(rng, y)
			// Counting is faster than selecting, and tells that most rounds are
			// below the highest 5%.
			if d.UpTo(-above.From()) > interval {
				above.Add(-d.nth(interval + 1))
			}
			if first >= 0 && d.UpTo(-seen.From()) <= first {
				continue
			}
			difference, sd, freedom := trimmedDifference(x, y)
			least := far.of(freedom)*sd - difference
			if first >= 0 && !(least <= seen.From()) {
				least = math.Min(least, -d.nth(first+1))
			}
			seen.Add(least)
		}
		raised := newUnsure().raise(float64(n1 + n2 - 2))
		p = powerOf{math.Max(0, seen.Least()) * raised, math.Max(0, above.Least()) * raised}
	}
	n.cached[key] = p
	return p
}

func (n *noise) draw(rng *rand.Rand, to []float64) {
	for i := range to {
		to[i] = n.residuals[rng.IntN(len(n.residuals))]
	}
	slices.Sort(to)
}
