package summary_test

import (
	"fmt"
	"strings"
	"testing"
)

// Who allocates is told where nothing is known of what stays occupied: an
// implementation is free of allocations if it is in all scenarios, and what is
// ranked nowhere is not asked.
func TestWhoAllocates(t *testing.T) {
	for _, test := range []struct {
		allocs string // "scenario impl count", separated by commas
		want   string
	}{
		{"Iterate dense 0,Iterate paged 0", "No implementation allocates memory while it is measured."},
		{"Iterate dense 1,Iterate paged 2", "Every implementation allocates memory in some scenario; the tables tell where."},
		{"Iterate dense 0,Iterate paged 2", "Without allocations: dense. The others allocate in some scenario: paged."},
		{"Iterate dense 1,Create dense 0,Iterate paged 0,Create paged 0", "Without allocations: paged. The others allocate in some scenario: dense."},
		{"Iterate dense 0,Create dense 1,Iterate paged 0,Create paged 0", "Without allocations: paged. The others allocate in some scenario: dense."},
		{"Iterate dense 0,Iterate null 9", "No implementation allocates memory while it is measured."},
		{"Iterate null 0", ""},
		{"Iterate dense -", ""},
	} {
		var text strings.Builder
		for of := range strings.SplitSeq(test.allocs, ",") {
			f := strings.Fields(of)
			for range 6 {
				fmt.Fprintf(&text, "Benchmark%s/impl=%s/n=10-2 1 5 ns/op", f[0], f[1])
				if f[2] != "-" {
					fmt.Fprintf(&text, " %s allocs/op", f[2])
				}
				text.WriteByte('\n')
			}
		}
		if got := said(parse(t, text.String()), "Memory"); got != test.want {
			t.Errorf("%s: %q, want %q", test.allocs, got, test.want)
		}
	}
	// What stays occupied says more than what is allocated.
	occupied := strings.Repeat("BenchmarkIterate/impl=dense/n=10-2 1 5 ns/op 0 allocs/op\nBenchmarkMemory/impl=dense/n=10-2 1 48 retained-B/entity\n", 6)
	if got := said(parse(t, occupied), "Memory"); !strings.Contains(got, "geometric mean: ") || !strings.Contains(got, "48") || strings.Contains(got, "llocat") {
		t.Error(got)
	}
}
