package history

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/lists"
)

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
	// Sums of values relative to the median round by a share of what the values differ
	// by. Equal values are then at a distance of exactly 0.
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

// split returns where the energy distance between the two sides of an order is
// the largest. The order is that of places, such as the given one.
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
