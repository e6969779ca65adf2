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
	"github.com/ecsbench/ecsbench/results"
)

// If runs of one commit differ more than their samples, such a difference between OLD and NEW
// is drift.
func TestDrift(t *testing.T) {
	run := func(seed uint64, mood float64) string {
		b := newBench(seed, 0.005)
		noise := b.noise
		b.noise = func(r *rand.Rand) float64 { return noise(r) + mood }
		return "pkg: example.org/x\n" + b.run(6, 10, 1).String()
	}
	one := gated(t, gate.DefaultLimits(), run(1, 0), run(2, 0.10))
	if one.Outcome != verdict.Regressed || !strings.Contains(strings.Join(one.Notes, " "), "one run each") {
		t.Fatalf("one run each: %s, %q", one.Headline(), one.Notes)
	}
	moody := gated(t, gate.DefaultLimits(), run(1, 0)+run(3, 0.05)+run(5, -0.05), run(2, 0.10)+run(4, 0.15)+run(6, 0.05))
	if moody.Outcome == verdict.Regressed || strings.Contains(strings.Join(moody.Notes, " "), "one run each") {
		t.Errorf("three moody runs each: %s, %q", moody.Headline(), moody.Notes)
	}
	steady := gated(t, gate.DefaultLimits(), run(1, 0)+run(3, 0.002)+run(5, -0.001), run(2, 0.10)+run(4, 0.101)+run(6, 0.099))
	if steady.Outcome != verdict.Regressed {
		t.Errorf("three steady runs each: %s", steady.Headline())
	}
}

// Single runs of equal programs at different times: all cases change a little, or some have a
// neighbour.
func TestMomentsAreNoRegression(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	const cases, pairs = 15, 60
	for name, moment := range map[string]func(r *rand.Rand) func(*rand.Rand) float64{
		"drift": func(r *rand.Rand) func(*rand.Rand) float64 {
			mood := 0.08 * r.NormFloat64()
			return func(r *rand.Rand) float64 { return mood + 0.005*r.NormFloat64() }
		},
		"neighbours": func(r *rand.Rand) func(*rand.Rand) float64 {
			share := r.Float64() * r.Float64() // of the time that the neighbour runs
			return func(r *rand.Rand) float64 {
				if r.Float64() < share {
					return 0.7 * r.Float64()
				}
				return 0.01 * r.NormFloat64()
			}
		},
	} {
		single := func(seed uint64, slow float64) string {
			b := newBare(seed, 0)
			var noise [cases]func(*rand.Rand) float64
			for i := range noise {
				noise[i] = moment(b.rng)
			}
			n := 0
			b.noise = func(r *rand.Rand) float64 { n++; return noise[(n-1)%cases](r) }
			return b.run(cases, 10, slow).String()
		}
		red, found := 0, 0
		for i := range uint64(pairs) {
			if gated(t, gate.DefaultLimits(), single(2*i, 1), single(2*i+1, 1)).Outcome == verdict.Regressed {
				red++
			}
			if gated(t, gate.DefaultLimits(), single(2*i, 1), single(2*i+1, 5)).Outcome == verdict.Regressed {
				found++
			}
		}
		t.Logf("%s: %d of %d equal pairs regressed, %d found", name, red, pairs, found)
		if red > 2 || found < pairs/2 {
			t.Errorf("%s: %d of %d equal pairs regressed; one five times slower was found in %d", name, red, pairs, found)
		}
	}
}

// Each case changes between runs by a different amount, so none is significant. Constant cases
// do not reduce the drift.
func TestConstantsDoNotReduceDrift(t *testing.T) {
	run := func(seed uint64, constants int) string {
		b := newBench(seed, 0.002)
		for c := range 15 {
			mood := 0.05 * b.rng.NormFloat64()
			for range 10 {
				b.line("BenchmarkMoody%d-2\t100\t%.2f ns/op", c, 1000*math.Exp(mood+b.noise(b.rng)))
			}
		}
		for c := range constants {
			for range 10 {
				b.line("BenchmarkConstant%d-2\t100\t5.00 ns/op", c)
			}
		}
		return b.String()
	}
	for _, constants := range []int{0, 20} {
		if v := gated(t, gate.DefaultLimits(), run(1, constants), run(2, constants)); v.Outcome == verdict.Regressed {
			t.Errorf("with %d constants: %s", constants, v.Headline())
		}
	}
}

