package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Notes are numbered in small digits, and cells refer to them by those.
func TestNumbersOfFootnotes(t *testing.T) {
	var file strings.Builder
	for n := range 207 {
		for _, value := range "xxxyyy" {
			fmt.Fprintf(&file, "key-%d: %c\nBenchmark%d 1 1 ns/op\n", n+1, value, n+1)
		}
	}
	opts := report.DefaultCompareOptions()
	opts.Table = ""
	tables, err := report.Compare(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(file.String())}, opts)
	fixture.Check(t, err)
	var out strings.Builder
	fixture.Check(t, tables.WriteText(&out))
	for n, want := range map[int]string{1: "¹", 9: "⁹", 10: "¹⁰", 207: "²⁰⁷"} {
		note, mark := fmt.Sprintf("\n%s benchmarks vary in key-%d\n", want, n), ""
		for line := range strings.Lines(out.String()) {
			if fields := strings.Fields(line); len(fields) > 0 && fields[0] == fmt.Sprint(n) {
				mark = strings.TrimPrefix(fields[len(fields)-1], "0%")
			}
		}
		if mark != want || !strings.Contains(out.String(), note) {
			t.Errorf("%d is written %q, want %s and%s", n, mark, want, note)
		}
	}
}
