package ab

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/compare/paired"
)

// judge compares head to base in the rounds over all cases and evaluates the
// controls.
func (v *Verdict) judge(src Source, all []series) {
	pairings := v.compare(src, all)
	// A comparison without a difference in any round, such as 0 allocations on
	// both sides, could not have been significant whatever the order of the
	// sides; it need not be corrected for (R. E. Tarone, "A modified Bonferroni
	// method for discrete data", 1990).
	var effects []*Effect
	for i := range v.Comparisons {
		k := &v.Comparisons[i]
		if k.Better == 0 || !pairings[i].differs() {
			continue
		}
		for j := range k.Effects {
			effects = append(effects, &k.Effects[j])
		}
	}
	correct(effects)
	v.Corrected = len(effects)
	rule := paired.Rule{Alpha: v.Options.Alpha, Comparisons: v.Corrected, Threshold: math.Log1p(v.Options.MaxRegression)}
	for i := range v.Comparisons {
		k := &v.Comparisons[i]
		k.Finding, k.Effect = decide(k.Effects, &v.Options, Effect.suspicious)
		if k.Better == 0 {
			k.Finding = Unjudged
			continue
		}
		k.Visible = pairings[i].visible(k.Effects, rule)
	}
	v.judgeControls(all)
}

// smallest is the least p-value that has to be told from 0.
func (v *Verdict) smallest() float64 {
	return v.Options.Alpha / float64(2*max(1, v.Plan.Comparisons))
}

// compare makes the comparisons of all cases that were measured to the end,
// with the pairings that they come from.
func (v *Verdict) compare(src Source, all []series) (pairings []pairing) {
	for i, c := range v.Plan.Cases {
		for _, unit := range c.Units {
			better := src.Better(unit)
			p, ok := pairUp(all[i].stage[0], Base, Head, unit, better)
			if !ok || all[i].dead {
				continue
			}
			pairings = append(pairings, p)
			v.Comparisons = append(v.Comparisons, Comparison{
				Case: c.Case, Unit: unit, Better: better, index: i,
				Base: median(p.a), Head: median(p.b), Effects: p.effects(v.Options.Alpha, v.smallest()),
			})
		}
	}
	return pairings
}

// judgeControls applies the same rule to the sides of known difference.
func (v *Verdict) judgeControls(all []series) {
	add := func(side Side, i int, rule func(Effect, *Options) bool, want Finding) {
		if err := all[i].lost[side]; err != nil {
			v.inconclusive("see why, or compare other benchmarks", "the self-test failed: %s of %s: %v", side, v.Plan.Cases[i].Case, err)
			return
		}
		p, ok := pairUp(all[i].stage[0], Base, side, unitTime, -1)
		if !ok {
			return
		}
		effects := p.effects(v.Options.Alpha, v.smallest())
		for j := range effects {
			effects[j].P = min(1, effects[j].P*float64(max(1, v.Corrected)))
		}
		finding, effect := decide(effects, &v.Options, rule)
		c := Control{Side: side.String(), Case: v.Plan.Cases[i].Case, Effect: effect, Passed: finding == want}
		if side == Plant {
			// The amount was fixed by the pilot, which may have been disturbed.
			c.Planted = v.Plan.Planted * v.Plan.Cases[i].PerOp / undisturbed(p.a)
		}
		v.Controls = append(v.Controls, c)
	}
	for _, i := range v.Plan.Same {
		add(Same, i, Effect.suspicious, NoChange)
	}
	for _, i := range v.Plan.Plant {
		add(Plant, i, Effect.worse, Suspected)
	}
}

// suspects lists the cases to measure again.
func (v *Verdict) suspects() (cases []int) {
	for _, k := range v.Comparisons {
		if k.Finding == Suspected && !slices.Contains(cases, k.index) {
			cases = append(cases, k.index)
		}
	}
	return cases
}

// confirm judges the suspects by their fresh rounds alone.
func (v *Verdict) confirm(all []series) {
	again := map[int][]Effect{} // by comparison
	var effects []*Effect
	for i, k := range v.Comparisons {
		if k.Finding != Suspected || all[k.index].dead {
			continue
		}
		if p, ok := pairUp(all[k.index].stage[1], Base, Head, k.Unit, k.Better); ok {
			again[i] = p.effects(v.Options.Alpha, v.smallest())
			for j := range again[i] {
				effects = append(effects, &again[i][j])
			}
		}
	}
	correct(effects)
	for i, list := range again {
		k := &v.Comparisons[i]
		finding, effect := decide(list, &v.Options, Effect.worse)
		k.Again = &effect
		switch {
		case finding == Suspected:
			k.Finding = Regression
		case effect.High <= v.Options.MaxRegression:
			k.Finding = Refuted
		}
	}
}

// undisturbed is the mean of the fastest tenth.
func undisturbed(x []float64) float64 {
	few := slices.Sorted(slices.Values(x))[:(len(x)+9)/10]
	var sum float64
	for _, v := range few {
		sum += v
	}
	return sum / float64(len(few))
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
