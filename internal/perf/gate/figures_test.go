package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// testdata/figures.txt has every figure of verdicts on runs of many kinds, to four digits.
func TestFiguresAreUnchanged(t *testing.T) {
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
	once := func(seed uint64, slow float64) string { // a case has a sample in each of nine runs, others have five
		b := newBench(seed, 0.01)
		for r := range 9 {
			b.line(`# ecsbench {"format":1,"start":"2026-11-0%dT12:00:00Z"}`, r+1)
			moved := math.Exp(0.02 * b.rng.NormFloat64())
			for c := range 4 {
				for range 5 {
					b.line("BenchmarkCase%d-2\t100\t%.2f ns/op", c, 1000*moved*math.Exp(b.noise(b.rng)))
				}
			}
			b.line("BenchmarkOnce-2\t100\t%.2f ns/op", 1000*slow*moved*math.Exp(b.noise(b.rng)))
		}
		return b.String()
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
		{"one in turns", newBench(13, 0.02).run(10, 6, 1).String(), inRow(newBench(14, 0.02).run(10, 7, 1.2).String())},
		{"disturbed", heavy(1, 9, 12, 1), heavy(2, 9, 13, 1.1)},
		{"large", newBench(5, 0.03).run(2, 55, 1).String(), newBench(6, 0.03).run(2, 60, 1.02).String()},
		{"once a run", once(11, 1), once(12, 1.2)},
		{"several runs", runs(1, 0.02).String(), runs(2, 0.02).String()},
		{"with the clock", clockRun(1, 9, 10, 1), clockRun(4, 9, 10, 1.1)},
		{"few", newBench(9, 0.01).run(3, 2, 1).String(), newBench(10, 0.01).run(3, 4, 1.5).String()},
		{"odd", odd, oddNow},
	} {
		figures(&got, s.what, gated(t, gate.DefaultLimits(), s.old, s.now))
	}
	fixture.Golden(t, "figures.txt", got.String())
}

