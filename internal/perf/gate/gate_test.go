package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A bench generates a result file with noise.
type bench struct {
	rng   *rand.Rand
	noise func(*rand.Rand) float64 // of a sample, on the logarithmic scale
	bare  bool                     // of ns/op alone
	lines strings.Builder
}

func newBench(seed uint64, sd float64) *bench {
	b := &bench{rng: rand.New(rand.NewPCG(seed, 99))}
	b.noise = func(r *rand.Rand) float64 { return sd * r.NormFloat64() }
	return b
}

// newBare is newBench with ns/op only, which is faster for tests of many files.
func newBare(seed uint64, sd float64) *bench {
	b := newBench(seed, sd)
	b.bare = true
	return b
}

// run adds n samples per case; slow is the factor of case 0.
func (b *bench) run(cases, n int, slow float64) *bench {
	for range n {
		for c := range cases {
			ns := 1000 * float64(c+1) * math.Exp(b.noise(b.rng))
			if c == 0 {
				ns *= slow
			}
			if b.bare { // without Fprintf, which would take longer than the gate
				line := strconv.AppendInt([]byte("BenchmarkCase"), int64(c), 10)
				line = strconv.AppendFloat(append(line, "-2\t100\t"...), ns, 'f', 2, 64)
				b.lines.Write(append(line, " ns/op\n"...))
				continue
			}
			fmt.Fprintf(&b.lines, "BenchmarkCase%d-2\t100\t%.2f ns/op\t%.4g ns/entity\t%.4g entities/s\t16 B/op\t1 allocs/op\n", c, ns, ns/100, 1e11/ns)
		}
	}
	return b
}

func (b *bench) line(format string, args ...any) *bench {
	fmt.Fprintf(&b.lines, format+"\n", args...)
	return b
}

func (b *bench) String() string {
	return "Unit ns/entity better=lower\nUnit entities/s better=higher\n" + b.lines.String()
}

// fresh begins a file with one process per sample.
const fresh = "# ecsbench {}\n"

func side(t testing.TB, text string) *gate.Input {
	t.Helper()
	s, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(ended(text))}, "*")
	fixture.Check(t, err)
	return s
}

const end = "# end {\"reason\":\"complete\",\"noise\":{}}\n"

// ended adds the end of each run that has a header of ecsbench, if there is none.
func ended(text string) string {
	const header = "# ecsbench {"
	if !strings.Contains(text, header) || strings.Contains(text, "# end {") {
		return text
	}
	before, runs, _ := strings.Cut(text, header)
	return before + header + strings.ReplaceAll(runs, "\n"+header, "\n"+end+header) + "\n" + end
}

func gated(t testing.TB, opts gate.Limits, old, now string) *verdict.Verdict {
	t.Helper()
	return judged(t, opts, side(t, old), side(t, now))
}

func judged(t testing.TB, opts gate.Limits, old, now *gate.Input) *verdict.Verdict {
	t.Helper()
	v, err := gate.Gate(old, now, opts)
	fixture.Check(t, err)
	return v
}

func find(t testing.TB, v *verdict.Verdict, name, unit string) *verdict.Comparison {
	t.Helper()
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Case == name && c.Unit == unit {
			return c
		}
	}
	t.Fatalf("%s %s was not compared", name, unit)
	return nil
}

func TestFindsInjectedRegression(t *testing.T) {
	old, now := newBench(1, 0.02).run(30, 10, 1), newBench(2, 0.02).run(30, 10, 1.15)
	v := gated(t, gate.DefaultLimits(), old.String(), now.String())
	if v.Outcome != verdict.Regressed || v.Worse != 1 || v.Cases != 30 || v.Headline() != "REGRESSION: 1 of 30 cases" {
		t.Fatalf("%s: %s", v.Outcome, v.Headline())
	}
	first := v.Changed()[0]
	if first.Case != "Case0-2" || first.Unit != "sec/op" || first.Evidence != verdict.Tested {
		t.Errorf("worst is %+v", first)
	}
	// The other units restate the first, so 30 cases make 30 tests.
	if v.Tested != 30 {
		t.Errorf("%d comparisons were tested", v.Tested)
	}
	if c := find(t, v, "Case0-2", "entities/s"); c.Evidence != verdict.Derived || c.From != "sec/op" || c.Status != verdict.Regression || c.Effect.Log >= 0 {
		t.Errorf("throughput: %+v", c)
	}
	// The opposite is an improvement.
	v = gated(t, gate.DefaultLimits(), now.String(), old.String())
	if v.Outcome != verdict.Pass || find(t, v, "Case0-2", "sec/op").Status != verdict.Improved {
		t.Errorf("improvement: %s", v.Headline())
	}
}

