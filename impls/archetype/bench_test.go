package archetype

import (
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
