package ab

import (
	"context"
	"flag"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// experiments on a simulated machine under load; give a thousand to see how often
// a rule errs: go test ./compare/ab -run UnderLoad -v -experiments 1000.
var experiments = flag.Int("experiments", 4, "experiments on a simulated machine under load, of each kind")

// A loadedSource is a machine that others use too: it gives a process a slice of
// its core now and then, so that a trial takes four times its time and half of
// its blocks are interrupted; the clock of the core drifts, and bursts
// of several seconds slow everything down.
type loadedSource struct {
	*fakeSource
	slow  float64 // what the current burst multiplies times by
	until time.Time
	scale map[string]float64 // by case: how much of the noise it takes
}

func newLoaded(seed uint64) *loadedSource {
	s := &loadedSource{fakeSource: newFake(seed, strings.Fields("A B C D E F G H I J K L M N O")...), scale: map[string]float64{}}
	for _, c := range s.inventory.Common {
		s.scale[c.Name] = 0.5 + s.rng.Float64()
	}
	return s
}

// now is the state of the machine.
func (s *loadedSource) now() (slow float64) {
	now := time.Now()
	for !now.Before(s.until) {
		s.slow = 1 + 0.04*s.rng.Float64()
		if s.rng.Float64() < 0.25 {
			s.slow += 0.3 * s.rng.ExpFloat64()
		}
		s.until = now.Add(time.Duration(s.rng.ExpFloat64() * 4 * float64(time.Second)))
	}
	return s.slow
}

func (s *loadedSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.trials++
	process := s.now() * math.Exp(0.03*s.rng.NormFloat64())
	if s.effect != nil {
		process *= s.effect(t, s.trials)
	}
	blocks := make([]Block, t.Blocks)
	length := 0.0
	for i := range blocks {
		time := perOp*process*(1+0.06*s.scale[t.Case.Name]*s.rng.ExpFloat64()) + t.Extra
		block := time * float64(t.Operations)
		if s.rng.Float64() < block/(block+0.003) { // the end of a slice
			time *= 1 + 3*s.rng.ExpFloat64()
		}
		blocks[i] = Block{unitTime: time, unitBytes: 0, unitAllocs: 0}
		length += time * float64(t.Operations)
	}
	wall := 0.02 + length
	time.Sleep(time.Duration(wall * (1 + 2*s.rng.ExpFloat64()) * float64(time.Second)))
	return blocks, nil
}

// reasons are those for which a verdict is not good, without figures.
func reasons(v *verdict.Verdict) string {
	var list []string
	for _, p := range v.Problems {
		if p.Outcome != verdict.Pass {
			list = append(list, strings.Join(strings.FieldsFunc(p.What, func(r rune) bool { return strings.ContainsRune("0123456789%.+-,[]()", r) }), ""))
		}
	}
	return strings.Join(list, "; ")
}

// TestEqualSidesUnderLoad come to a verdict, and to the right one.
func TestEqualSidesUnderLoad(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	outcomes, why := map[verdict.Outcome]int{}, map[string]int{}
	for seed := range uint64(*experiments) {
		o := options(seed)
		o.Underpowered = verdict.DefaultUnderpowered
		v := budgeted(t, nowhere, newLoaded(1000+seed), o, 90*time.Second)
		outcomes[v.Outcome]++
		if v.Outcome == verdict.Regressed {
			t.Errorf("seed %d: %s", seed, v.Headline())
		}
		if v.Outcome == verdict.Inconclusive {
			why[reasons(v)]++
		}
	}
	t.Logf("%v %v", outcomes, why)
	if outcomes[verdict.Inconclusive] > *experiments/4 {
		t.Errorf("%d of %d say nothing", outcomes[verdict.Inconclusive], *experiments)
	}
}

// TestSlowDownsUnderLoad are found.
func TestSlowDownsUnderLoad(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	for _, percent := range []float64{5, 3} {
		found, elsewhere := 0, 0
		for seed := range uint64(*experiments) {
			src := newLoaded(5000 + seed)
			src.effect = func(t Trial, _ int) float64 {
				if t.Side == Head && strings.Contains("ABCDE", t.Case.Name) {
					return 1 + percent/100
				}
				return 1
			}
			o := options(seed)
			o.Underpowered = verdict.DefaultUnderpowered
			v := budgeted(t, nowhere, src, o, 90*time.Second)
			is := false
			for _, k := range v.With(verdict.Regression) {
				if strings.Contains("ABCDE", k.Key.Name[:1]) {
					is = true
				} else {
					elsewhere++
				}
			}
			if is {
				found++
			}
		}
		t.Logf("%g%%: found in %d of %d, elsewhere in %d", percent, found, *experiments, elsewhere)
		if elsewhere > 0 {
			t.Errorf("%g%%: called elsewhere %d times", percent, elsewhere)
		}
	}
}
