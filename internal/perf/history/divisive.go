package history

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/internal/lists"
)

const (
	// FewestPoints is the minimum number of points: among fewer, any step could be chance.
	FewestPoints = 10

	ShortestLevel     = 3    // points between two change points
	SplitLevel        = 0.01 // chance to find one in a series without any
	SplitPermutations = 499  // random orders that a split is compared with
)

// A ChangePoint is a change point.
type ChangePoint struct {
	At int // index of the first value of the new level
	P  float64
}

// ChangePoints returns the change points of a series, ascending.
//
// The series is split where the energy distance between the sides is largest. A split
// counts if at most four of 499 random orders have as large a distance (p ≤ 0.01). Both
// sides are then split in the same way. Fewer orders would miss clear steps among ten or
// twelve values. Finally each change point moves to where the levels fit best. The random
// orders have a fixed seed.
func ChangePoints(values []float64) []ChangePoint {
	random := rand.New(rand.NewPCG(2014, 1))
	var steps []ChangePoint
	var divide func(from, to int)
	divide = func(from, to int) {
		part := values[from:to]
		at, distance := Split(part)
		if at == 0 {
			return
		}
		p := chance(part, distance, random)
		if p > SplitLevel {
			return
		}
		divide(from, from+at)
		steps = append(steps, ChangePoint{from + at, p})
		divide(from+at, to)
	}
	divide(0, len(values))
	settle(values, steps)
	return steps
}

// settle moves each change point to the minimum of the squares around both levels, because
// the energy distance prefers sides of equal length.
func settle(values []float64, steps []ChangePoint) {
	for i := range steps {
		from, to := 0, len(values)
		if i > 0 {
			from = steps[i-1].At
		}
		if i+1 < len(steps) {
			to = steps[i+1].At
		}
		part := values[from:to]
		backwards := slices.Clone(part)
		slices.Reverse(backwards)
		before, after := squares(part), squares(backwards)
		least := math.Inf(1)
		for at := ShortestLevel; at <= len(part)-ShortestLevel; at++ {
			if s := before[at] + after[len(part)-at]; s < least*(1-1e-9) {
				least, steps[i].At = s, from+at
			}
		}
	}
}

// squares are the sums of squared distances from the mean of the first 0, 1, 2 ...
// values (Welford, "Note on a method for calculating corrected sums of squares and
// products", 1962).
func squares(values []float64) []float64 {
	sums := make([]float64, 1, len(values)+1)
	mean, sum := 0.0, 0.0
	for i, v := range values {
		d := v - mean
		mean += d / float64(i+1)
		sum += d * (v - mean)
		sums = append(sums, sum)
	}
	return sums
}

// Split returns the index with the largest energy distance, 0 if there are too few values.
func Split(values []float64) (at int, distance float64) {
	if len(values) < FewestPoints {
		return 0, 0
	}
	d := newDistances(values)
	return d.split(d.place)
}

// chance returns the p of a split by permutations. It returns 1 early if too many are as good.
func chance(values []float64, distance float64, random *rand.Rand) float64 {
	if distance <= 0 {
		return 1
	}
	d := newDistances(values)
	shuffled := slices.Clone(d.place)
	good, p := 1, 1./(1+SplitPermutations) // the given order is one of the permutations
	for range SplitPermutations {
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if _, other := d.split(shuffled); other >= distance*(1-1e-9) { // the same sets, with sums in another order
			good++
			if p = float64(good) / (1 + SplitPermutations); p > SplitLevel {
				return 1
			}
		}
	}
	return p
}

// distances has a set of values and their sums of distances. Any order of them is split in
// n log n steps.
type distances struct {
	values []float64 // ascending, relative to their median
	toAll  []float64 // of each, the sum of distances to all
	place  []int     // of the values as they were given, in the ascending order
	all    float64   // sum of the distances of all pairs

	// Trees of the values that are on the left side, by their place in the
	// ascending order: how many there are and their sum (Fenwick, "A new data
	// structure for cumulative frequency tables", 1994).
	count, sum []float64
}

func newDistances(values []float64) *distances {
	n := len(values)
	order := lists.Order(values)
	d := &distances{
		values: make([]float64, n), toAll: make([]float64, n), place: make([]int, n),
		count: make([]float64, n+1), sum: make([]float64, n+1),
	}
	// Sums of values relative to the median have small rounding errors. The distance of equal
	// values is then exactly 0.
	middle, total := values[order[n/2]], 0.0
	for at, i := range order {
		d.values[at], d.place[i] = values[i]-middle, at
		total += d.values[at]
	}
	below := 0.0
	for at, v := range d.values {
		d.toAll[at] = v*float64(at) - below + (total - below) - v*float64(n-at)
		d.all += d.toAll[at] / 2
		below += v
	}
	return d
}

// split returns the index of an order with the largest energy distance between its two sides.
// The order is given by places.
func (d *distances) split(order []int) (at int, distance float64) {
	clear(d.count)
	clear(d.sum)
	n := len(order)
	// Sums of |x-y| over pairs: within the left side, within the right side,
	// and across. One value after the other moves from the right to the left.
	left, right, across := 0.0, d.all, 0.0
	total := 0.0 // of the left side
	distance = math.Inf(-1)
	for i, moved := range order {
		v := d.values[moved]
		below, sum := d.below(moved)
		toLeft := v*below - sum + (total - sum) - v*(float64(i)-below)
		toRight := d.toAll[moved] - toLeft
		d.insert(moved, v)
		total += v
		left += toLeft
		right -= toRight
		across += toRight - toLeft
		m, k := float64(i+1), float64(n-i-1)
		if i+1 < ShortestLevel || n-i-1 < ShortestLevel {
			continue
		}
		e := m * k / (m + k) * (2*across/(m*k) - 2*left/(m*(m-1)) - 2*right/(k*(k-1)))
		if e > distance {
			at, distance = i+1, e
		}
	}
	return at, distance
}

// below returns how many of the left side are before a place, and their sum.
func (d *distances) below(place int) (count, sum float64) {
	for i := place; i > 0; i &= i - 1 {
		count += d.count[i]
		sum += d.sum[i]
	}
	return count, sum
}

func (d *distances) insert(place int, value float64) {
	for i := place + 1; i < len(d.count); i += i & -i {
		d.count[i]++
		d.sum[i] += value
	}
}
