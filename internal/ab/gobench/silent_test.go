package gobench

import "testing"

// What package testing prints of a benchmark that panicked, when its main
// goroutine was the quicker one, is no result.
func TestResultsWithoutTimeAreNone(t *testing.T) {
	for out, want := range map[string]bool{
		"BenchmarkFlat\nBenchmarkFlat-2   \t       1\t       0 B/op\t       0 allocs/op\nPASS\n":                true,
		"BenchmarkFlat-2   \t       1\t       12.0 ns/op\t       0 B/op\t       0 allocs/op\nPASS\n":            false,
		"BenchmarkFlat-2   \t       1\t       5.0 words/op\t       0 B/op\t       0 allocs/op\nPASS\n":          false,
		"printed: 1 0 B/op 0 allocs/op\nBenchmarkFlat-2 \t 1\t 12.0 ns/op\t       0 B/op\t 0 allocs/op\nPASS\n": false,
	} {
		if got := timeless().MatchString(out); got != want {
			t.Errorf("%q: %v", out, got)
		}
	}
}