func TestThroughputAlone(t *testing.T) {
	var old, now strings.Builder
	old.WriteString(fresh)
	now.WriteString(fresh)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		fmt.Fprintf(&old, "BenchmarkA 1 %.4g MB/s\n", 100*math.Exp(0.01*rng.NormFloat64()))
		fmt.Fprintf(&now, "BenchmarkA 1 %.4g MB/s\n", 80*math.Exp(0.01*rng.NormFloat64()))
	}
	if v := gated(t, gate.DefaultLimits(), old.String(), now.String()); v.Outcome != verdict.Regressed {
		t.Errorf("less throughput: %s", v.Headline())
	}
	if v := gated(t, gate.DefaultLimits(), now.String(), old.String()); v.Outcome != verdict.Pass {
		t.Errorf("more throughput: %s", v.Headline())
	}
}

// Identical code causes no regression for any shape of the noise.
func TestNoFalseAlarms(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	heavy := func(r *rand.Rand) float64 { // one sample in ten is far out
		x := 0.02 * r.NormFloat64()
		if r.IntN(10) == 0 {
			x += 0.3 * r.ExpFloat64()
		}
		return x
	}
	for _, c := range []struct {
		name    string
		noise   func(*rand.Rand) float64
		samples int
	}{
		{"normal", newBench(0, 0.03).noise, 10}, {"heavy", heavy, 10},
		{"normal", newBench(0, 0.03).noise, 5}, {"heavy", heavy, 5}, {"heavy", heavy, 6}, // few, so that distances count
	} {
		significant, red := 0, 0
		const rounds = 300
		opts := gate.DefaultLimits()
		opts.MaxRegression = 0 // the interval condition would hide much
		for i := range rounds {
			old, now := newBare(uint64(2*i), 0), newBare(uint64(2*i+1), 0)
			old.noise, now.noise = c.noise, c.noise
			v := gated(t, opts, old.run(15, c.samples, 1).String(), now.run(15, c.samples, 1).String())
			if len(v.Changed()) > 0 {
				significant++
			}
			if v.Outcome == verdict.Regressed {
				red++
			}
		}
		// Holm promises 1% in any direction; 300·1% + 3.3 standard deviations.
		if significant > 9 || red > 7 {
			t.Errorf("%s noise, %d samples: %d of %d identical pairs had a significant change, %d a regression", c.name, c.samples, significant, rounds, red)
		} else {
			t.Logf("%s noise, %d samples: %d of %d, %d", c.name, c.samples, significant, rounds, red)
		}
	}
}

// A slowdown of the MDE is detected in 95 of 100 runs.
func TestMDEIsCorrect(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	for _, c := range []struct{ cases, n int }{{15, 8}, {5, 16}, {1, 6}, {20, 6}} {
		const rounds = 60
		found, failed, tried := 0, 0, 0
		for i := range rounds {
			seed := uint64(1000*c.n + 2*i)
			quiet := gated(t, gate.DefaultLimits(), fresh+newBare(seed, 0.03).run(c.cases, c.n, 1).String(), fresh+newBare(seed+1, 0.03).run(c.cases, c.n, 1).String())
			p := find(t, quiet, "Case0-2", "sec/op")
			// New runs with this slowdown.
			for j := range uint64(5) {
				seed := seed + 100000*(j+1)
				old := side(t, fresh+newBare(seed, 0.03).run(c.cases, c.n, 1).String())
				slowed := func(log float64) *verdict.Verdict {
					return judged(t, gate.DefaultLimits(), old, side(t, fresh+newBare(seed+1, 0.03).run(c.cases, c.n, math.Exp(log)).String()))
				}
				v := slowed(p.MDE)
				if c := find(t, v, "Case0-2", "sec/op"); c.Status != verdict.Same && c.Status != verdict.Undecided {
					found++
				}
				if v = slowed(p.Failing); v.Outcome == verdict.Regressed {
					failed++
				}
				tried++
			}
		}
		for what, n := range map[string]int{"significant": found, "failed": failed} {
			if share := float64(n) / float64(tried); share < 0.88 {
				t.Errorf("%d cases, %d samples: %s in only %.0f%% of measurements", c.cases, c.n, what, 100*share)
			} else {
				t.Logf("%d cases, %d samples: %s in %.1f%%", c.cases, c.n, what, 100*share)
			}
		}
	}
}

