// Package turns times functions against each other in benchmarks.
package turns

import (
	"slices"
	"testing"
	"time"
)

// Medians lets the functions take turns, each a batch of calls, and returns the
// median cost of a call of each in nanoseconds.
func Medians(b *testing.B, batch int, fs ...func()) []float64 {
	took := make([][]float64, len(fs))
	for b.Loop() {
		for i, f := range fs {
			f() // so that its data is where it will be, whoever came before
			start := time.Now()
			for range batch {
				f()
			}
			took[i] = append(took[i], float64(time.Since(start))/float64(batch))
		}
	}
	medians := make([]float64, len(fs))
	for i := range fs {
		slices.Sort(took[i])
		medians[i] = took[i][len(took[i])/2]
	}
	return medians
}
