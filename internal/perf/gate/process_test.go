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

// goTest writes what go test -bench -count prints in a number of processes. Each moves
// each of its cases by an amount of its own: the first three by the share spread,
// others by 0.3%. Case 0 takes longer by the factor slow.
func goTest(seed uint64, processes, count int, spread, slow float64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var text strings.Builder
	for range processes {
		text.WriteString("pkg: example.com/m\n")
		for c := range 10 {
			ns, allocs := 1000*math.Exp(0.003*r.NormFloat64()), 100
			if c < 3 {
				ns, allocs = 1000*math.Exp(spread*r.NormFloat64()), allocs+r.IntN(20)
			}
			if c == 0 {
				ns *= slow
			}
			for range count {
				fmt.Fprintf(&text, "BenchmarkCase%d-2 200000 %.2f ns/op %d B/op %d allocs/op\n", c, ns*math.Exp(0.005*r.NormFloat64()), 16*allocs, allocs)
			}
		}
	}
	return text.String()
}

func TestSingleProcessesEstablishNoSmallChange(t *testing.T) {
	fixture.Long(t)
	opts := gate.DefaultLimits()
	suspected := 0
	for seed := range uint64(50) {
		v := gated(t, opts, goTest(2*seed, 1, 10, 0.06, 1), goTest(2*seed+1, 1, 10, 0.06, 1))
		if v.Outcome == verdict.Regressed || len(v.With(verdict.Improved)) > 0 {
			t.Errorf("equal programs: %s", v.Headline())
		}
		if len(v.With(verdict.Suspect)) > 0 {
			suspected++
			if want := "`ecsbench ab BASE . --bench '^"; v.Outcome != verdict.Inconclusive || !strings.Contains(v.Problems[0].Remedy, want) {
				t.Errorf("%s: %+v", v.Headline(), v.Problems)
			}
		}
		if v := gated(t, opts, goTest(2*seed, 1, 10, 0.06, 1), goTest(2*seed+1, 1, 10, 0.06, 3)); v.Outcome != verdict.Regressed || v.Worse != 1 {
			t.Errorf("three times slower: %s", v.Headline())
		}
	}
	if suspected == 0 {
		t.Error("no case was suspected, so the rule was not tested")
	}
}

// A whole interval beyond +100% is established by any samples that have one, however short they
// were; a smaller change of one process is not.
func TestPlainChangesEstablishThemselves(t *testing.T) {
	file := func(samples, iterations int, ns ...float64) string {
		r := rand.New(rand.NewPCG(uint64(samples), 3))
		text := "pkg: example.com/m\n"
		for c, center := range ns {
			for range samples {
				text += fmt.Sprintf("BenchmarkC%d-2 %d %.2f ns/op\n", c, iterations, center*math.Exp(0.02*r.NormFloat64()))
			}
		}
		return text
	}
	for _, test := range []struct {
		samples, iterations int
		slow                float64
		want                verdict.Outcome
	}{
		{5, 1000, 3, verdict.Regressed},
		{5, 1, 3, verdict.Regressed},
		{10, 2000000, 3, verdict.Regressed},
		{5, 1000, 1.8, verdict.Inconclusive},
		{10, 1000, 2, verdict.Inconclusive},
		{4, 1000, 3, verdict.Inconclusive},
		{10, 1000, 1, verdict.Pass},
	} {
		old, now := file(test.samples, test.iterations, 100, 1000, 50), file(test.samples, test.iterations, 100*test.slow, 1000, 50)
		v := gated(t, gate.DefaultLimits(), old, now)
		if v.Outcome != test.want || v.Outcome == verdict.Regressed && v.Worse != 1 {
			t.Errorf("%+v: %s", test, v.Headline())
		}
	}
}

// The share of the slower cases that are named does not fall with their number.
func TestManySlowerCasesAreAllNamed(t *testing.T) {
	for _, slow := range []float64{1.1, 1.3, 10} {
		for _, cases := range []int{1, 3, 13, 60} {
			for _, samples := range []int{5, 10} {
				file := func(seed uint64, slow float64) string {
					r := rand.New(rand.NewPCG(seed, 4))
					var text strings.Builder
					for range samples {
						text.WriteString("pkg: example.com/m\n")
						for c := range 60 {
							ns := 1000 * math.Exp(0.005*r.NormFloat64())
							if c < cases {
								ns *= slow
							}
							fmt.Fprintf(&text, "BenchmarkC%d-2 1000 %.2f ns/op\n", c, ns)
						}
					}
					return text.String()
				}
				if v := gated(t, gate.DefaultLimits(), file(1, 1), file(2, slow)); v.Worse < cases-cases/20 || v.Worse > cases {
					t.Errorf("%d processes, %d of 60 cases %g times slower: %s", samples, cases, slow, v.Headline())
				}
			}
		}
	}
}

