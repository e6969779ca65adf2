package statistics

import (
	"math"
	"slices"
)

// Highest keeps the highest of a sequence of values. Values below its bound need not be
// computed exactly. NaN is below all others.
type Highest struct{ values []float64 } // ascending

// NewHighest keeps few values, at least 1.
func NewHighest(few int) *Highest {
	h := &Highest{make([]float64, few)}
	for i := range h.values {
		h.values[i] = math.NaN()
	}
	return h
}

// Least returns the lowest of them; NaN until there are enough.
func (h *Highest) Least() float64 { return h.values[0] }

// From is the bound that a value must exceed to be kept.
func (h *Highest) From() float64 {
	if math.IsNaN(h.Least()) {
		return math.Inf(-1)
	}
	return h.Least()
}

// Add replaces the lowest value, unless v is lower.
func (h *Highest) Add(v float64) {
	i, _ := slices.BinarySearch(h.values, v)
	if i > 0 {
		copy(h.values, h.values[1:i])
		h.values[i-1] = v
	}
}
