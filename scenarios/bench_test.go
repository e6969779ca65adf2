package scenarios_test

import "testing"

// BenchmarkHarness measures the harness: one update of a system by the implementation
// without work.
func BenchmarkHarness(b *testing.B) {
	w := openCase(b, "iterate", "null", 1000, 2)
	b.ResetTimer()
	w.Run(b.N)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/update")
}