func TestTooFewSamples(t *testing.T) {
	v := gated(t, gate.DefaultLimits(), newBench(1, 0.02).run(30, 4, 1).String(), newBench(2, 0.02).run(30, 4, 3).String())
	if c := v.CasesWith(verdict.Suspect); v.Outcome != verdict.Inconclusive || !slices.Equal(c, []string{"Case0-2"}) || !strings.HasPrefix(v.Headline(), "INCONCLUSIVE: 1 case is suspected of a regression") {
		t.Fatalf("%s: %s", v.Outcome, v.Headline())
	}
	plan := "# ecsbench {\"format\":1,\"plan\":{}}\n"
	for _, c := range []struct{ old, now, remedy string }{
		{"", "", "at least 5 samples on each side (go test -count=5)"},
		{plan, "", "at least 5 samples on each side (go test -count=5)"},
		{"", plan, "at least 5 samples on each side (go test -count=5)"},
		{plan, plan, "at least 5 samples on each side (ecsbench run --rounds 5)"}, // both files are our own
	} {
		v := gated(t, gate.DefaultLimits(), c.old+newBench(1, 0.02).run(30, 4, 1).String(), c.now+newBench(2, 0.02).run(30, 4, 3).String())
		if text := v.Problems[len(v.Problems)-1].Text(); !strings.Contains(text, c.remedy) {
			t.Errorf("remedy: %s, want %s", text, c.remedy)
		}
	}
	// The stated number is enough for any number of cases.
	for _, cases := range []int{30, 300} {
		v = gated(t, gate.DefaultLimits(), newBench(1, 0.02).run(cases, 5, 1).String(), newBench(2, 0.02).run(cases, 5, 3).String())
		if v.Outcome != verdict.Regressed || v.Worse != 1 || v.Changed()[0].Case != "Case0-2" {
			t.Errorf("with 5 of %d cases: %s", cases, v.Headline())
		}
	}
}

// Enough equal samples detect any change beyond their rounding, however many cases there are.
func TestEqualSamplesShowAnyChange(t *testing.T) {
	for _, test := range []struct {
		cases, n int
		powerful bool
	}{{1, 5, true}, {10, 6, true}, {300, 5, true}, {1, 4, false}} {
		old, bare := fresh+newBare(1, 0).run(test.cases, test.n, 1).String(), newBare(1, 0)
		c := find(t, gated(t, gate.DefaultLimits(), old, old), "Case0-2", "sec/op")
		if powerful := c.MDE < 0.01 && c.Failing < math.Log1p(0.05)+0.01; powerful != test.powerful || !powerful && !math.IsInf(c.MDE, 1) {
			t.Errorf("%d samples of %d cases: %+v", test.n, test.cases, c)
		}
		v := gated(t, gate.DefaultLimits(), old, fresh+bare.run(test.cases, test.n, math.Exp(min(c.Failing, 1))+0.001).String())
		if found := v.Outcome == verdict.Regressed; found != test.powerful || v.Outcome == verdict.Pass {
			t.Errorf("%d samples of %d cases, one slower: %s", test.n, test.cases, v.Headline())
		}
	}
}

