package statistics

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// Fastest compares the mean of the fastest tenth of the rounds of two sides: their
// undisturbed cost.
//
// Disturbances only add time. So the lower end of the values is sharp and everything
// above is smeared. On a crowded machine this needs a tenth of the rounds of a
// comparison of all. It misses changes that do not affect the fastest tenth.
//
// Its p-value comes from random swaps of the sides of each round. If both sides are
// equal and their order was drawn at random, every outcome is as likely as the observed
// one (R. A. Fisher, "The Design of Experiments", 1935; P. Good, "Permutation,
// Parametric and Bootstrap Tests of Hypotheses", 3rd ed., chapters 3 and 5).
type Fastest struct {
	base, head []float64   // logarithms of costs, by round
	sorted     [2][]pooled // base and head, lowest first
	few        int         // size of the fastest tenth
}

// NewFastest takes the logarithms of the costs by round; lower is better. Both have the
// same length, at least 1.
func NewFastest(base, head []float64) *Fastest {
	f := &Fastest{base: base, head: head, few: tenth(len(base))}
	for side, costs := range [][]float64{base, head} {
		for i, c := range costs {
			f.sorted[side] = append(f.sorted[side], pooled{c, uint(i), uint64(side)})
		}
		slices.SortFunc(f.sorted[side], func(a, b pooled) int { return cmp.Compare(a.cost, b.cost) })
	}
	return f
}

// tenth returns a tenth of n, rounded up.
func tenth(n int) int { return (n + 9) / 10 }

// FastestMean returns the mean of the lowest tenth of x.
func FastestMean(x []float64) float64 {
	return stats.Mean(slices.Sorted(slices.Values(x))[:tenth(len(x))])
}

// A pooled is a value of either side, in a pool sorted by cost.
type pooled struct {
	cost  float64
	round uint   // unsigned: division is faster
	side  uint64 // 0 for base, 1 for head
}

// pool merges the values of both sides, with head shifted down. The order of equal
// values does not matter.
func (f *Fastest) pool(shift float64) []pooled {
	pool := make([]pooled, 0, 2*len(f.base))
	base := f.sorted[0]
	for _, v := range f.sorted[1] {
		v.cost -= shift
		for len(base) > 0 && base[0].cost <= v.cost {
			pool, base = append(pool, base[0]), base[1:]
		}
		pool = append(pool, v)
	}
	return append(pool, base...)
}

// swapped returns the statistic after some rounds swapped their sides. It walks only
// the low end of the pool. It is branch-free where the random swap decides, because no
// processor predicts that.
func (f *Fastest) swapped(pool []pooled, swap []uint64) float64 {
	var base, head float64
	i, inHead, few := 0, 0, f.few
	for ; inHead < few && i-inHead < few; i++ {
		v := &pool[i]
		side := v.side ^ swap[v.round/64]>>(v.round%64)&1
		inHead += int(side)
		cost := math.Float64bits(v.cost)
		base += math.Float64frombits(cost & (side - 1))
		head += math.Float64frombits(cost & -side)
	}
	// One side is complete.
	sum, left, other := base, few-(i-inHead), uint64(0)
	if inHead < few {
		sum, left, other = head, few-inHead, 1
	}
	for ; left > 0; i++ {
		v := &pool[i]
		takes := 1 ^ other ^ v.side ^ swap[v.round/64]>>(v.round%64)&1
		left -= int(takes)
		sum += math.Float64frombits(math.Float64bits(v.cost) & -takes)
	}
	if other == 0 {
		return (head - sum) / float64(few)
	}
	return (sum - base) / float64(few)
}

// rounding bounds the difference between sums of the same values in another order.
const rounding = 1e-12

// coins draws random swaps of all rounds.
type coins struct {
	source *rand.PCG
	toss   []uint64 // a bit per round
}

// coins is seeded with the number of rounds.
func (f *Fastest) coins() coins {
	return coins{rand.NewPCG(2, uint64(len(f.base))), f.noSwap()}
}

func (f *Fastest) noSwap() []uint64 { return make([]uint64, f.words()) }

// words is the number of words of a toss.
func (f *Fastest) words() int { return (len(f.base) + 63) / 64 }

// next draws the next toss, valid until the following call.
func (c coins) next() []uint64 {
	for i := range c.toss {
		c.toss[i] = c.source.Uint64()
	}
	return c.toss
}

// enoughTails limits the error of a p-value to about a fifth (J. Besag and P. Clifford,
// "Sequential Monte Carlo p-values", 1991).
const enoughTails = 25

// Test returns the two-sided p-value of equal sides. It is exact down to smallest;
// lower p-values are not distinguished.
func (f *Fastest) Test(smallest float64) float64 {
	pool, coins := f.pool(0), f.coins()
	observed := f.swapped(pool, f.noSwap())
	low, high, drawn := 0, 0, 0 // swaps with a statistic at most and at least the observed one
	for drawn < int(4/smallest) && min(low, high) < enoughTails {
		drawn++
		t := f.swapped(pool, coins.next())
		if t <= observed+rounding {
			low++
		}
		if t >= observed-rounding {
			high++
		}
	}
	return min(1, 2*float64(min(low, high)+1)/float64(drawn+1))
}

// intervalSwaps limits the cost of an interval.
const intervalSwaps = 4000

// Means returns the lower means of both sides.
func (f *Fastest) Means() (base, head float64) { return FastestMean(f.base), FastestMean(f.head) }

