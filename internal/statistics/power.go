package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Noise is the shape of the scatter: residuals of all tested comparisons around the
// median of their side, in units of the comparison's own scale. Power is simulated with
// it. At small corrected levels power depends on the tails, which formulas for large
// samples miss.
type Noise struct {
	Residuals []float64
	cached    map[powerKey]Power
}

type powerKey struct{ n1, n2, tested int }

// A Power holds two shifts in units of the measured scale. MDE is significant in 95 of
// 100 measurements. Above has its lower bound above 0 in 95 of 100.
type Power struct{ MDE, Above float64 }

const (
	PowerLevel    = 0.95 // share of measurements that detect the MDE
	manyResiduals = 20000
	manyShifts    = 2500
)

// NewNoise returns a Noise without residuals.
func NewNoise() *Noise { return &Noise{cached: make(map[powerKey]Power)} }

// Add takes the samples of one side of a comparison with a scale above 0. It reports
// whether it needs more.
func (n *Noise) Add(side []float64, scale float64) (more bool) {
	if k := float64(len(side)); k >= 2 {
		m := median(side)
		for _, v := range side {
			n.Residuals = append(n.Residuals, (v-m)/scale*math.Sqrt(k/(k-1)))
		}
	}
	return len(n.Residuals) <= manyResiduals
}

// Power simulates measurements of n1 and n2 samples. In each, a shift of NEW is
// significant if the trimmed means are far enough apart, or if it exceeds one order
// statistic of the differences between OLD and NEW. It lifts the interval's lower end
// above 0 if it exceeds another one. So no search for the shift is needed.
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
		rng := rand.New(rand.NewPCG(uint64(n1), uint64(n2))) // the same files give the same verdict
		beyond := rounds - int(PowerLevel*float64(rounds))
		seen, above := NewHighest(beyond), NewHighest(beyond)
		x, y := make([]float64, n1), make([]float64, n2)
		d := &Differences{X: x, Y: y}
		for range rounds {
			n.draw(rng, x)
			n.draw(rng, y)
			// Counting is faster than selecting, and shows that most rounds are below
			// the highest 5%.
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

// TimesMore returns the factor of samples needed to detect a change, if the present MDE
// is seen and the limit for any number of samples is atBest.
func TimesMore(seen, atBest, change float64) float64 {
	left := change*change - atBest*atBest
	if left <= 0 || math.IsInf(seen, 1) {
		return math.Inf(1)
	}
	return (seen*seen - atBest*atBest) / left
}
