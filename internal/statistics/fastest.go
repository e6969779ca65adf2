package statistics

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
	base, head []float64   // logarithms of costs, by round
	sorted     [2][]pooled // base and head, lowest first
	few        int         // size of the fastest tenth
}

// NewFastest takes the logarithms of the costs, by round; lower is better. Both
// must have the same length, which is not 0.
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

// pool merges the values of both sides, head's reduced by shift. Which of two equal
// ones comes first makes no difference.
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

// swapped returns the statistic after some rounds exchange their sides. Only
// the low end of the pool has to be walked through. Whatever the toss of a coin
// decides is arithmetic, since no processor foresees which way it would branch.
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
	// One side has its few, and nothing more comes to it.
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

// rounding is by how much sums of the same values in another order may differ.
const rounding = 1e-12

// coins are tossed for all rounds at once.
type coins struct {
	source *rand.PCG
	toss   []uint64 // a bit for each round
}

// coins are the same for the same number of rounds.
func (f *Fastest) coins() coins {
	return coins{rand.NewPCG(2, uint64(len(f.base))), f.noSwap()}
}

func (f *Fastest) noSwap() []uint64 { return make([]uint64, f.words()) }

// words is how many a toss takes.
func (f *Fastest) words() int { return (len(f.base) + 63) / 64 }

// next is the next toss, until the one after it.
func (c coins) next() []uint64 {
	for i := range c.toss {
		c.toss[i] = c.source.Uint64()
	}
	return c.toss
}

// enoughTails settles a p-value to about a fifth of its size (J. Besag and
// P. Clifford, "Sequential Monte Carlo p-values", 1991).
const enoughTails = 25

// Test returns the two-sided p-value of the hypothesis that the sides are the
// same, exact down to the level smallest, below which nothing is told apart.
func (f *Fastest) Test(smallest float64) float64 {
	pool, coins := f.pool(0), f.coins()
	observed := f.swapped(pool, f.noSwap())
	low, high, drawn := 0, 0, 0 // swaps at most, and at least, as high as none
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
	limit, swaps := int(tail*intervalSwaps), f.swaps()
	return Interval{center - f.reach(center, -1, limit, swaps), center, center + f.reach(center, +1, limit, swaps)}
}

// reach finds how far from the centre shifts are accepted in one direction: those
// for which more than limit of the swaps take the statistic as far as the shift has
// taken it, or farther.
func (f *Fastest) reach(center, direction float64, limit int, swaps []uint64) float64 {
	search := f.search(center, direction, swaps)
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

// A search for an end of an interval narrows it down. The statistic of no swap
// falls as fast as head is shifted, and that of no other faster: a swap that is
// beyond it at some distance is so at all smaller ones, and one that is far from
// being beyond it is not beyond it a little nearer either. So most swaps have to be
// looked at but once or twice.
type search struct {
	*Fastest
	center    float64
	direction float64
	swaps     []uint64 // one toss after the other
	open      []open   // swaps for which it depends on where the end is
	beyond    int      // those that are beyond wherever it is
}

// An open swap is not decided at all distances.
type open struct {
	first  int     // where its toss begins
	within float64 // distance from which on it is not beyond
}

// swaps are those that both ends of an interval are searched for with.
func (f *Fastest) swaps() (all []uint64) {
	for coins := f.coins(); len(all) < intervalSwaps*len(coins.toss); {
		all = append(all, coins.next()...)
	}
	return all
}

func (f *Fastest) search(center, direction float64, swaps []uint64) *search {
	s := &search{Fastest: f, center: center, direction: direction, swaps: swaps, open: make([]open, intervalSwaps)}
	for i := range s.open {
		s.open[i] = open{i * f.words(), math.Inf(1)}
	}
	return s
}

// exceeds tells whether at this distance more than limit swaps are beyond none. The
// end is farther out then, and else not.
func (s *search) exceeds(limit int, distance float64) bool {
	pool := s.pool(s.center + s.direction*distance)
	observed := s.swapped(pool, s.noSwap())
	beyond := 0 // of those that are open, which come first
	for i := range s.open {
		w := &s.open[i]
		if distance >= w.within {
			continue
		}
		if lacks := s.direction * (s.swapped(pool, s.swaps[w.first:][:s.words()]) - observed); lacks > rounding {
			// On the way back either of the two moves by no more than the way.
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

// sure is far more than rounding: what is so far apart is so in any order of sums.
const sure = 1e-9

// MDEFastest is [PairedRule.MDE] for the fastest tenth: i must be f's
// interval with confidence 1-Alpha. How far estimates scatter is found by
// drawing rounds again; the interval at the corrected level is taken to be as
// much wider as a normal one.
func (r PairedRule) MDEFastest(f *Fastest, i Interval, power float64) float64 {
	rng := rand.New(rand.NewPCG(3, uint64(len(f.base))))
	base, head := newDrawing(f.base), newDrawing(f.head)
	var sum, squares float64
	for range resamples {
		for range f.base {
			j := rng.IntN(len(f.base))
			base.times[base.rank[j]]++
			head.times[head.rank[j]]++
		}
		d := head.lowest(f.few) - base.lowest(f.few) - i.Center
		sum += d
		squares += d * d
	}
	scatter := math.Sqrt(max(0, squares/resamples-sum*sum/resamples/resamples))
	half := i.Center - i.Lo
	wider := NormalQuantile(1-r.Alpha/2/float64(max(1, r.Comparisons))) / NormalQuantile(1-r.Alpha/2)
	half *= 1 + NormalQuantile(power)/math.Sqrt(2*float64(f.few)) // as a spread of so few values may turn out
	return max(r.Threshold+half, half*wider) + NormalQuantile(power)*scatter
}

// A drawing is rounds of one side that are drawn again, some of them several times.
type drawing struct {
	sorted []float64
	rank   []int // of each round in sorted
	times  []int // that what is sorted there was drawn
}

func newDrawing(costs []float64) drawing {
	d := drawing{make([]float64, len(costs)), make([]int, len(costs)), make([]int, len(costs))}
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(costs[i], costs[j]) })
	for rank, i := range order {
		d.sorted[rank], d.rank[i] = costs[i], rank
	}
	return d
}

// lowest is the mean of the lowest few that were drawn. Nothing is drawn after it.
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

// all are what was drawn, less center, in ascending order. Nothing is drawn after it.
func (d drawing) all(center float64, to []float64) {
	for rank, cost := range d.sorted {
		for range d.times[rank] {
			to[0], to = cost-center, to[1:]
		}
	}
	clear(d.times)
}