// Equal counts of two processes are a fact; one process may count by its random seeds.
func TestCountsOfProcesses(t *testing.T) {
	file := func(processes, allocs int) string {
		return strings.Repeat("pkg: m\n"+strings.Repeat(fmt.Sprintf("BenchmarkA-2 1000 100 ns/op %d B/op %d allocs/op\n", 16*allocs, allocs), 3), processes)
	}
	for _, test := range []struct {
		processes, old, now int
		want                verdict.Outcome
	}{
		{2, 100, 106, verdict.Regressed}, {1, 100, 106, verdict.Inconclusive}, {1, 1, 2, verdict.Regressed}, {1, 0, 1, verdict.Regressed}, {5, 100, 106, verdict.Regressed},
	} {
		if v := gated(t, gate.DefaultLimits(), file(test.processes, test.old), file(test.processes, test.now)); v.Outcome != test.want {
			t.Errorf("%+v: %s", test, v.Headline())
		}
	}
}

func TestSuspectsComeWithTheCommandThatSettlesThem(t *testing.T) {
	line := func(name string, ns int) string {
		return strings.Repeat(fmt.Sprintf("Benchmark%s-2 1 %d ns/op\n", name, ns), 10)
	}
	for names, want := range map[string]string{
		"Create_1000":         "`ecsbench ab BASE . --bench '^(Create_1000)$' example.com/m`",
		"Tree/n=1":            "`ecsbench ab BASE . --bench '^(Tree)$' example.com/m`",
		"Tree/n=1,Tree/n=2,B": "`ecsbench ab BASE . --bench '^(Tree|B)$' example.com/m`",
		"It's":                "`ecsbench ab BASE . --bench '^(It'\\''s)$' example.com/m`",
	} {
		old, now := "pkg: example.com/m\n", "pkg: example.com/m\n"
		for name := range strings.SplitSeq(names, ",") {
			old, now = old+line(name, 100), now+line(name, 120)
		}
		v := gated(t, gate.DefaultLimits(), old, now)
		if v.Outcome != verdict.Inconclusive || !strings.Contains(v.Problems[0].Remedy, want) {
			t.Errorf("%s: %s: %q, want %q", names, v.Headline(), v.Problems[0].Remedy, want)
		}
	}
}

// Five processes of each side estimate by how much they differ.
func TestSeveralProcessesReachAVerdict(t *testing.T) {
	pass, found := 0, 0
	const pairs = 40
	for seed := range uint64(pairs) {
		old := goTest(2*seed, 5, 2, 0.01, 1)
		v := gated(t, gate.DefaultLimits(), old, goTest(2*seed+1, 5, 2, 0.01, 1))
		switch v.Outcome {
		case verdict.Regressed:
			t.Errorf("equal programs: %s", v.Headline())
		case verdict.Pass:
			pass++
		}
		if gated(t, gate.DefaultLimits(), old, goTest(2*seed+1, 5, 2, 0.01, 1.3)).Outcome == verdict.Regressed {
			found++
		}
	}
	if pass < 9*pairs/10 || found < 9*pairs/10 {
		t.Errorf("of %d pairs %d pass, and 30%% slower is found in %d", pairs, pass, found)
	}
}

// Beside something else on the core, a change of speed is suspected only, unless it is larger
// than any that such samples had.
func TestFilesOfBenchMeasuredBesideOthers(t *testing.T) {
	file := func(ns float64, noise string) string {
		var lines strings.Builder
		lines.WriteString(`# ecsbench {"plan":{"bench":{}}}` + "\n")
		for i := range 20 {
			fmt.Fprintf(&lines, "BenchmarkA-2\t1000000\t%.3f ns/op\n", ns+0.01*float64(i%4))
		}
		return lines.String() + `# end {"reason":"complete","seconds":9,"noise":` + noise + "}\n"
	}
	quiet, shared := `{"quiet":20}`, `{"quiet":10,"disturbed":40,"accepted":10}`
	for _, test := range []struct {
		old, now string
		ns       float64 // of the new file; 100 of the old one
		want     verdict.Outcome
	}{
		{quiet, quiet, 130, verdict.Regressed},
		{quiet, shared, 130, verdict.Inconclusive},
		{shared, quiet, 130, verdict.Inconclusive},
		{shared, quiet, 190, verdict.Inconclusive},
		{shared, quiet, 1000, verdict.Regressed},
		{quiet, shared, 1000, verdict.Regressed},
	} {
		v := gated(t, gate.DefaultLimits(), file(100, test.old), file(test.ns, test.now))
		if v.Outcome != test.want || test.want == verdict.Inconclusive && !strings.Contains(v.Headline(), "something else used the core") {
			t.Errorf("%s and %s: %s", test.old, test.now, v.Headline())
		}
	}
}
