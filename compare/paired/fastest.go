package paired

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// Fastest compares the mean of the fastest tenth of the rounds of two sides:
// what they cost when nothing disturbs them.
//
// Where disturbance only ever adds, and comes and goes, the lower end of the
// values is sharp while everything above is smeared; on a crowded machine this
// needs ten times fewer rounds than a comparison of all of them. What it does
// not see is a change that the fastest tenth does not take part in.
//
// Its p-value comes from swapping the sides of each round by the toss of a
// coin. Where both are in truth the same, and their order within the rounds was
// drawn at random, every such outcome was as likely as the observed one (R. A.
// Fisher, "The Design of Experiments", 1935; P. Good, "Permutation, Parametric
// and Bootstrap Tests of Hypotheses", 3rd ed., chapters 3 and 5).
type Fastest struct {
	base, head []float64 // logarithms of costs, by round
	few        int       // size of the fastest tenth
}

// NewFastest takes the logarithms of the costs, by round; lower is better. Both
// must have the same length, which is not 0.
func NewFastest(base, head []float64) *Fastest {
	return &Fastest{base, head, tenth(len(base))}
}

// tenth is how many rounds are the fastest tenth of n.
func tenth(n int) int { return (n + 9) / 10 }

// FastestMean is the mean of the lowest tenth of x.
func FastestMean(x []float64) float64 {
	return stats.Mean(slices.Sorted(slices.Values(x))[:tenth(len(x))])
}

// difference is the statistic: head's lower mean less base's.
func (f *Fastest) difference() float64 {
	return FastestMean(f.head) - FastestMean(f.base)
}

// A value of either side, in a pool sorted by cost.
type pooled struct {
	cost  float64
	round uint   // unsigned: it is divided for every toss of a coin
	side  uint64 // 0 for base, 1 for head
}

// pool sorts the values of both sides together, head's reduced by shift.
func (f *Fastest) pool(shift float64) []pooled {
	pool := make([]pooled, 0, 2*len(f.base))
	for i := range f.base {
		pool = append(pool, pooled{f.base[i], uint(i), 0}, pooled{f.head[i] - shift, uint(i), 1})
	}
	slices.SortFunc(pool, func(a, b pooled) int { return cmp.Compare(a.cost, b.cost) })
	return pool
}

// swapped returns the statistic after some rounds exchange their sides. Only
// the low end of the pool has to be walked through. Whatever the toss of a coin
// decides is arithmetic, since no processor foresees which way it would branch.
func (f *Fastest) swapped(pool []pooled, swap []uint64) float64 {
	var base, head float64
	var inBase, inHead uint64
	few := uint64(f.few)
	for i := 0; inBase+inHead < 2*few; i++ {
		v := &pool[i]
		side := v.side ^ swap[v.round/64]>>(v.round%64)&1
		ofBase, ofHead := (1-side)&((inBase-few)>>63), side&((inHead-few)>>63) // 0 for a side that has its few
		inBase += ofBase
		inHead += ofHead
		cost := math.Float64bits(v.cost)
		base += math.Float64frombits(cost & -ofBase)
		head += math.Float64frombits(cost & -ofHead)
	}
	return (head - base) / float64(f.few)
}

// tails counts in how many of up to n random swaps the statistic is at most,
// and at least, the unswapped one. It stops when both are settled: enough of
// either is not significant, however many more are drawn.
func (f *Fastest) tails(shift float64, n, enough int) (low, high, drawn int) {
	pool := f.pool(shift)
	swap := make([]uint64, (len(f.base)+63)/64)
	observed := f.swapped(pool, swap)
	const rounding = 1e-12 // sums of the same values in another order are equal
	coins := rand.NewPCG(2, uint64(len(f.base)))
	for drawn < n && min(low, high) < enough {
		for i := range swap {
			swap[i] = coins.Uint64()
		}
		drawn++
		t := f.swapped(pool, swap)
		if t <= observed+rounding {
			low++
		}
		if t >= observed-rounding {
			high++
		}
	}
	return low, high, drawn
}

// enoughTails settles a p-value to about a fifth of its size (J. Besag and
// P. Clifford, "Sequential Monte Carlo p-values", 1991).
const enoughTails = 25

// Test returns the two-sided p-value of the hypothesis that the sides are the
// same, exact down to the level smallest, below which nothing is told apart.
func (f *Fastest) Test(smallest float64) float64 {
	low, high, drawn := f.tails(0, int(4/smallest), enoughTails)
	return min(1, 2*float64(min(low, high)+1)/float64(drawn+1))
}

// intervalSwaps bounds the cost of an end of an interval.
const intervalSwaps = 4000

// Estimate returns the difference of the lower means and the interval of all
// shifts of head under which [Fastest.Test] would not tell the sides apart.
func (f *Fastest) Estimate(confidence float64) Interval {
	center := f.difference()
	tail := (1 - confidence) / 2
	if math.Pow(0.5, float64(len(f.base))) > tail {
		return Interval{math.Inf(-1), center, math.Inf(1)}
	}
	limit := int(tail * intervalSwaps)
	rejects := func(shift float64) bool {
		low, high, _ := f.tails(shift, intervalSwaps, limit+1)
		return min(low, high) <= limit
	}
	return Interval{center - f.reach(center, -1, rejects), center, center + f.reach(center, +1, rejects)}
}

// reach finds how far from the centre shifts are accepted in one direction.
func (f *Fastest) reach(center, direction float64, rejects func(float64) bool) float64 {
	far := 1e-4
	for !rejects(center + direction*far) {
		if far *= 2; far > 50 {
			return math.Inf(1)
		}
	}
	near := 0.0
	for far-near > 0.01*far && far > 1e-6 {
		if mid := (near + far) / 2; rejects(center + direction*mid) {
			far = mid
		} else {
			near = mid
		}
	}
	return far
}

// VisibleFastest is [Rule.Visible] for the fastest tenth: i must be f's
// interval with confidence 1-Alpha. How far estimates scatter is found by
// drawing rounds again; the interval at the corrected level is taken to be as
// much wider as a normal one.
func (r Rule) VisibleFastest(f *Fastest, i Interval, power float64) float64 {
	rng := rand.New(rand.NewPCG(3, uint64(len(f.base))))
	base, head := make([]float64, len(f.base)), make([]float64, len(f.base))
	var sum, squares float64
	for range resamples {
		for k := range base {
			j := rng.IntN(len(base))
			base[k], head[k] = f.base[j], f.head[j]
		}
		d := NewFastest(base, head).difference() - i.Center
		sum += d
		squares += d * d
	}
	scatter := math.Sqrt(max(0, squares/resamples-sum*sum/resamples/resamples))
	half := i.Center - i.Lo
	wider := Quantile(1-r.Alpha/2/float64(max(1, r.Comparisons))) / Quantile(1-r.Alpha/2)
	half *= 1 + Quantile(power)/math.Sqrt(2*float64(f.few)) // as a spread of so few values may turn out
	return max(r.Threshold+half, half*wider) + Quantile(power)*scatter
}
