package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// counted generates a file with time and instructions of n samples.
func counted(n int, ns, instructions float64) string {
	var lines strings.Builder
	lines.WriteString(fresh)
	for i := range n {
		wander := 1 + 0.0002*float64(i%3)
		fmt.Fprintf(&lines, "BenchmarkA-2\t100\t%.2f ns/op\t%.1f instructions/op\n", ns*(1+0.002*float64(i%5)), instructions*wander)
	}
	return lines.String()
}

func TestInstructionsNeedNoSamples(t *testing.T) {
	opts := gate.DefaultLimits()
	opts.Instructions, opts.MaxRegression = true, verdict.MaxMoreWork
	for _, n := range []int{1, 3} {
		for _, test := range []struct {
			instructions float64
			want         verdict.Status
		}{{66036, verdict.Same}, {66073, verdict.Same}, {66236, verdict.Tolerated}, {66736, verdict.Regression}, {60000, verdict.Improved}} {
			v := gated(t, opts, counted(n, 100, 66036), counted(n, 300, test.instructions))
			if len(v.Comparisons) != 1 || v.Comparisons[0].Status != test.want || (v.Outcome == verdict.Regressed) != (test.want == verdict.Regression) {
				t.Errorf("%d samples, %v instructions: %s, %+v", n, test.instructions, v.Headline(), v.Comparisons)
			}
		}
	}
	if v := gated(t, opts, "BenchmarkA 1 3 ns/op\n", "BenchmarkA 1 3 ns/op\n"); v.Outcome != verdict.Inconclusive || !strings.Contains(v.Headline(), "no instructions/op in common") {
		t.Errorf("files without instructions: %s", v.Headline())
	}
}

// The remedy depends on the program that wrote the files.
func TestRemedyForMissingInstructions(t *testing.T) {
	opts := gate.DefaultLimits()
	opts.Instructions, opts.MaxRegression = true, verdict.MaxMoreWork
	const line = "BenchmarkA 8192 100 ns/op\n"
	for header, want := range map[string]string{
		"":                                       "record them with `ecsbench bench` or `ecsbench ab --metric instructions`",
		"# ecsbench {\"plan\":{\"bench\":{}}}\n": "measure again with `ecsbench bench` and a larger --budget",
	} {
		v := gated(t, opts, header+line, header+line)
		if len(v.Problems) == 0 || !strings.Contains(v.Problems[0].Remedy, want) {
			t.Errorf("%q: %+v, want %q", header, v.Problems, want)
		}
	}
}

func TestTimeAndInstructionsSideBySide(t *testing.T) {
	for says, instructions := range map[string]float64{"the same work, slower": 66050, "more work": 78016} {
		v := gated(t, gate.DefaultLimits(), counted(20, 100, 66036), counted(20, 130, instructions))
		found := false
		for _, c := range v.With(verdict.Regression) {
			for _, w := range c.Secondary {
				found = found || c.Unit == "sec/op" && w.Meaning == says
			}
		}
		if !found {
			t.Errorf("nobody says %q: %+v", says, v.Comparisons)
		}
	}
}

func TestNoisyTimesPassByInstructions(t *testing.T) {
	noisy := func(instructions, bytes int) string {
		var lines strings.Builder
		lines.WriteString(fresh)
		for i := range 12 {
			fmt.Fprintf(&lines, "BenchmarkA-2\t100\t%d ns/op\t%d instructions/op\t%d B/op\n", 100*(1+i*5%12), instructions, bytes)
		}
		return lines.String()
	}
	for _, test := range []struct {
		instructions, bytes int
		passes              bool
	}{{66036, 64, true}, {66100, 64, true}, {66600, 64, false}, {60000, 64, false}, {66036, 96, false}, {66036, 32, true}} {
		v := gated(t, gate.DefaultLimits(), noisy(66036, 64), noisy(test.instructions, test.bytes))
		if same := len(v.With(verdict.SameWork)) > 0; same != test.passes || strings.Contains(v.Headline(), "by instructions") != test.passes {
			t.Errorf("%+v: %s, %+v", test, v.Headline(), v.Comparisons)
		}
	}
}

// A count includes the set-up during which a benchmark stops its timer, so its share depends
// on the number of operations.
func TestCountsOfDifferentOperations(t *testing.T) {
	file := func(operations, instructions int) string {
		var lines strings.Builder
		fmt.Fprintf(&lines, "# ecsbench {\"plan\":{\"bench\":{}}}\nBenchmarkA %d %d instructions/op\n", operations, instructions)
		for i := range 20 {
			fmt.Fprintf(&lines, "BenchmarkA 8192 %d ns/op\n", 1000+i%5)
		}
		return lines.String()
	}
	for operations, want := range map[int]verdict.Outcome{1 << 17: verdict.Regressed, 1 << 16: verdict.Pass} {
		v := gated(t, gate.DefaultLimits(), file(1<<17, 1378), file(operations, 1478))
		noted := strings.Contains(strings.Join(v.Notes, "\n"), "the instructions of 1 case are not compared")
		if v.Outcome != want || noted != (want == verdict.Pass) {
			t.Errorf("%d operations: %s, %q", operations, v.Headline(), v.Notes)
		}
	}
}

// A core with another clock is beside another load, which may explain as much again.
func TestAnotherClockIsAnotherLoad(t *testing.T) {
	file := func(ns, clock, instructions float64) string {
		var lines strings.Builder
		lines.WriteString("# ecsbench {\"plan\":{\"bench\":{}}}\n")
		for _, name := range []string{"A", "B", "C", "D"} {
			fmt.Fprintf(&lines, "Benchmark%s 8192 %g instructions/op\n", name, instructions)
			for i := range 40 {
				fmt.Fprintf(&lines, "Benchmark%s 8192 %g ns/op %g clock-GHz\n", name, ns*(1+0.0005*float64(i%5)), clock+0.001*float64(i%3))
			}
		}
		return lines.String()
	}
	for _, test := range []struct {
		ns, clock, instructions float64
		want                    verdict.Outcome
	}{
		{130, 4.2, 1000, verdict.Regressed},    // the same clock
		{130, 3.8, 1000, verdict.Pass},         // by instructions
		{130, 3.8, 1020, verdict.Inconclusive}, // more work, but less than the limit
		{300, 3.8, 1000, verdict.Regressed},    // more than the load explains
	} {
		v := gated(t, gate.DefaultLimits(), file(100, 4.2, 1000), file(test.ns, test.clock, test.instructions))
		if v.Outcome != test.want {
			t.Errorf("%+v: %s, %+v", test, v.Headline(), v.Problems)
		}
	}
}
