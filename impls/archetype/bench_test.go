package archetype

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
)

// BenchmarkDestroy fills a world and empties it in random order.
func BenchmarkDestroy(b *testing.B) {
	cfg := large()
	w, _ := open(cfg, impls.Values{})
	r := w.Roster(1000)
	order := rand.Perm(1000)
	for b.Loop() {
		w.Spawn(0, 0, r)
		w.(*World).Destroy(r.Pick(order))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/entity")
}

// BenchmarkLookup reads a component of each entity by its handle, in no order.
func BenchmarkLookup(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, _ := open(large(), impls.Values{})
			r := w.Roster(n)
			w.Spawn(0, 0, r)
			order, sum := r.Pick(rand.Perm(n)), uint64(0)
			for b.Loop() {
				sum += w.(*World).Lookup(order)
			}
			if sum == 0 {
				b.Error("nothing was seen")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
		})
	}
}
