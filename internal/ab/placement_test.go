package ab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// A linkedSource can count, takes long to link, and knows whether a case executes changed code.
type linkedSource struct {
	counting
	linking   time.Duration
	untouched bool
}

func (s *linkedSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	time.Sleep(40 * time.Millisecond) // of the fake clock
	return s.counting.Run(ctx, t)
}

func (s *linkedSource) Shuffle(ctx context.Context, cases []Case, rng *rand.Rand) error {
	time.Sleep(s.linking)
	return errors.Join(ctx.Err(), s.counting.Shuffle(ctx, cases, rng))
}

func (s *linkedSource) Touched(_ context.Context, cases []Case, _ func(int, int)) (touched, untouched []Case, err error) {
	if s.untouched {
		return nil, cases, nil
	}
	return cases, nil, nil
}

// A slowdown, however large, is a regression only if builds with another order of functions, more
// instructions or more allocations confirm it. If a case executes the same functions and as many
// instructions, it is suspected at most. Linking takes none of the budget.
func TestNoRegressionWithoutAnotherOrder(t *testing.T) {
	unsupported := fmt.Errorf("it cannot: %w", errors.ErrUnsupported)
	for _, slowdown := range []float64{1.08, 1.3, 3, 12} {
		for name, test := range map[string]struct {
			fixed              error
			linking, limit     time.Duration
			more, untouched    bool
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
			"nothing changed":          {untouched: true, want: verdict.Inconclusive},
			"changed, with more work":  {untouched: true, more: true, want: verdict.Regressed},
			"nothing known to change":  {untouched: true, missing: true, want: verdict.Regressed},
		} {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(95, "A", "B", "C")
				f.effect, f.fixed = slower("A", slowdown), test.fixed
				f.values = func(t Trial, perOp float64) Block {
					b := Block{unitTime: perOp, unitAllocs: 3}
					if test.allocates && t.Side == Head && t.Case.Name == "A" {
						b[unitAllocs] = 4
					}
					return b
				}
				src := &linkedSource{counting: counting{fakeSource: f, head: map[string]int64{}, failed: map[string]error{}}, linking: test.linking, untouched: test.untouched}
				if test.more {
					src.head["A"] = 1300
				}
				if test.missing {
					src.failed["A"] = profiler.ErrNoValgrind
				}
				o := options(95)
				o.Rounds, o.Budget, o.Started, o.BuildTimeout = 0, time.Minute, time.Now(), test.limit
				begun := time.Now()
				v := mustRunIn(t, nowhere, src, o)
				if v.Outcome != test.want {
					t.Errorf("%g times slower, %s: %s %+v", slowdown, name, v.Headline(), v.Problems)
				}
				if took, most := time.Since(begun), o.Budget+linkedFreely*test.linking+5*time.Second; took > most {
					t.Errorf("%g times slower, %s: took %v of %v", slowdown, name, took, most)
				}
				if test.linking == 10*time.Second && fixed(v) {
					t.Errorf("%g times slower: functions were not moved, because linking is slow", slowdown)
				}
			})
		}
	}
}