// single reports whether a verdict has the note on single runs.
func single(v *verdict.Verdict) bool {
	return strings.Contains(strings.Join(v.Notes, "\n"), "are one run each")
}

// A header, a session or a repeated package of go test begins a run.
func TestRuns(t *testing.T) {
	const line = "BenchmarkA 1 1 ns/op\n"
	for _, c := range []struct {
		text   string
		single bool
	}{
		{line + line, true},
		{"pkg: a\n" + line + "pkg: b\n" + line, true},
		{"pkg: a\n" + line + "pkg: b\n" + line + "pkg: a\n" + line + "pkg: b\n" + line, false},
		{"# ecsbench {}\n# env {}\npkg: a\n" + line + "pkg: a\n" + line, true},
		{"# ecsbench {}\n# env {}\n" + line + "# env {}\n" + line, false},
		{"# ecsbench {}\n# env {}\n" + line + "# ecsbench {}\n# env {}\n" + line, false},
	} {
		if got := single(gated(t, gate.DefaultLimits(), c.text, c.text)); got != c.single {
			t.Errorf("%q: a single run: %v", c.text, got)
		}
	}
}

// Any two files have a printable verdict.
func FuzzGate(f *testing.F) {
	f.Add("BenchmarkA-2 1 1 ns/op 0 B/op", "BenchmarkA-2 1 2 ns/op 1 B/op\nBenchmarkA-2 1 2 ns/op 1 B/op")
	f.Add("# ecsbench {}\n# env {\"go\":\"x\"}\nUnit x better=higher\nBenchmarkA/a=b-2 1 1e300 x 1e-300 y", "pkg: a\nBenchmarkA/a=c 1 0 x\n--- FAIL: BenchmarkB\nFAIL\tx\n# failed {\"case\":\"C\"}")
	f.Fuzz(func(t *testing.T, old, now string) {
		var sides []*gate.Input
		for _, text := range []string{old, now} {
			s, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(text)}, "*")
			if err != nil {
				return
			}
			sides = append(sides, s)
		}
		v, err := gate.Gate(sides[0], sides[1], gate.DefaultLimits())
		if err != nil {
			return
		}
		if v.Cases == 0 && v.Outcome == verdict.Pass {
			t.Error("green on nothing")
		}
		for _, write := range writers {
			if err := write(v, &strings.Builder{}); err != nil {
				t.Error(err)
			}
		}
	})
}

// A benchmark that prints is compared by its results, or missing with its name.
func TestBenchmarksThatPrint(t *testing.T) {
	file := func(ns float64, result string) string {
		var b strings.Builder
		for i := range 10 {
			fmt.Fprintf(&b, "pkg: m\nBenchmarkA-8 \t 1000000\t %.1f ns/op\nBenchmarkB-8 \tstarting worker\n"+result+"PASS\n", 1000+0.1*float64(i), ns+0.1*float64(i))
		}
		return b.String()
	}
	const result, cut = " 1000000\t %.1f ns/op\n", " 1000000\t %.1f\n"
	if v := gated(t, gate.DefaultLimits(), file(50, result), file(500, result)); v.Outcome != verdict.Regressed || v.Cases != 2 || v.CasesWith(verdict.Regression)[0] != "B-8" {
		t.Errorf("%s of %d cases", v.Headline(), v.Cases)
	}
	for _, old := range []string{result, cut} {
		v := gated(t, gate.DefaultLimits(), file(50, old), file(500, cut))
		if v.Outcome != verdict.Inconclusive || !strings.Contains(fmt.Sprint(v.Problems), "B-8") {
			t.Errorf("%s, %+v", v.Headline(), v.Problems)
		}
	}
}