// varied generates one or several runs of each side and options: with various numbers of
// samples, noise, machines, units and clocks, and with failed, vanished, renamed and changed
// cases.
func varied(seed uint64) (opts gate.Limits, old, now string) {
	r := rand.New(rand.NewPCG(seed, 11))
	chance := func(share float64) bool { return r.Float64() < share }
	noise, drift := []float64{0.0003, 0.002, 0.02, 0.15}[r.IntN(4)], []float64{0, 0.005, 0.03}[r.IntN(3)]
	cases, runs, samples := 1+r.IntN(7), 1+r.IntN(3), []int{1, 3, 5, 6, 9, 14}[r.IntN(6)]
	ours, clocked, counted, alike := chance(0.5), chance(0.4), chance(0.3), chance(0.8)
	change := make([]float64, cases)
	for c := range change {
		change[c] = []float64{1, 1, 1, 1.03, 1.06, 1.3, 0.7}[r.IntN(7)]
	}
	side := func(now bool) string {
		var b strings.Builder
		b.WriteString("Unit things better=higher\nUnit pages better=lower assume=exact\n")
		for range runs {
			if ours {
				fmt.Fprintf(&b, "# ecsbench {\"format\":1,\"plan\":{\"seed\":%d}}\n", r.IntN(20)/19)
			}
			if chance(0.7) {
				fmt.Fprintf(&b, "# env {\"go\":\"go1.26.%d\",\"cpus\":2,\"commit\":\"c%v\",\"dirty\":%v}\n", r.IntN(10)/9, now, chance(0.1))
			}
			b.WriteString("goos: linux\n")
			if !alike {
				fmt.Fprintf(&b, "cpu: Imaginary %d\n", r.IntN(3))
			}
			moved := math.Exp(drift * r.NormFloat64())
			for i := range samples + r.IntN(2) {
				for c := range cases {
					ns, name := 1000*float64(c+1)*math.Exp(noise*r.NormFloat64())*moved, fmt.Sprintf("Case%d", c)
					if now {
						ns *= change[c]
						if c == 6 {
							name = "Renamed"
						}
					}
					bytes, pages, allocs, instructions := 16+16*r.IntN(40)/39, r.IntN(2), c+i%40/39, 1e5*math.Sqrt(change[c])
					if !now || c != 1 {
						pages = 0
					}
					if now && change[c] > 1.1 {
						allocs++
					}
					if !now {
						instructions *= 1 / math.Sqrt(change[c])
					}
					fmt.Fprintf(&b, "Benchmark%s-2 100 %.2f ns/op %.4g ns/entity %.4g entities/s %d B/op %.4g things %.4g unknowns %d pages", name, ns, ns/100, 1e11/ns, bytes, 1e6/ns, ns/7, 5+pages)
					if c%2 == 0 {
						fmt.Fprintf(&b, " %d allocs/op", allocs)
					}
					if clocked {
						clock := 3.6 * math.Exp(0.01*r.NormFloat64())
						fmt.Fprintf(&b, " %.5g cycles/entity %.4g clock-GHz", ns/100*clock, clock)
					}
					if counted {
						fmt.Fprintf(&b, " %d instructions/op", int(instructions)+r.IntN(3))
					}
					b.WriteString("\n")
				}
			}
		}
		if chance(0.15) {
			b.WriteString("# failed {\"case\":\"Case0-2\",\"reason\":\"panic: boom\"}\n")
		}
		if chance(0.15) {
			b.WriteString("# unsupported {\"case\":\"Gone-2\",\"reason\":\"at most 256\"}\n")
		}
		if !now && chance(0.3) {
			b.WriteString("BenchmarkGone-2 1 5 ns/op\n")
		}
		return b.String()
	}
	opts = gate.Limits{MaxRegression: []float64{0, 0.02, 0.05}[r.IntN(3)], Alpha: []float64{0.01, 0.1}[r.IntN(2)], MaxMDE: []float64{0.1, 0.25}[r.IntN(2)], Underpowered: verdict.Tolerance{Cases: r.IntN(3)}}
	for _, a := range verdict.Allowances {
		if chance(0.2) {
			opts.Allow = append(opts.Allow, a)
		}
	}
	if counted && chance(0.5) {
		opts.Instructions = true
	}
	return opts, side(false), side(true)
}

func TestVerdictsOnVariedRunsAreUnchanged(t *testing.T) {
	var got strings.Builder
	for seed := range uint64(40) {
		opts, old, now := varied(seed)
		figures(&got, fmt.Sprint(seed), gated(t, opts, old, now))
	}
	fixture.Golden(t, "varied.txt", got.String())
}

// figures writes every figure of a verdict to four digits.
func figures(got *strings.Builder, what string, v *verdict.Verdict) {
	fmt.Fprintf(got, "%s: %s, seen %.4g fail %.4g\n", what, v.Headline(), v.MDE, v.Failing)
	for _, p := range v.Problems {
		fmt.Fprintf(got, "problem: %s; %s %q\n", p.What, p.Remedy, p.Cases)
	}
	for _, n := range v.Notes {
		fmt.Fprintln(got, "note:", n)
	}
	for _, c := range v.Comparisons {
		fmt.Fprintf(got, "%s %s %s %s %v %d %.4g %d %.4g: %.4g [%.4g, %.4g] p %.3g holm %.3g, seen %.4g fail %.4g %v", c.Case, c.Unit, c.Evidence, c.Status, c.Direction,
			c.OldN, c.Old, c.NewN, c.New, c.Effect.Log, c.Effect.Lo, c.Effect.Hi, c.Effect.P, c.Effect.PHolm, c.MDE, c.Failing, c.Notes)
		for _, w := range c.Secondary {
			fmt.Fprintf(got, " %s %s %.4g [%.4g, %.4g] holm %.3g n=%d exact %v %.4g %.4g %s", w.Name, w.Unit, w.Effect.Log, w.Effect.Lo, w.Effect.Hi, w.Effect.PHolm, w.N, w.Exact, w.Old, w.New, w.Meaning)
		}
		fmt.Fprintln(got)
	}
}
