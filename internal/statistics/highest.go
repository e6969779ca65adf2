package statistics

import (
	"math"
	"slices"
)

// Highest are the highest of values that come one after the other. Where it is faster
// to tell that a value does not exceed a bound than to find it, most need not be
// found. What is no number is below all others.
type Highest struct{ values []float64 } // ascending

// NewHighest keeps as many values as few, at least 1.
func NewHighest(few int) *Highest {
	h := &Highest{make([]float64, few)}
	for i := range h.values {
		h.values[i] = math.NaN()
	}
	return h
}

// Least is the lowest of them: NaN until there are enough.
func (h *Highest) Least() float64 { return h.values[0] }

// From is what a value has to exceed to be one of them.
func (h *Highest) From() float64 {
	if math.IsNaN(h.Least()) {
		return math.Inf(-1)
	}
	return h.Least()
}

// Add takes a value that is not lower than all others in the place of the lowest.
func (h *Highest) Add(v float64) {
	i, _ := slices.BinarySearch(h.values, v)
	if i > 0 {
		copy(h.values, h.values[1:i])
		h.values[i-1] = v
	}
}