// Estimate returns the difference of the lower means, with p by [Fastest.Test] and the
// interval of all shifts of head that the test accepts.
func (f *Fastest) Estimate(confidence, smallest float64) Shift {
	base, head := f.Means()
	center := head - base
	e := Shift{Log: center, Lo: math.Inf(-1), Hi: math.Inf(1), P: f.Test(smallest)}
	tail := (1 - confidence) / 2
	if math.Pow(0.5, float64(len(f.base))) <= tail {
		limit, swaps := int(tail*intervalSwaps), f.swaps()
		e.Lo, e.Hi = center-f.reach(center, -1, limit, swaps), center+f.reach(center, +1, limit, swaps)
	}
	return e
}

// reach returns the largest accepted shift in one direction. A shift is accepted if
// more than limit swaps move the statistic as far as the shift does, or farther.
func (f *Fastest) reach(center, direction float64, limit int, swaps []uint64) float64 {
	search := &search{Fastest: f, center: center, direction: direction, swaps: swaps, open: make([]open, intervalSwaps)}
	for i := range search.open {
		search.open[i] = open{i * f.words(), math.Inf(1)}
	}
	far := 1e-4
	for search.exceeds(limit, far) {
		if far *= 2; far > 50 {
			return math.Inf(1)
		}
	}
	near := 0.0
	for far-near > 0.01*far && far > 1e-6 {
		if mid := (near + far) / 2; search.exceeds(limit, mid) {
			near = mid
		} else {
			far = mid
		}
	}
	return far
}

// A search finds an end of an interval. The statistic without a swap falls as fast as
// head is shifted, and no other falls faster. So a swap that exceeds it at one distance
// does so at all smaller ones, and a swap far below it stays below it a little nearer.
// Most swaps are evaluated once or twice.
type search struct {
	*Fastest
	center    float64
	direction float64
	swaps     []uint64 // one toss after the other
	open      []open   // undecided swaps
	beyond    int      // swaps that exceed at all distances
}

// An open swap is not decided at all distances.
type open struct {
	first  int     // start of its toss
	within float64 // distance from which on it does not exceed
}

// swaps draws the swaps for both ends of an interval.
func (f *Fastest) swaps() (all []uint64) {
	for coins := f.coins(); len(all) < intervalSwaps*len(coins.toss); {
		all = append(all, coins.next()...)
	}
	return all
}

// exceeds reports whether more than limit swaps exceed the statistic at this distance.
// Then the end is farther out.
func (s *search) exceeds(limit int, distance float64) bool {
	pool := s.pool(s.center + s.direction*distance)
	observed := s.swapped(pool, s.noSwap())
	beyond := 0 // of the open ones, moved to the front
	for i := range s.open {
		w := &s.open[i]
		if distance >= w.within {
			continue
		}
		if lacks := s.direction * (s.swapped(pool, s.swaps[w.first:][:s.words()]) - observed); lacks > rounding {
			// Each of the two moves by at most the distance on the way back.
			w.within = distance - (lacks-sure)/2
			continue
		}
		s.open[i], s.open[beyond] = s.open[beyond], s.open[i]
		if beyond++; s.beyond+beyond > limit {
			s.open = append(s.open[:beyond], s.open[i+1:]...)
			return true
		}
	}
	s.beyond += beyond
	s.open = s.open[beyond:]
	return false
}

// sure is far above rounding: such a difference holds for any order of sums.
const sure = 1e-9

// MDEFastest is [PairedRule.MDE] for the fastest tenth. The estimate e must be f's with
// confidence 1-Alpha. The scatter of estimates comes from the bootstrap. The interval
// at the corrected level is assumed to widen like a normal one.
func (r PairedRule) MDEFastest(f *Fastest, e Shift, power float64) float64 {
	rng := rand.New(rand.NewPCG(3, uint64(len(f.base))))
	base, head := newDrawing(f.base), newDrawing(f.head)
	var sum, squares float64
	for range resamples {
		for range f.base {
			j := rng.IntN(len(f.base))
			base.times[base.rank[j]]++
			head.times[head.rank[j]]++
		}
		d := head.lowest(f.few) - base.lowest(f.few) - e.Log
		sum += d
		squares += d * d
	}
	scatter := math.Sqrt(max(0, squares/resamples-sum*sum/resamples/resamples))
	half := e.Log - e.Lo
	wider := NormalQuantile(1-r.Alpha/2/float64(max(1, r.Comparisons))) / NormalQuantile(1-r.Alpha/2)
	half *= 1 + NormalQuantile(power)/math.Sqrt(2*float64(f.few)) // the spread of few values is uncertain
	return max(r.Threshold+half, half*wider) + NormalQuantile(power)*scatter
}

// A drawing resamples the rounds of one side with replacement.
type drawing struct {
	sorted []float64
	rank   []int // of each round in sorted
	times  []int // draws of each rank
}

func newDrawing(costs []float64) drawing {
	d := drawing{make([]float64, len(costs)), make([]int, len(costs)), make([]int, len(costs))}
	for rank, i := range lists.Order(costs) {
		d.sorted[rank], d.rank[i] = costs[i], rank
	}
	return d
}

// lowest returns the mean of the lowest drawn values. It ends the drawing.
func (d drawing) lowest(few int) float64 {
	sum, left := 0.0, few
	for rank, cost := range d.sorted {
		n := min(left, d.times[rank])
		sum += float64(n) * cost
		if left -= n; left == 0 {
			break
		}
	}
	clear(d.times)
	return sum / float64(few)
}

// all returns the drawn values minus center, ascending. It ends the drawing.
func (d drawing) all(center float64, to []float64) {
	for rank, cost := range d.sorted {
		for range d.times[rank] {
			to[0], to = cost-center, to[1:]
		}
	}
	clear(d.times)
}
