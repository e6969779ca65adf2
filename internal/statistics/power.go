package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Noise is the shape of the scatter in the data: residuals of all tested
// comparisons around the median of their side, each in units of its
// comparison's own scale. Power is simulated with it, because that of a test
// at a small corrected level hangs on the tails, which no formula for large
// samples has right.
type Noise struct {
	Residuals []float64
	cached    map[powerKey]Power
}

type powerKey struct{ n1, n2, tested int }

// A Power holds the shifts, in units of the scale that was measured, from which
// 95 of 100 measurements are significant (MDE), and whose lower bound is above
// 0 in 95 of 100 (Above).
type Power struct{ MDE, Above float64 }

const (
	PowerLevel    = 0.95 // the share of measurements that show what is said to be seen
	manyResiduals = 20000
	manyShifts    = 2500
)

// NewNoise is without residuals.
func NewNoise() *Noise { return &Noise{cached: make(map[powerKey]Power)} }

// Add takes the samples of one side of a comparison, whose scale is above 0. It tells
// whether more of them are of use.
func (n *Noise) Add(side []float64, scale float64) (more bool) {
	if k := float64(len(side)); k >= 2 {
		m := median(side)
		for _, v := range side {
			n.Residuals = append(n.Residuals, (v-m)/scale*math.Sqrt(k/(k-1)))
		}
	}
	return len(n.Residuals) <= manyResiduals
}

// Power simulates measurements of n1 and n2 samples. In each, shifting NEW by
// d is significant exactly if that takes the trimmed means further apart than
// counts, or exceeds one order statistic of the differences between OLD and NEW, and
// lifts the interval's lower end above 0 exactly if it exceeds another: no search
// for d is needed.
func (n *Noise) Power(n1, n2 int, alpha float64, tested int) Power {
	key := powerKey{n1, n2, tested}
	if p, ok := n.cached[key]; ok {
		return p
	}
	p := Power{math.Inf(1), math.Inf(1)}
	test, level := RankTestFor(n1, n2), alpha/tests/float64(tested)
	first, interval := test.Critical(level), test.Critical(alpha)
	if interval >= 0 {
		rounds := 500
		if n1*n2 > manyShifts {
			rounds = 200
		}
		rng := rand.New(rand.NewPCG(uint64(n1), uint64(n2))) // the same verdict for the same files
		beyond := rounds - int(PowerLevel*float64(rounds))
		seen, above := NewHighest(beyond), NewHighest(beyond)
		x, y := make([]float64, n1), make([]float64, n2)
		d := &Differences{X: x, Y: y}
		for range rounds {
			n.draw(rng, x)
			n.draw(rng, y)
			// Counting is faster than selecting, and tells that most rounds are
			// below the highest 5%.
			if d.UpTo(-above.From()) > interval {
				above.Add(-d.Nth(interval + 1))
			}
			if first >= 0 && d.UpTo(-seen.From()) <= first {
				continue
			}
			difference, sd, freedom := TrimmedDifference(x, y)
			least := CriticalT(level, freedom)*sd - difference
			if first >= 0 && !(least <= seen.From()) {
				least = math.Min(least, -d.Nth(first+1))
			}
			seen.Add(least)
		}
		raised := UncertaintyFactor(float64(n1 + n2 - 2))
		p = Power{math.Max(0, seen.Least()) * raised, math.Max(0, above.Least()) * raised}
	}
	n.cached[key] = p
	return p
}

func (n *Noise) draw(rng *rand.Rand, to []float64) {
	for i := range to {
		to[i] = n.Residuals[rng.IntN(len(n.Residuals))]
	}
	slices.Sort(to)
}

// TimesMore is how many times as many samples it takes to see a change, if one is
// seen that is as large as seen says, and with any number of them one as large as
// atBest.
func TimesMore(seen, atBest, change float64) float64 {
	left := change*change - atBest*atBest
	if left <= 0 || math.IsInf(seen, 1) {
		return math.Inf(1)
	}
	return (seen*seen - atBest*atBest) / left
}
