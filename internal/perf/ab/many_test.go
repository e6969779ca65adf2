package ab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// manyCases is a source of 60 cases with trials of 17 ms. The first ones are slower.
func manyCases(seed uint64, slow int, factor float64) *slowSource {
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("Case%02d", i))
	}
	f := newFake(seed, names...)
	f.effect = func(t Trial, _ int) float64 {
		if t.Side == Head && t.Case.Name < names[0][:4]+fmt.Sprintf("%02d", slow) {
			return factor
		}
		return 1
	}
	return &slowSource{fakeSource: f, wall: always(17 * time.Millisecond)}
}

// The more cases a change slows, the more are named: in a budget of a minute at least 95%.
func TestEveryOneOfManySlowerCasesIsNamed(t *testing.T) {
	fixture.CI(t)
	for _, slow := range []int{0, 3, 13, 60} {
		for _, factor := range []float64{1.1, 1.3, 10} {
			for seed := range uint64(2) {
				v := budgeted(t, nowhere, manyCases(seed, slow, factor), options(seed), time.Minute)
				want := verdict.Pass
				if slow > 0 {
					want = verdict.Regressed
				}
				if v.Outcome != want || v.Worse > slow || float64(v.Worse) < 0.95*float64(slow) || v.Unmeasured > 0 {
					t.Errorf("%d slower by %g: %s, %d not measured", slow, factor, v.Headline(), v.Unmeasured)
				}
			}
		}
	}
}

// The same beside a neighbour that shows in the probe, as one does that shares the core's units, and
// is hardly felt: where time is short for the rounds that a decision needs, disturbed trials are not
// repeated.
func TestManySlowerCasesAreNamedOnASharedCore(t *testing.T) {
	fixture.Long(t)
	for _, factor := range []float64{1, 1.1, 1.3, 10} {
		shared := &sharedSource{manyCases(5, 60, factor), 0.75, 0.05, rand.New(rand.NewPCG(5, 6)), [4]int{}}
		v := budgeted(t, nowhere, shared, options(5), time.Minute)
		if factor == 1 && v.Outcome == verdict.Regressed || factor > 1 && v.Worse < 57 {
			t.Errorf("60 slower by %g: %s", factor, v.Headline())
		}
	}
}

// Cases that wait take the time of those that three rounds decide.
func TestManyFactsLeaveTimeForOthers(t *testing.T) {
	for _, wall := range []time.Duration{44 * time.Millisecond, 48 * time.Millisecond} {
		src := manyCases(1, 60, 10)
		src.wall = always(wall)
		if v := budgeted(t, nowhere, src, options(1), time.Minute); v.Worse < 57 {
			t.Errorf("trials of %v: %s", wall, v.Headline())
		}
	}
}

// In few rounds, counts and large changes are facts, and every case that ran is listed with its
// result.
func TestFewRoundsShowFactsAndLargeChanges(t *testing.T) {
	src := manyCases(1, 60, 10)
	src.wall = always(60 * time.Millisecond) // of a minute, 36 s are for the rounds over all cases
	src.values = func(t Trial, perOp float64) Block {
		return Block{unitTime: perOp, unitAllocs: float64(t.Side & Head)}
	}
	v := budgeted(t, nowhere, src, options(1), time.Minute)
	allocating := lists.Count(v.With(verdict.Regression), func(k *verdict.Comparison) bool { return k.Unit == unitAllocs && k.Evidence == verdict.Counted })
	if v.Outcome != verdict.Regressed || allocating != v.Cases || v.Worse != v.Cases || v.Cases < 20 {
		t.Errorf("%s, %d of them by allocations", v.Headline(), allocating)
	}
}

// No verdict contradicts its table, and equal programs raise no alarm, whatever the noise.
func TestVerdictsUnderAllKindsOfNoise(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	noises := map[string]func(r *rand.Rand) float64{
		"constant":    func(*rand.Rand) float64 { return 1 },
		"normal":      func(r *rand.Rand) float64 { return math.Exp(0.05 * r.NormFloat64()) },
		"heavy tails": func(r *rand.Rand) float64 { return 1 + 0.02*math.Abs(r.NormFloat64()/r.NormFloat64()) },
		"quantised":   func(r *rand.Rand) float64 { return 1 + math.Round(2*r.NormFloat64())/20 },
		"bimodal":     func(r *rand.Rand) float64 { return 1 + float64(r.IntN(2)) },
	}
	for kind, noise := range noises {
		alarms, runs := 0, max(40, *experiments)
		for seed := range uint64(runs) {
			r := rand.New(rand.NewPCG(seed, 5))
			f := newFake(seed, "A", "B", "C", "D", "E", "F")
			change := []float64{1, 1, 1.2, 10}[r.IntN(4)]
			f.values = func(t Trial, _ float64) Block {
				time := perOp*noise(r) + t.Extra
				if t.Side == Head && t.Case.Name < "D" {
					time *= change
				}
				return Block{unitTime: time}
			}
			o := options(seed)
			o.Rounds = 5 + r.IntN(12)
			v := mustRunIn(t, nowhere, &oneBlock{f}, o)
			var text strings.Builder
			fixture.Check(t, v.WriteText(&text, verdict.Style{}))
			for _, k := range v.Comparisons {
				decided := k.Status == verdict.Regression || k.Status == verdict.Improved
				if decided && k.Effect.Of == ofFastest && (k.New > k.Old) != (k.Effect.Log > 0) {
					t.Errorf("%s, seed %d: %s is %s, but its values are %v and %v", kind, seed, k.Case, k.Effect.Change(), k.Old, k.New)
				}
				if _, lo, _ := k.Worse(); lo > math.Log1p(o.MaxRegression) && (v.Outcome == verdict.Pass || !strings.Contains(text.String(), k.Case)) {
					t.Errorf("%s, seed %d: %s %s, but\n%s", kind, seed, k.Case, k.Effect.Interval(), text.String())
				}
			}
			if change == 1 && v.Worse > 0 {
				alarms++
			}
		}
		if alarms > runs/100 {
			t.Errorf("%s: %d of %d experiments are false alarms", kind, alarms, runs)
		}
	}
}

// A oneBlock is a source whose trials have one block, so that processes differ as blocks do.
type oneBlock struct{ *fakeSource }

func (s *oneBlock) Run(ctx context.Context, t Trial) ([]Block, error) {
	t.Blocks = 1
	return s.fakeSource.Run(ctx, t)
}

// The MDE of too few rounds is infinite.
func TestFewRoundsHaveNoMDE(t *testing.T) {
	rule := statistics.PairedRule{Alpha: 0.01, Comparisons: 6, Threshold: 0.02}
	for n := 1; n <= 2*fewestRounds; n++ {
		p := &pairing{speed: true}
		for i := range n {
			p.add(1+0.001*float64(i%3), 1, 0)
		}
		p.compareFastest()
		if mde := p.mde(p.effects(0.01, 0.001, statistics.Prior{}), rule); math.IsInf(mde, 1) != (n < fewestRounds) {
			t.Errorf("%d rounds: %v", n, mde)
		}
	}
}
