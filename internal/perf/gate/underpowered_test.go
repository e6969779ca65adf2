package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// loud generates a run of 15 cases; the last ones are noisy. slow is the varying factor of the
// first case.
func loud(seed uint64, noisy int, slow float64) string {
	rng := rand.New(rand.NewPCG(seed, 3))
	var text strings.Builder
	for range 10 {
		for c := range 15 {
			ns := 1000 * math.Exp(0.01*rng.NormFloat64())
			switch {
			case c >= 15-noisy:
				ns *= math.Exp(rng.NormFloat64())
			case c == 0 && slow > 1:
				ns *= slow * math.Exp(4*math.Abs(rng.NormFloat64()))
			}
			fmt.Fprintf(&text, "BenchmarkCase%d-2\t100\t%.2f ns/op\n", c, ns)
		}
	}
	return text.String()
}

// Underpowered cases are listed and tolerated up to the limit.
func TestUnderpoweredCasesAreListed(t *testing.T) {
	for _, test := range []struct {
		noisy int
		blind string // "" for the default
		want  verdict.Outcome
		head  string
	}{
		{1, "", verdict.Pass, "NO REGRESSION in 14 of 15 cases, 1 underpowered; the MDE is at most "},
		{3, "", verdict.Pass, "NO REGRESSION in 12 of 15 cases, 3 underpowered"},
		{4, "", verdict.Inconclusive, "INCONCLUSIVE: underpowered in 4 of 15 cases: too noisy for an MDE of 25%"},
		{4, "4", verdict.Pass, "NO REGRESSION in 11 of 15 cases"},
		{4, "27%", verdict.Pass, "NO REGRESSION in 11 of 15 cases"},
		{1, "0", verdict.Inconclusive, "INCONCLUSIVE: underpowered in 1 of 15 cases"},
		{15, "100%", verdict.Pass, "NO REGRESSION in 15 cases, all underpowered"},
	} {
		opts := gate.DefaultLimits()
		if test.blind != "" {
			fixture.Check(t, opts.Underpowered.Set(test.blind))
		}
		v := gated(t, opts, loud(1, test.noisy, 1), loud(2, test.noisy, 1))
		if v.Outcome != test.want || !strings.HasPrefix(v.Headline(), test.head) || v.Underpowered != test.noisy {
			t.Errorf("%d noisy cases, --underpowered %q: %s", test.noisy, test.blind, v.Headline())
		}
		if p := v.Problems[0]; len(p.Cases) != test.noisy || !strings.Contains(p.Cases[0], "-2 (MDE ") {
			t.Errorf("%d noisy cases are listed as %q", test.noisy, p.Cases)
		}
		if seen := v.MDE; test.noisy < 15 && !(seen < 0.1) {
			t.Errorf("%d noisy cases: the others would have shown %g", test.noisy, seen)
		}
	}
}

// All samples are more than twice as slow, by very different amounts.
func TestRegressionDespiteUnderpoweredCases(t *testing.T) {
	fixture.Long(t)
	for seed := range uint64(20) {
		for _, noisy := range []int{0, 1, 9} {
			v := gated(t, gate.DefaultLimits(), loud(2*seed, noisy, 1), loud(2*seed+1, noisy, 2.2))
			if c := v.Changed()[0]; v.Outcome != verdict.Regressed || c.Case != "Case0-2" {
				t.Errorf("seed %d, %d noisy: %s, %s %s", seed, noisy, v.Headline(), c.Effect.Change(), c.Effect.Interval())
			}
		}
	}
}

func TestToleranceOfWhat(t *testing.T) {
	for _, text := range []string{"", "-1", "x", "1.5", "101%", "NaN", "Inf%", "1e99"} {
		var tolerance verdict.Tolerance
		if err := tolerance.Set(text); err == nil {
			t.Errorf("%q is taken for %s", text, &tolerance)
		}
	}
}

// The number of samples in the remedy is enough; half of it is mostly not.
func TestHowManyMoreSamplesHelp(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	times := regexp.MustCompile(`take about ([\d.]+) times as many samples`)
	enough, half, tried := 0, 0, 0
	for seed := range uint64(30) {
		pair := func(samples int) *verdict.Verdict {
			return gated(t, gate.DefaultLimits(), newBare(2*seed, 0.055).run(10, samples, 1).String(), newBare(2*seed+1, 0.055).run(10, samples, 1).String())
		}
		v := pair(10)
		if v.Outcome != verdict.Inconclusive {
			continue
		}
		said := times.FindStringSubmatch(v.Problems[0].Remedy)
		if said == nil {
			continue // where whole runs seem to differ by too much, see TestRemedyIsSeveralRuns
		}
		more, _ := strconv.ParseFloat(said[1], 64)
		tried++
		if pair(int(math.Ceil(10*more))).Outcome == verdict.Pass {
			enough++
		}
		if pair(int(5*more)).Outcome == verdict.Pass {
			half++
		}
	}
	t.Logf("enough in %d, half in %d of %d", enough, half, tried)
	if tried < 15 || enough < tried*8/10 || half > tried/2 {
		t.Errorf("of %d inconclusive pairs %d passed with as many samples as were said, %d with half of them", tried, enough, half)
	}
}

// The remedy is several runs if drift exceeds the limit.
func TestRemedyIsSeveralRuns(t *testing.T) {
	v := gated(t, gate.DefaultLimits(), newBench(1, 0.3).run(10, 30, 1).String(), newBench(2, 0.3).run(10, 30, 1).String())
	if remedy := v.Problems[0].Remedy; v.Outcome != verdict.Inconclusive || !strings.Contains(remedy, "take several runs of both sides") {
		t.Errorf("%s: %s", v.Headline(), remedy)
	}
}

// The case of the harness is ignored.
func TestTheHarnessIsNotGated(t *testing.T) {
	run := func(head string, slow float64) string {
		b := newBench(1, 0.01)
		for range 8 {
			b.line("BenchmarkIterate/impl=null/n=10-2 100 %.3f ns/op", slow*math.Exp(b.noise(b.rng)))
			b.line("BenchmarkNewWorld/impl=null-2 100 %.3f ns/op", slow*math.Exp(b.noise(b.rng)))
			b.line("BenchmarkIterate/impl=dense/n=10-2 100 %.3f ns/op", 100*math.Exp(b.noise(b.rng)))
		}
		return head + b.String()
	}
	plan := "# ecsbench {\"format\":1,\"plan\":{}}\n"
	if v := gated(t, gate.DefaultLimits(), run(plan, 1), run(plan, 3)); v.Outcome != verdict.Pass || v.Cases != 1 {
		t.Errorf("ours: %s of %d", v.Headline(), v.Cases)
	}
	for _, head := range []string{plan, ""} { // where one side is ours, the other may mean something else by it
		if v := gated(t, gate.DefaultLimits(), run(head, 1), run("", 3)); v.Outcome != verdict.Regressed || v.Cases != 3 {
			t.Errorf("of others: %s of %d", v.Headline(), v.Cases)
		}
	}
}
