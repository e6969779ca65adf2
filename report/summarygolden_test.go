package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
)

// Reports on generated files of all kinds are compared with their earlier text.
func TestReportsAreUnchanged(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(14) {
		texts := []string{string(fixture.VariedRun(seed))}
		if seed%7 == 6 { // and several files in one report
			texts = append(texts, string(fixture.VariedRun(seed+100)))
		}
		fmt.Fprintf(&b, "# %d\n", seed)
		writeReport(&b, parse(t, texts...))
	}
	for _, spread := range []float64{0, 1} {
		fmt.Fprintf(&b, "# much of everything, %g apart\n", spread)
		sentences(&b, parse(t, muchOfEverything(spread)))
	}
	fixture.Golden(t, "summary.txt", b.String())
}

// muchOfEverything exceeds the limits of lists; in every third scenario the first
// implementation is not the best.
func muchOfEverything(spread float64) string {
	var b strings.Builder
	for i := range 6 {
		fmt.Fprintf(&b, "# env {\"os\":\"linux\",\"cpu\":\"Imaginary %d\",\"cpus\":2,\"go\":\"go1.2%d\",\"commit\":\"c%d\"}\n", i, i, i)
	}
	for s := range 14 {
		for i := range 26 {
			value := 10 + spread*float64(i)
			if s%3 == 1 && i == 0 {
				value += 5 * spread
			}
			b.WriteString(lines(fmt.Sprintf("Scenario%d/impl=impl%02d/n=1000-2", s, i), value, 7))
		}
		if s < 6 {
			fmt.Fprintf(&b, "# failed {\"case\":\"Scenario%d/impl=bad/n=1000-2\",\"reason\":\"boom\"}\n", s)
		}
	}
	return b.String()
}

// writeReport writes a report.
func writeReport(b *strings.Builder, r *report.Report) {
	sentences(b, r)
	for _, s := range r.Scenarios {
		fmt.Fprint(b, s.Label)
		for _, a := range s.Axes {
			fmt.Fprintf(b, ", %s", a.Label(1))
		}
		fmt.Fprintln(b)
	}
	for _, block := range r.Blocks() {
		fmt.Fprintln(b, block.Title(), block.Axes(), block.Units(), block.Sentence(), block.Reference() != nil)
		for _, s := range block.Shapes {
			fmt.Fprintf(b, " %s:", s.Label())
			for _, c := range s.Ranking() {
				precision, unit := c.Precision()
				fmt.Fprintf(b, " %s %.3g (%.1f%% of %s)", c.Impl.Label, c.Ratio, 100*precision, unit)
				if c.Tied {
					b.WriteString(" ≈")
				}
				if c.Differs() {
					b.WriteString(" !")
				}
			}
			fmt.Fprintln(b)
		}
	}
	for _, h := range r.Heats() {
		fmt.Fprint(b, h.Label)
		for _, row := range h.Rows() {
			b.WriteString("; " + row.Shape.Line())
			for i, cell := range row.Cells {
				fmt.Fprintf(b, " %s ", h.Impls[i].Label)
				if cell.State == report.Measured {
					fmt.Fprintf(b, "%.2f", cell.Case.Ratio)
				} else {
					fmt.Fprint(b, cell.State, cell.Reason)
				}
			}
		}
		fmt.Fprintln(b)
	}
}

func sentences(b *strings.Builder, r *report.Report) {
	for _, w := range r.Winners() {
		for _, row := range w.Rows {
			fmt.Fprintf(b, "%s, %s: %s: %s; %s\n", w.Role, w.Label, row.Scenario, row.BestText(), row.NextText())
		}
	}
	fmt.Fprintln(b, strings.Join(append(lists.Map(r.Headlines(), report.Headline.String), r.Measured(), r.OnlyLibrary(), r.Unmeasured(), r.Clock()), "\n"))
	fmt.Fprintln(b, strings.Join(r.Warnings(), "\n"))
}