// A sample of zero has no logarithm, so the MDE is infinite.
func TestZeroHasNoMDE(t *testing.T) {
	run := func(least int) string {
		var b strings.Builder
		b.WriteString("Unit frames better=higher\n")
		for i := range 10 {
			fmt.Fprintf(&b, "BenchmarkA 1 %d frames\n", least+i)
		}
		return b.String()
	}
	for _, test := range []struct {
		old, now int // the least sample
		seen     bool
	}{{0, 1, false}, {1, 0, false}, {1, 2, true}} {
		c := find(t, gated(t, gate.DefaultLimits(), run(test.old), run(test.now)), "A", "frames")
		if seen := !math.IsInf(c.MDE, 1); seen != test.seen {
			t.Errorf("from %d and from %d: seen %g", test.old, test.now, c.MDE)
		}
	}
}

func TestTooNoisy(t *testing.T) {
	old, now := newBench(1, 0.4).run(20, 10, 1).String(), newBench(2, 0.4).run(20, 10, 1).String()
	v := gated(t, gate.DefaultLimits(), old, now)
	if v.Outcome != verdict.Inconclusive || !strings.Contains(v.Headline(), "too noisy") {
		t.Errorf("%s: %s", v.Outcome, v.Headline())
	}
	opts := gate.DefaultLimits()
	opts.MaxMDE = 10 // 1000%
	if v := gated(t, opts, old, now); v.Outcome != verdict.Pass {
		t.Errorf("content with little: %s", v.Headline())
	}
}

// A significant change whose interval includes the limit.
func TestSuspect(t *testing.T) {
	v := gated(t, gate.DefaultLimits(), newBench(1, 0.03).run(5, 20, 1).String(), newBench(2, 0.03).run(5, 20, 1.09).String())
	if c := find(t, v, "Case0-2", "sec/op"); c.Status != verdict.Suspect || v.Outcome != verdict.Inconclusive {
		t.Errorf("%+v: %s", c, v.Headline())
	}
}

func TestTolerated(t *testing.T) {
	v := gated(t, gate.DefaultLimits(), newBench(1, 0.003).run(2, 20, 1).String(), newBench(2, 0.003).run(2, 20, 1.02).String())
	if c := find(t, v, "Case0-2", "sec/op"); c.Status != verdict.Tolerated || v.Outcome != verdict.Pass {
		t.Errorf("%+v: %s", c, v.Headline())
	}
}

func TestAllocations(t *testing.T) {
	file := func(allocs, bytes string) string {
		b := newBench(3, 0.01)
		for range 10 {
			b.line("BenchmarkA-2 100 %.2f ns/op %s B/op %s allocs/op", 100*math.Exp(b.noise(b.rng)), bytes, allocs)
		}
		return fresh + b.String()
	}
	for _, c := range []struct {
		old, now, oldB, newB string
		want                 verdict.Outcome
	}{
		{"0", "1", "0", "16", verdict.Regressed},
		{"0", "0", "0", "0", verdict.Pass},
		{"0", "0", "0", "3", verdict.Regressed},
		{"1", "0", "16", "0", verdict.Pass},
		{"100", "104", "1600", "1600", verdict.Pass},
		{"100", "106", "1600", "1600", verdict.Regressed},
		{"3", "3", "1600", "1800", verdict.Regressed},
	} {
		v := gated(t, gate.DefaultLimits(), file(c.old, c.oldB), file(c.now, c.newB))
		if v.Outcome != c.want {
			t.Errorf("%s → %s allocations, %s → %s bytes: %s", c.old, c.now, c.oldB, c.newB, v.Headline())
		}
	}
	v := gated(t, gate.DefaultLimits(), file("0", "0"), file("2", "0"))
	if c := find(t, v, "A-2", "allocs/op"); c.Effect.Change() != "0 → N" || c.Status != verdict.Regression {
		t.Errorf("0 → 2: %+v", c)
	}
	// Bytes of one or two runs may include a stray allocation of the runtime.
	for n, want := range map[int]verdict.Evidence{2: verdict.Tested, 3: verdict.Counted} {
		line := "BenchmarkA 1 5 ns/op %d B/op 1 allocs/op\n"
		v := gated(t, gate.DefaultLimits(), strings.Repeat(fmt.Sprintf(line, 100), n), strings.Repeat(fmt.Sprintf(line, 120), n))
		if got := find(t, v, "A", "B/op").Evidence; got != want {
			t.Errorf("%d samples of bytes are %s, want %s", n, got, want)
		}
	}
	// A single value of an exact unit is enough.
	const exact = "Unit pages better=lower assume=exact\nBenchmarkA 1 %d pages\n"
	if c := find(t, gated(t, gate.DefaultLimits(), fmt.Sprintf(exact, 5), fmt.Sprintf(exact, 6)), "A", "pages"); c.Evidence != verdict.Counted || c.Status != verdict.Regression {
		t.Errorf("5 → 6 pages: %+v", c)
	}
	// One sample is as good as ten.
	v = gated(t, gate.DefaultLimits(), "BenchmarkA 1 5 ns/op 0 B/op 0 allocs/op", "BenchmarkA 1 5 ns/op 8 B/op 1 allocs/op")
	if v.Outcome != verdict.Regressed {
		t.Errorf("from one sample: %s", v.Headline())
	}
}

