package report_test

import (
	"strings"
	"testing"
)

// around returns samples of a case with the given values.
func around(impl string, values ...float64) string {
	return samples("Iterate/impl="+impl+"/n=10-2", values...)
}

// Table and page use the same significance test.
func TestTableAndPageAgree(t *testing.T) {
	dense := around("dense", 9.0, 9.6, 9.7, 9.8, 9.9, 10, 10.1, 10.2, 10.3, 11)
	for _, test := range []struct {
		name, text  string
		table, page string
	}{
		{"apart", dense + around("paged", 20, 20.1, 20.2, 20.3, 20.4, 20.5, 20.6, 20.7, 20.8, 20.9),
			"2.06 ± 0.08 times faster than `paged`", "Fastest design: dense. Next: paged 2.06x ± 0.08."},
		{"sure that it is, unsure by how much", dense + around("paged", 10.05, 10.1, 10.35, 10.4, 10.5, 11, 13, 14, 15, 16),
			"about 1.08 times faster than `paged`", "Fastest design: dense. Next: paged 1.08x."},
		{"tied", dense + around("paged", 9.0, 9.6, 9.7, 9.8, 9.95, 10.05, 10.1, 10.2, 10.3, 11),
			"about as fast as `paged` (1.01 ± 0.05 times)", "Fastest design: dense, paged (statistically tied). Iterate"},
		{"few", around("dense", 10, 10.1) + around("paged", 20, 20.1),
			"about 2.00 times faster than `paged` (10 entities); too few samples to be sure", "Fastest design: dense, paged (too few samples to tell them apart). Iterate"},
		{"few and equal", around("dense", 10, 10.1) + around("paged", 10, 10.11),
			"Fastest design: `dense`, about as fast as `paged` (10 entities); too few samples to be sure", "Fastest design: dense, paged (too few samples to tell them apart). Iterate"},
	} {
		r := parse(t, test.text)
		if got := r.Blocks()[0].Sentence(); !strings.Contains(got, test.table) {
			t.Errorf("%s: below the table %q, want %q in it", test.name, got, test.table)
		}
		if got := r.Headlines()[0].String(); !strings.Contains(got, test.page) {
			t.Errorf("%s: on the page %q, want %q in it", test.name, got, test.page)
		}
	}
}
