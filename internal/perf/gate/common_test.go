package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// A common slowdown is neither a regression nor a pass; a case slower than the others is a
// regression.
func TestACommonSlowdownIsInconclusive(t *testing.T) {
	file := func(seed uint64, mood, slow float64) string {
		b := newBench(seed, 0)
		b.noise = func(r *rand.Rand) float64 { return mood + 0.004*r.NormFloat64() }
		return b.run(12, 10, slow).String()
	}
	for _, test := range []struct {
		mood, slow float64
		want       verdict.Outcome
		head       string
	}{
		{0.08, 1, verdict.Inconclusive, "INCONCLUSIVE: most cases are slower by 8"},
		{0.03, 1, verdict.Pass, "NO REGRESSION in 12 cases"},
		{-0.08, 1, verdict.Pass, "NO REGRESSION in 12 cases"},
		{0.03, 1.3, verdict.Regressed, "REGRESSION: 1 of 12 cases"},
		{0.08, 1.4, verdict.Regressed, "REGRESSION: 1 of 12 cases"},
		{0, 1.2, verdict.Regressed, "REGRESSION: 1 of 12 cases"},
		{math.Log(2), 1, verdict.Regressed, "REGRESSION: 12 of 12 cases"}, // no clock moves so far
	} {
		v := gated(t, gate.DefaultOptions(), file(1, 0, 1), file(2, test.mood, test.slow))
		if v.Outcome != test.want || !strings.HasPrefix(v.Headline(), test.head) {
			t.Errorf("all moved by %g, one by %g: %s", test.mood, test.slow, v.Headline())
		}
	}
	// Throughput moves the other way.
	rates := func(text string) string {
		return regexp.MustCompile(`(\S+) ns/op.*`).ReplaceAllStringFunc(text, func(values string) string {
			ns, _ := strconv.ParseFloat(strings.Fields(values)[0], 64)
			return fmt.Sprintf("%.2f MB/s", 1e6/ns)
		})
	}
	for _, test := range []struct {
		mood float64
		want verdict.Outcome
	}{{0.08, verdict.Inconclusive}, {-0.08, verdict.Pass}} {
		v := gated(t, gate.DefaultOptions(), rates(file(1, 0, 1)), rates(file(2, test.mood, 1)))
		if v.Outcome != test.want || v.Tested != 12 || strings.Contains(v.Headline(), "slower by 8") != (test.want != verdict.Pass) {
			t.Errorf("throughput of all moved by %g: %s, of %d", test.mood, v.Headline(), v.Tested)
		}
	}
	// Several runs per side show the drift.
	runs := func(seed uint64, mood float64) string {
		return "pkg: a\n" + file(seed, mood, 1) + "pkg: a\n" + file(seed+1, mood, 1)
	}
	if v := gated(t, gate.DefaultOptions(), runs(1, 0), runs(3, 0.08)); v.Outcome != verdict.Regressed {
		t.Errorf("with two runs each: %s", v.Headline())
	}
	// Several runs of one side are enough.
	for _, test := range []struct {
		old, now string
		single   bool
	}{
		{file(1, 0, 1), file(3, 0.08, 1), true},
		{runs(1, 0), file(3, 0.08, 1), false},
		{file(1, 0, 1), runs(3, 0.08), false},
		{runs(1, 0), runs(3, 0.08), false},
	} {
		v := gated(t, gate.DefaultOptions(), test.old, test.now)
		together, noted := strings.Contains(v.Headline(), "slower by 8"), strings.Contains(strings.Join(v.Notes, " "), "are one run each")
		if together != test.single || noted != test.single {
			t.Errorf("single runs: %v, but %s %q", test.single, v.Headline(), v.Notes)
		}
	}
}