func TestUnknownDirection(t *testing.T) {
	file := func(x float64, unit string) string {
		b := newBench(uint64(x), 0.01)
		for range 10 {
			b.line("BenchmarkA-2 100 %.4f widgets", x*math.Exp(b.noise(b.rng)))
		}
		return fresh + unit + b.String()
	}
	v := gated(t, gate.DefaultLimits(), file(10, ""), file(20, ""))
	if v.Outcome != verdict.Inconclusive || find(t, v, "A-2", "widgets").Status != verdict.Undirected || !strings.Contains(strings.Join(v.Notes, "\n"), `"Unit widgets better=lower"`) {
		t.Errorf("undirected: %s, notes %q", v.Headline(), v.Notes)
	}
	if v := gated(t, gate.DefaultLimits(), file(10, ""), file(10, "")); v.Outcome != verdict.Pass {
		t.Errorf("undirected and unchanged: %s", v.Headline())
	}
	for better, want := range map[string]verdict.Outcome{"lower": verdict.Regressed, "higher": verdict.Pass} {
		meta := "Unit widgets better=" + better + "\n"
		for _, says := range [][2]string{{"", meta}, {meta, ""}, {meta, meta}} {
			if v := gated(t, gate.DefaultLimits(), file(10, says[0]), file(20, says[1])); v.Outcome != want {
				t.Errorf("better=%s, said as %q: %s", better, says, v.Headline())
			}
		}
	}
}

// A file in which everything failed is a failure, not an unreadable input.
func TestNothingButFailures(t *testing.T) {
	for _, now := range []string{"pkg: m\n--- FAIL: BenchmarkA\nFAIL\nFAIL\tm\t0.1s\n", "FAIL\tm [build failed]\n", "# m\nFAIL\tm [setup failed]\n"} {
		if v := gated(t, gate.DefaultLimits(), "pkg: m\nBenchmarkA 1 5 ns/op\n", now); v.Outcome != verdict.CaseFailed {
			t.Errorf("%q: %s", now, v.Headline())
		}
	}
}

func TestDirections(t *testing.T) {
	for unit, want := range map[string]verdict.Direction{
		"sec/op": verdict.LowerBetter, "B/op": verdict.LowerBetter, "allocs/op": verdict.LowerBetter, "B/s": verdict.HigherBetter, "sec/entity": verdict.LowerBetter,
		"entities/s": verdict.HigherBetter, "p99-sec": verdict.LowerBetter, "p99-sec/op": verdict.LowerBetter, "B/entity": verdict.LowerBetter, "widgets": verdict.Unknown, "seconds-free": verdict.Unknown,
	} {
		text := "BenchmarkA 1 5 " + unit + "\n"
		if got := find(t, gated(t, gate.DefaultLimits(), text, text), "A", unit).Direction; got != want {
			t.Errorf("%s: %d, want %d", unit, got, want)
		}
	}
}
