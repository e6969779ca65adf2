package ab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// A linkedSource can count, takes long to link, and compares what its cases execute.
type linkedSource struct {
	counting
	linking  time.Duration
	count    time.Duration
	sameCode bool
}

func (s *linkedSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	time.Sleep(40 * time.Millisecond) // of the fake clock
	return s.counting.Run(ctx, t)
}

// The largest regressions are attributed first. One line names those for which there is no time, and
// the command that attributes them.
func TestTheLargestRegressionsAreAttributedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(96)
		src := &linkedSource{counting: counting{fakeSource: f, head: map[string]int64{}}, count: 12 * time.Second}
		factor := map[string]float64{}
		for i := range 12 {
			name := fmt.Sprintf("Case%02d/n=1", i)
			f.inventory.Common = append(f.inventory.Common, CaseID{Group: "example.com/m", Name: name})
			factor[name], src.head[name] = 1.1+float64(7*i%12)/10, 1300
		}
		f.effect = func(t Trial, n int) float64 { return slower(t.Case.Name, factor[t.Case.Name])(t, n) }
		o := options(96)
		o.Rounds, o.Budget, o.Started = 0, 2*time.Minute, time.Now()
		v := mustRunIn(t, nowhere, src, o)
		attributed, least, largest := 0, math.Inf(1), 0.0
		for _, k := range v.With(verdict.Regression) {
			if len(k.Causes) > 0 {
				attributed, least = attributed+1, min(least, factor[strings.TrimSuffix(k.Key.Name, "-2")])
			} else {
				largest = max(largest, factor[strings.TrimSuffix(k.Key.Name, "-2")])
			}
		}
		at := slices.IndexFunc(v.Notes, func(n string) bool { return strings.HasPrefix(n, "there was no time to attribute ") })
		if v.Worse != 12 || attributed == 0 || attributed == 12 || least < largest || at < 0 {
			t.Fatalf("%d regressions, %d attributed, the least of them %.1f, the largest other one %.1f: %q", v.Worse, attributed, least, largest, v.Notes)
		}
		if note := v.Notes[at]; !strings.Contains(note, fmt.Sprintf("%d regressions (Case", 12-attributed)) || !strings.Contains(note, "`ecsbench ab old new --bench '^(Case") || !strings.HasSuffix(note, ")$' example.com/m` does it") {
			t.Error(note)
		}
	})
}

// Count takes long.
func (s *linkedSource) Count(ctx context.Context, c CaseID, side Side, operations int) (*instructions.Counts, error) {
	time.Sleep(s.count)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.counting.Count(ctx, c, side, operations)
}

func (s *linkedSource) Shuffle(ctx context.Context, cases []CaseID, rng *rand.Rand) error {
	time.Sleep(s.linking)
	return errors.Join(ctx.Err(), s.counting.Shuffle(ctx, cases, rng))
}

func (s *linkedSource) SameCode(_ context.Context, _ CaseID, functions []string) error {
	if !s.sameCode || len(functions) == 0 {
		return errors.New("f")
	}
	return nil
}

// A slowdown is a regression only if builds with another order of functions, more instructions or
// more allocations confirm it, or if it is larger than any by the places of functions. If a case executes the same code and as many
// instructions, it is suspected at most, and passes if the slowdown vanishes with the order of
// functions. Linking takes none of the budget.
func TestNoRegressionWithoutAnotherOrder(t *testing.T) {
	unsupported := fmt.Errorf("it cannot: %w", errors.ErrUnsupported)
	slowdowns := []float64{1.3, 1.08, 3, 12}
	if testing.Short() {
		slowdowns = slowdowns[:1]
	}
	for _, slowdown := range slowdowns {
		for name, test := range map[string]struct {
			fixed              error
			linking, limit     time.Duration
			more, same         bool
			placed             bool // slow only in the first order
			allocates, missing bool
			want               verdict.Outcome
		}{
			"another order":            {want: verdict.Regressed},
			"slow linking":             {linking: 10 * time.Second, want: verdict.Regressed},
			"linking beyond the limit": {linking: time.Minute, limit: 20 * time.Second, want: verdict.Inconclusive},
			"one order":                {fixed: unsupported, want: verdict.Inconclusive},
			"one order, no counts":     {fixed: unsupported, missing: true, want: verdict.Inconclusive},
			"one order, instructions":  {fixed: unsupported, more: true, want: verdict.Regressed},
			"one order, allocations":   {fixed: unsupported, missing: true, allocates: true, want: verdict.Regressed},
			"same code":                {same: true, want: verdict.Inconclusive},
			"same code, one order":     {same: true, fixed: unsupported, want: verdict.Inconclusive},
			"same code, placed":        {same: true, placed: true, want: verdict.Pass},
			"same code, more work":     {same: true, more: true, want: verdict.Regressed},
			"same code, no counts":     {same: true, missing: true, want: verdict.Regressed},
		} {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(95, "A", "B", "C")
				f.fixed = test.fixed
				f.effect = func(trial Trial, n int) float64 {
					if test.placed && f.shuffles > 0 {
						return 1 + 0.15*f.rng.NormFloat64()*float64(bool2int(trial.Case.Name == "A"))
					}
					return slower("A", slowdown)(trial, n)
				}
				f.values = func(t Trial, perOp float64) Block {
					b := Block{unitTime: perOp, unitAllocs: 3}
					if test.allocates && t.Side == Head && t.Case.Name == "A" {
						b[unitAllocs] = 4
					}
					return b
				}
				src := &linkedSource{counting: counting{fakeSource: f, head: map[string]int64{}, failed: map[string]error{}}, linking: test.linking, sameCode: test.same}
				if test.more {
					src.head["A"] = 1300
				}
				if test.missing {
					src.failed["A"] = instructions.ErrNoValgrind
				}
				o := options(95)
				o.Rounds, o.Budget, o.Started, o.BuildTimeout = 0, time.Minute, time.Now(), test.limit
				begun := time.Now()
				v := mustRunIn(t, nowhere, src, o)
				want := test.want
				if want == verdict.Inconclusive && slowdown > 2 && !test.same {
					want = verdict.Regressed
				}
				if v.Outcome != want {
					t.Errorf("%g times slower, %s: %s %+v", slowdown, name, v.Headline(), v.Problems)
				}
				if took, most := time.Since(begun), o.Budget+linkedFreely*test.linking+5*time.Second; took > most {
					t.Errorf("%g times slower, %s: took %v of %v", slowdown, name, took, most)
				}
				if k := comparisonOf(t, v, "A", unitTime); test.same && !test.more && !test.missing && (len(k.Notes) == 0 || !strings.HasPrefix(k.Notes[0], sameCode) || test.placed != strings.Contains(k.Notes[len(k.Notes)-1], "alone move base by about")) {
					t.Errorf("%g times slower, %s: notes %q", slowdown, name, k.Notes)
				}
				if test.linking == 10*time.Second && fixed(v) {
					t.Errorf("%g times slower: functions were not moved, because linking is slow", slowdown)
				}
			})
		}
	}
}
