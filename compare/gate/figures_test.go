package gate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/golden"
)

// TestFiguresAreAsTheyWere: testdata/figures.txt has every figure of verdicts on
// runs of many kinds, to four digits. Whoever changes one has to mean it.
func TestFiguresAreAsTheyWere(t *testing.T) {
	inRow := func(text string) string { // the samples of a case one after the other
		by, order := make(map[string][]string), []string{}
		for line := range strings.Lines(text) {
			name, _, _ := strings.Cut(line, "\t")
			if by[name] == nil {
				order = append(order, name)
			}
			by[name] = append(by[name], line)
		}
		var b strings.Builder
		for _, name := range order {
			b.WriteString(strings.Join(by[name], ""))
		}
		return b.String()
	}
	runs := func(seed uint64, drift float64) *bench { // three of them, each moved as a whole
		b := newBench(seed, 0.01)
		for r := range 3 {
			b.line(`# ecsbench {"format":1,"start":"2026-11-0%dT12:00:00Z"}`, r+1)
			shift := drift * b.rng.NormFloat64()
			within := b.noise
			b.noise = func(rng *rand.Rand) float64 { return shift + within(rng) }
			b.run(3, 5, 1)
			b.noise = within
		}
		return b
	}
	heavy := func(seed uint64, cases, n int, slow float64) string {
		b := newBench(seed, 0)
		b.noise = func(r *rand.Rand) float64 { return 0.01*r.NormFloat64() + 0.2*max(0, r.ExpFloat64()-2) }
		return b.run(cases, n, slow).String()
	}
	odd := newBench(7, 0.01).run(1, 8, 1).
		line("BenchmarkZero-2 1 0 ns/op 0 B/op").line("BenchmarkZero-2 1 0 ns/op 0 B/op").line("BenchmarkZero-2 1 0 ns/op 0 B/op").
		line("BenchmarkSame-2 1 5 ns/op 3 B/op").line("BenchmarkSame-2 1 5 ns/op 4 B/op").line("BenchmarkSame-2 1 5 ns/op 3 B/op").String()
	oddNow := newBench(8, 0.01).run(1, 8, 1.5).
		line("BenchmarkZero-2 1 0 ns/op 2 B/op").line("BenchmarkZero-2 1 1 ns/op 0 B/op").line("BenchmarkZero-2 1 0 ns/op 0 B/op").
		line("BenchmarkSame-2 1 5 ns/op 3 B/op").line("BenchmarkSame-2 1 5 ns/op 9 B/op").line("BenchmarkSame-2 1 5 ns/op 9 B/op").String()
	var got strings.Builder
	for _, s := range []struct{ what, old, now string }{
		{"in turns", newBench(1, 0.02).run(12, 10, 1).String(), newBench(2, 0.02).run(12, 10, 1.2).String()},
		{"in a row", inRow(newBench(3, 0.02).run(10, 6, 1).String()), inRow(newBench(4, 0.02).run(10, 7, 1.2).String())},
		{"disturbed", heavy(1, 9, 12, 1), heavy(2, 9, 13, 1.1)},
		{"large", newBench(5, 0.03).run(2, 55, 1).String(), newBench(6, 0.03).run(2, 60, 1.02).String()},
		{"several runs", runs(1, 0.02).String(), runs(2, 0.02).String()},
		{"with the clock", clockRun(1, 9, 10, 1), clockRun(4, 9, 10, 1.1)},
		{"few", newBench(9, 0.01).run(3, 2, 1).String(), newBench(10, 0.01).run(3, 4, 1.5).String()},
		{"odd", odd, oddNow},
	} {
		v := gated(t, DefaultOptions(), s.old, s.now)
		fmt.Fprintf(&got, "%s: %s, seen %.4g fail %.4g\n", s.what, v.Headline(), v.Seen, v.Fail)
		for _, p := range v.Problems {
			fmt.Fprintf(&got, "problem: %s; %s\n", p.What, p.Remedy)
		}
		for _, n := range v.Notes {
			fmt.Fprintln(&got, "note:", n)
		}
		for _, c := range v.Comparisons {
			fmt.Fprintf(&got, "%s %s %s %s %v %d %.4g %d %.4g: %.4g [%.4g, %.4g] p %.3g holm %.3g, seen %.4g fail %.4g %v", c.Case, c.Unit, c.Kind, c.Status, c.Direction,
				c.OldN, c.Old, c.NewN, c.New, c.Effect.Log, c.Effect.Lo, c.Effect.Hi, c.Effect.P, c.Effect.PHolm, c.Seen, c.Fail, c.Notes)
			for _, w := range c.Witnesses {
				fmt.Fprintf(&got, " %s %s %.4g [%.4g, %.4g] %s", w.Name, w.Unit, w.Effect.Log, w.Effect.Lo, w.Effect.Hi, w.Says)
			}
			fmt.Fprintln(&got)
		}
	}
	golden.Text(t, "figures.txt", got.String())
}
