package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// on generates merged shards of two kinds of machines, one of them three times slower. at
// returns the machine of a case, "xy" for both.
func on(seed uint64, at func(c int) string, slow float64) string {
	b := newBench(seed, 0.01)
	factor := map[byte]float64{'x': 1, 'y': 3}
	for _, kind := range []byte("xy") {
		b.line("# ecsbench {\"format\":1,\"shard\":{}}").line("# env {\"cpus\":%d,\"go\":\"go1.26\"}", int(kind)).line("cpu: %c", kind)
		for range 12 {
			for c := range 10 {
				if !strings.ContainsRune(at(c), rune(kind)) {
					continue
				}
				ns := 1000 * float64(c+1) * factor[kind] * (1 + b.noise(b.rng))
				if c == 0 {
					ns *= slow
				}
				b.line("BenchmarkCase%d-2\t100\t%.2f ns/op", c, ns)
			}
		}
	}
	return b.String()
}

func TestMachinesAreKeptApart(t *testing.T) {
	both := func(int) string { return "xy" }
	split := func(c int) string { return string("xy"[c%2]) }
	for _, at := range []func(int) string{both, split} {
		if v := gated(t, gate.DefaultLimits(), on(1, at, 1), on(2, at, 1)); v.Outcome != verdict.Pass {
			t.Errorf("two equal runs: %v", v.Outcome)
		}
		v := gated(t, gate.DefaultLimits(), on(1, at, 1), on(2, at, 1.5))
		if v.Outcome != verdict.Regressed {
			t.Errorf("one case slower: %v", v.Outcome)
		}
		if !strings.Contains(fmt.Sprint(v.Comparisons), "x Case0-2") {
			t.Errorf("it is not said on which machine: %v", v.Comparisons)
		}
	}
	// Each run used other machines, so few cases are common.
	other := func(c int) string { return string("yx"[c%2]) }
	if v := gated(t, gate.DefaultLimits(), on(1, split, 1), on(2, other, 1)); v.Outcome != verdict.Inconclusive {
		t.Errorf("other machines: %v", v.Outcome)
	}
	// Cases on the common machine are compared.
	one := func(int) string { return "x" }
	for _, of := range [][2]func(int) string{{both, one}, {one, both}} {
		v := gated(t, gate.DefaultLimits(), on(1, of[0], 1), on(2, of[1], 1))
		if v.Outcome != verdict.Inconclusive || len(v.Comparisons) != 10 {
			t.Errorf("one of two machines: %v, %d comparisons", v.Outcome, len(v.Comparisons))
		}
		for _, c := range v.Comparisons {
			if c.Key.Machine == "" || !strings.HasPrefix(c.Case, "x ") || c.Status != verdict.Same {
				t.Errorf("one of two machines: %s is %s", c.Case, c.Status)
			}
		}
	}
}

func TestShardsOfOneRunAreOneRun(t *testing.T) {
	text := strings.ReplaceAll(on(1, func(c int) string { return string("xy"[c%2]) }, 1), "cpu: y", "cpu: x")
	if v := gated(t, gate.DefaultLimits(), text, text); !single(v) {
		t.Errorf("notes: %q", v.Notes)
	}
}

// Runs on several machines are counted if machines are pooled.
func TestRunsOfMachinesThatArePooled(t *testing.T) {
	both := strings.ReplaceAll(on(1, func(int) string { return "xy" }, 1), `,"shard":{}`, "")
	other := strings.ReplaceAll(on(2, func(int) string { return "x" }, 1), "cpu: x", "cpu: z")
	if v := gated(t, gate.DefaultLimits(), both, other); single(v) || v.Cases != 10 || v.Comparisons[0].OldN != 24 {
		t.Errorf("%d cases of %d samples, notes: %q", v.Cases, v.Comparisons[0].OldN, v.Notes)
	}
	if v := gated(t, gate.DefaultLimits(), other, other); !single(v) {
		t.Errorf("on one machine: %q", v.Notes)
	}
}
