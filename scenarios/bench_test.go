package scenarios_test

import "testing"

// BenchmarkHarness is what the harness itself costs: one update of a system
// through the interface, in the implementation that does nothing.
func BenchmarkHarness(b *testing.B) {
	w := openCase(b, "iterate", "null", 1000, 2)
	b.ResetTimer()
	w.Run(b.N)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/update")
}
