package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// clockRun generates a run on a core that is 6% slower in some rounds; their share varies
// between runs. Two thirds of the cases are compute-bound, the others memory-bound. slow is the
// factor of the first case.
func clockRun(seed uint64, cases, rounds int, slow float64) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	var text strings.Builder
	share, throttled := rng.Float64(), false
	for round := range rounds {
		if round%3 == 0 {
			throttled = rng.Float64() < share
		}
		for c := range cases {
			clock := 3.6 * math.Exp(0.001*rng.NormFloat64())
			if throttled {
				clock *= 0.94
			}
			ns := 1000 * float64(c+1) * math.Exp(0.008*rng.NormFloat64())
			if c%3 != 2 {
				ns *= 3.6 / clock
			}
			if c == 0 {
				ns *= slow
			}
			fmt.Fprintf(&text, "BenchmarkCase%d-2\t100\t%.2f ns/op\t%.4g ns/entity\t%.4g entities/s\t%.5g cycles/entity\t%.4g clock-GHz\n",
				c, ns, ns/100, 1e11/ns, ns/100*clock, clock)
		}
	}
	return text.String()
}

// withoutClock removes the clock from a file.
func withoutClock(text string) string {
	return regexp.MustCompile(`\t[^\t]* (cycles/entity|clock-GHz)`).ReplaceAllString(text, "")
}

// A slower core neither causes nor hides a regression.
func TestTheClockIsTakenOut(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	const cases, rounds, pairs = 15, 20, 20
	opts := gate.DefaultLimits()
	opts.MaxRegression = 0.02
	var with, without struct{ red, green, found int }
	for i := range uint64(pairs) {
		old, same, slower := clockRun(2*i, cases, rounds, 1), clockRun(2*i+1, cases, rounds, 1), clockRun(2*i+1, cases, rounds, 1.05)
		count := func(equal, injected *verdict.Verdict, to *struct{ red, green, found int }) {
			switch equal.Outcome {
			case verdict.Regressed:
				to.red++
			case verdict.Pass:
				to.green++
			}
			if changed := injected.Changed(); injected.Outcome == verdict.Regressed && injected.Worse == 1 && changed[0].Case == "Case0-2" {
				to.found++
			}
		}
		count(gated(t, opts, old, same), gated(t, opts, old, slower), &with)
		old, same, slower = withoutClock(old), withoutClock(same), withoutClock(slower)
		count(gated(t, opts, old, same), gated(t, opts, old, slower), &without)
	}
	t.Logf("with the clock %+v, without %+v, of %d", with, without, pairs)
	if with.red > 0 || with.green < pairs*9/10 || with.found < pairs*9/10 {
		t.Errorf("with the clock: %+v of %d", with, pairs)
	}
	if without.found >= with.found {
		t.Errorf("without the clock: %+v of %d, so that the test tells nothing", without, pairs)
	}
}

// The clock does not change a noisy memory-bound case among many compute-bound ones.
func TestFewThatWaitForMemory(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	run := func(seed uint64, clock, noise float64) string {
		rng := rand.New(rand.NewPCG(seed, 9))
		var text strings.Builder
		for range 12 {
			for c := range 24 {
				ghz := clock * math.Exp(0.02*rng.NormFloat64())
				ns := 3600 / ghz * math.Exp(0.01*rng.NormFloat64())
				if c < 4 {
					ns = 1000 * math.Exp(noise*rng.NormFloat64())
				}
				fmt.Fprintf(&text, "BenchmarkCase%d-2\t100\t%.2f ns/op\t%.5g cycles/entity\t%.4g clock-GHz\n", c, ns, ns*ghz, ghz)
			}
		}
		return text.String()
	}
	opts := gate.DefaultLimits()
	opts.MaxRegression = 0.02
	for _, noise := range []float64{0.005, 0.01, 0.02, 0.05, 0.1} {
		for seed := range uint64(20) {
			if v := gated(t, opts, run(2*seed, 3.6, noise), run(2*seed+1, 3.8, noise)); v.Worse > 0 {
				t.Errorf("noise %g, seed %d: %+v", noise, seed, v.Changed())
			}
		}
	}
}

// The samples of each case select its primary metric.
func TestPrimaryMetric(t *testing.T) {
	v := gated(t, gate.DefaultLimits(), clockRun(3, 6, 20, 1), clockRun(4, 6, 20, 1))
	for _, name := range []string{"Case0-2", "Case1-2", "Case3-2", "Case4-2"} {
		if c := find(t, v, name, "cycles/op"); c.Secondary[0].Name != "time" || c.Old < 3000 || c.Old > 20000 {
			t.Errorf("%s: %+v", name, c)
		}
		if c := find(t, v, name, "entities/s"); c.Evidence != verdict.Derived || c.From != "cycles/op" {
			t.Errorf("%s: %+v", name, c)
		}
	}
	for _, name := range []string{"Case2-2", "Case5-2"} {
		if c := find(t, v, name, "sec/op"); c.Secondary[0].Name != "cycles" || c.Secondary[0].Unit != "cycles/op" {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if notes := strings.Join(v.Notes, "\n"); !strings.Contains(notes, "cycles in 4 cases") {
		t.Errorf("notes: %s", notes)
	}
}

// A clock on one side only adds a note.
func TestAClockOnOneSideAlone(t *testing.T) {
	old, now := clockRun(3, 6, 20, 1), clockRun(4, 6, 20, 1.3)
	want := gated(t, gate.DefaultLimits(), withoutClock(old), withoutClock(now))
	for side, v := range map[string]*verdict.Verdict{"OLD": gated(t, gate.DefaultLimits(), withoutClock(old), now), "NEW": gated(t, gate.DefaultLimits(), old, withoutClock(now))} {
		if v.Headline() != want.Headline() || len(v.Comparisons) != len(want.Comparisons) {
			t.Errorf("%s, want %s", v.Headline(), want.Headline())
		}
		if notes := strings.Join(v.Notes, "\n"); !strings.Contains(notes, side+" does not record the clock of its core") || strings.Contains(notes, "neither file records") {
			t.Errorf("notes: %s", notes)
		}
	}
	if notes := strings.Join(want.Notes, "\n"); !strings.Contains(notes, "neither file records the clock of its core") {
		t.Errorf("notes: %s", notes)
	}
}

// If the clock differs only between the sides, the primary metric is ambiguous.
func TestASteadyClockOfTwoSpeeds(t *testing.T) {
	file := func(seed uint64, clock float64) string {
		rng := rand.New(rand.NewPCG(seed, 8))
		var text strings.Builder
		for range 20 {
			for c := range 10 {
				ns := 1000 * math.Exp(0.005*rng.NormFloat64()) * 3.6 / clock
				fmt.Fprintf(&text, "BenchmarkCase%d-2\t100\t%.2f ns/op\t%.4g clock-GHz\n", c, ns, clock)
			}
		}
		return text.String()
	}
	v := gated(t, gate.DefaultLimits(), file(1, 3.6), file(2, 3.2))
	if v.Outcome == verdict.Regressed || v.Worse > 0 {
		t.Errorf("%s: %+v", v.Headline(), v.Changed()[0])
	}
	if c := v.Comparisons[0]; !strings.Contains(c.Secondary[0].Meaning, "both must agree") || math.Expm1(c.Effect.Hi) < 0.12 || c.Effect.Lo > 0.005 || c.MDE < 0.11 {
		t.Errorf("%+v", c)
	}
}
