package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// configured runs one case in five configurations, one of which is slow.
func configured(seed uint64, slow float64) string {
	var text strings.Builder
	text.WriteString(fresh)
	for cfg := range 5 {
		factor := 1.0
		if cfg == 3 {
			factor = slow
		}
		fmt.Fprintf(&text, "cfg: %d\n%s", cfg, newBare(10*seed+uint64(cfg), 0.01).run(1, 10, factor))
	}
	return text.String()
}

func TestConfigurationSeparatesCases(t *testing.T) {
	old, slow := configured(1, 1), configured(2, 2)
	v := gated(t, gate.DefaultLimits(), old, slow)
	if v.Cases != 5 || v.Outcome != verdict.Regressed || v.Worse != 1 || v.Comparisons[0].Case != "cfg=3 Case0-2" {
		t.Errorf("%s: %+v", v.Headline(), v.Comparisons[0])
	}
	// A key with one value per file does not separate cases.
	if v := gated(t, gate.DefaultLimits(), fresh+"cfg: 0\n"+newBare(1, 0.01).run(1, 10, 1).String(), fresh+"cfg: 1\n"+newBare(2, 0.01).run(1, 10, 2).String()); v.Outcome != verdict.Regressed {
		t.Errorf("one configuration per file: %s", v.Headline())
	}
	pooled := func(text string) *gate.Input {
		s, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(ended(text))}, "*", "cfg")
		fixture.Check(t, err)
		return s
	}
	if v := judged(t, gate.DefaultLimits(), pooled(old), pooled(slow)); v.Cases != 1 || v.Comparisons[0].OldN != 50 {
		t.Errorf("without cfg: %d cases of %d samples", v.Cases, v.Comparisons[0].OldN)
	}
}

func TestTimesFromAndToZero(t *testing.T) {
	zero, hundred := strings.Repeat("BenchmarkA-2 1 0 ns/op\n", 10), strings.Repeat("BenchmarkA-2 1 100 ns/op\n", 10)
	if v := gated(t, gate.DefaultLimits(), zero, hundred); v.Outcome != verdict.Regressed || v.Comparisons[0].Effect.Change() != "0 → N" {
		t.Errorf("from zero: %s", v.Headline())
	}
	if v := gated(t, gate.DefaultLimits(), hundred, zero); v.Comparisons[0].Status != verdict.Improved || v.Comparisons[0].Effect.Change() != "N → 0" {
		t.Errorf("to zero: %s", v.Headline())
	}
	// Values at the ends of the range are not zero.
	if v := gated(t, gate.DefaultLimits(), strings.ReplaceAll(hundred, "100", "1e-290"), strings.ReplaceAll(hundred, "100", "1e300")); v.Outcome != verdict.Regressed || v.Comparisons[0].Effect.Change() != "+1e+592%" {
		t.Errorf("over 590 orders of magnitude: %s, %s", v.Headline(), v.Comparisons[0].Effect.Change())
	}
}
