package archetype_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkDestroy fills a world and empties it in random order.
func BenchmarkDestroy(b *testing.B) {
	w := open(b, large())
	r := w.Handles(1000)
	order := rand.Perm(1000)
	for b.Loop() {
		w.Spawn(0, 0, r)
		w.Destroy(r.Pick(order))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/entity")
}

// BenchmarkLookup reads a component of each entity by its handle, in no order.
func BenchmarkLookup(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := open(b, large())
			r := w.Handles(n)
			w.Spawn(0, 0, r)
			order, sum := r.Pick(rand.Perm(n)), uint64(0)
			for b.Loop() {
				sum += w.Lookup(order)
			}
			if sum == 0 {
				b.Error("nothing was seen")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
		})
	}
}
