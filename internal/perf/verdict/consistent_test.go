package verdict_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// Whatever the caller of Tally found: a case whose whole interval is worse than the limit is
// listed, and the verdict is no pass.
func TestNoVerdictContradictsItsTable(t *testing.T) {
	statuses := []verdict.Status{
		verdict.Regression, verdict.Suspect, verdict.Tolerated, verdict.Refuted, verdict.Improved, verdict.Unconfirmed,
		verdict.Untestable, verdict.Undecided, verdict.SameWork, verdict.Same,
	}
	r := rand.New(rand.NewPCG(1, 1))
	exceeded := 0
	for range 2000 {
		v := verdict.Verdict{MaxRegression: []float64{0, 0.02, 0.05}[r.IntN(3)], MaxMDE: 0.25, Alpha: 0.01}
		limit, exceeds := math.Log1p(v.MaxRegression), []string(nil)
		for i := range 1 + r.IntN(5) {
			log, half := r.NormFloat64()*0.1, []float64{0, 0.01, 0.1, math.Inf(1)}[r.IntN(4)]
			name := fmt.Sprintf("Case%d-2", i)
			c := verdict.Comparison{
				Key: results.Key{Name: name}, Case: name, Unit: "sec/op", Direction: verdict.Direction(1 - 2*r.IntN(2)),
				Evidence: []verdict.Evidence{verdict.Tested, verdict.Counted}[r.IntN(2)], Status: statuses[r.IntN(len(statuses))],
				Effect: verdict.Effect{Shift: statistics.Shift{Log: log, Lo: log - half, Hi: log + half, P: r.Float64()}},
			}
			if _, lo, _ := c.Worse(); lo > limit {
				exceeds = append(exceeds, name)
			} else if c.Status == verdict.Regression {
				c.Status = verdict.Same
			}
			v.Comparisons = append(v.Comparisons, c)
		}
		exceeded += len(exceeds)
		v.Tally()
		v.Decide()
		var text strings.Builder
		fixture.Check(t, v.WriteText(&text, verdict.Style{}))
		listed := slices.Concat(v.CasesWith(verdict.Regression), v.CasesWith(verdict.Suspect))
		for _, name := range exceeds {
			if v.Outcome == verdict.Pass || !slices.Contains(listed, name) || !strings.Contains(text.String(), name) {
				t.Fatalf("%s exceeds %v, but:\n%s", name, v.MaxRegression, text.String())
			}
		}
		if v.Outcome == verdict.Pass && len(listed) > 0 {
			t.Fatalf("a pass lists %v", listed)
		}
	}
	if exceeded < 500 {
		t.Errorf("only %d comparisons exceed the limit", exceeded)
	}
}
