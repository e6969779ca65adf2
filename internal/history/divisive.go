package history

import (
	"math"
	"math/rand/v2"
	"slices"
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

// chance returns the p of a split by permutations, or 1 as soon as too many are as good.
func chance(values []float64, distance float64, random *rand.Rand) float64 {
	if distance <= 0 {
		return 1
	}
	d := newDistances(values)
	shuffled := slices.Clone(d.place)
	good, p := 1, 1./(1+SplitPermutations) // the order that they are in is one of them
	for range SplitPermutations {
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if _, other := d.split(shuffled); other >= distance*(1-1e-9) { // the same sets, summed up in another order
			good++
			if p = float64(good) / (1 + SplitPermutations); p > SplitLevel {
				return 1
			}
		}
	}
	return p
}
