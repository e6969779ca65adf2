package ab

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// A block of a quantile has enough values, or the quantile is refused with their number.
func TestQuantilesOfEnoughValues(t *testing.T) {
	t.Parallel()
	for quantile, want := range map[float64]int{0.9: 29, 0.95: 59, 0.99: 299, 0.999: 2995} {
		if got := ValuesFor(quantile); got != want {
			t.Errorf("%v: %d values, want %d", quantile, got, want)
		}
	}
	const slow = 20_000 // of the usual operations of a fake: 20 ms
	src := newFake(4, "Fast", "Slow")
	src.values = func(t Trial, perOp float64) Block {
		if t.Case.Name == "Slow" {
			perOp *= slow
		}
		if t.Case.Name == "Fast" && t.Operations < 299 && t.Blocks > probeBlocks {
			panic("p99 of few values")
		}
		slower := 1.0
		if t.Side == Head {
			slower = 1.5 // in the tail only
		}
		return Block{unitTime: perOp, "p99-sec": 10 * perOp * slower, "p99.9-sec": 20 * perOp}
	}
	o := Options{Rounds: 12, MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.5, Seed: 3}
	v, err := Run(t.Context(), &tailed{src}, o, "")
	fixture.Check(t, err)
	seen := map[string]verdict.Status{}
	for _, c := range v.Comparisons {
		seen[c.Case+" "+c.Unit] = c.Status
	}
	if s := seen["Fast-2 p99-sec"]; s != verdict.Regression && s != verdict.Suspect {
		t.Errorf("a longer tail: %q of %v", s, seen)
	}
	if _, compared := seen["Slow-2 p99-sec"]; compared {
		t.Errorf("p99 of few values is compared: %v", seen)
	}
	if notes := strings.Join(v.Notes, "\n"); !strings.Contains(notes, "p99-sec of Slow-2 is not compared: it needs at least 299 values") || strings.Contains(notes, "of Fast") {
		t.Errorf("notes %s", notes)
	}
}

// tailed is a fake source whose quantiles have a better direction.
type tailed struct{ *fakeSource }

func (tailed) Better(unit string) int { return -1 }
