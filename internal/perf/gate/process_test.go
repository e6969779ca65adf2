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
	opts := gate.DefaultOptions()
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
	brief := func(slow float64) string {
		return strings.ReplaceAll(goTest(1, 1, 10, 0, slow), "-2 200000 ", "-2 1000 ")
	}
	if v := gated(t, opts, brief(1), brief(3)); v.Outcome != verdict.Inconclusive || !strings.Contains(v.Problems[0].What, "measured for less than 1s") {
		t.Errorf("three times slower in 10 ms: %s", v.Headline())
	}
	early := strings.NewReplacer("-2 200000 ", "-2 5 ", " 16", " 58763416", "00.", "00000000.")
	if v := gated(t, opts, goTest(1, 1, 10, 0, 1), early.Replace(goTest(2, 1, 10, 0, 3))); v.Outcome != verdict.Inconclusive {
		t.Errorf("few iterations: %s", v.Headline())
	}
	if suspected == 0 {
		t.Error("no case was suspected, so the rule was not tested")
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
		"It's":                "`ecsbench ab BASE . --bench '^(It.s)$' example.com/m`",
	} {
		old, now := "pkg: example.com/m\n", "pkg: example.com/m\n"
		for name := range strings.SplitSeq(names, ",") {
			old, now = old+line(name, 100), now+line(name, 120)
		}
		v := gated(t, gate.DefaultOptions(), old, now)
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
		v := gated(t, gate.DefaultOptions(), old, goTest(2*seed+1, 5, 2, 0.01, 1))
		switch v.Outcome {
		case verdict.Regressed:
			t.Errorf("equal programs: %s", v.Headline())
		case verdict.Pass:
			pass++
		}
		if gated(t, gate.DefaultOptions(), old, goTest(2*seed+1, 5, 2, 0.01, 1.3)).Outcome == verdict.Regressed {
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
		{shared, quiet, 450, verdict.Inconclusive},
		{shared, quiet, 1000, verdict.Regressed},
		{quiet, shared, 1000, verdict.Regressed},
	} {
		v := gated(t, gate.DefaultOptions(), file(100, test.old), file(test.ns, test.now))
		if v.Outcome != test.want || test.want == verdict.Inconclusive && !strings.Contains(v.Headline(), "something else used the core") {
			t.Errorf("%s and %s: %s", test.old, test.now, v.Headline())
		}
	}
}
