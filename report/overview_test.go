package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
)

// manyCases is a result with several implementations and configurations.
func manyCases(impls, scenarios, sizes, samples int) string {
	var b strings.Builder
	b.WriteString("profile: A\n")
	for sample := range samples {
		for s := range scenarios {
			for n := range sizes {
				for i := range impls {
					fmt.Fprintf(&b, "BenchmarkScenario%d/impl=implementation-%d/n=%d-2 1 %d ns/op %d ns/entity\n", s, i, 1000*(n+1), 1000*(i+1)+sample, i+1)
				}
			}
		}
	}
	return b.String()
}

// An overview has at most a hundred lines, whatever was measured, and each footnote once.
func TestOverviewFitsTwoScreens(t *testing.T) {
	for name, test := range map[string]struct {
		text  string
		wants []string
	}{
		"one case":      {manyCases(1, 1, 1, 1), []string{"1.00x?", "No ranking"}},
		"a matrix":      {manyCases(12, 11, 9, 6), []string{"11 of 99 configurations", "every row: show all"}},
		"sizes":         {manyCases(3, 1, 3, 6), []string{"1,000 entities", "3,000 entities"}},
		"a large crowd": {manyCases(40, 20, 2, 6), []string{"of 40 configurations"}},
		"a larger one":  {manyCases(300, 2, 1, 1), []string{"260 more"}},
	} {
		var b bytes.Buffer
		o := report.Overview{Report: build(t, test.text), Precision: 0.02, Warnings: []string{"load: high; wait"}, Next: []string{"next"}, All: "show all"}
		fixture.Check(t, o.Write(&b, report.Terminal{Width: 80}))
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		if len(lines) > 100 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
		notes := make(map[string]bool)
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 80 && strings.Contains(line, " ") {
				t.Errorf("%s: a long line: %s", name, line)
			}
			if strings.ContainsAny(line[:min(1, len(line))], "!?≈*") && notes[line] {
				t.Errorf("%s: twice: %s", name, line)
			}
			notes[line] = true
		}
		joined := strings.Join(strings.Fields(b.String()), " ")
		for _, want := range test.wants {
			if !strings.Contains(joined, want) {
				t.Errorf("%s: no %q in\n%s", name, want, b.String())
			}
		}
	}
}
