package ab

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/compare/paired"
)

// power is how often a change called visible would have been found.
const power = 0.95

// farthest bounds the difference of logarithms between nothing and something,
// 0 allocations and 1, which is infinite: a factor of a thousand million.
var farthest = math.Log(1e9)

// difference is log(b)-log(a), positive where b is larger.
func difference(a, b float64) float64 {
	switch {
	case a == b:
		return 0
	case a == 0:
		return farthest
	case b == 0:
		return -farthest
	}
	return max(-farthest, min(farthest, math.Log(b)-math.Log(a)))
}

// pairs collects the differences of all rounds in which both sides have the
// unit, turned so that positive is worse, with the values they come from. ok is
// false where a value has no logarithm.
func pairs(rounds []round, a, b Side, unit string, better int) (d, as, bs []float64, ok bool) {
	for _, r := range rounds {
		x, xok := r[a][unit]
		y, yok := r[b][unit]
		if !xok || !yok {
			continue
		}
		if !(x >= 0 && y >= 0) || math.IsInf(x+y, 0) {
			return nil, nil, nil, false
		}
		as, bs = append(as, x), append(bs, y)
		d = append(d, difference(x, y)*float64(-better))
	}
	return d, as, bs, len(d) > 0
}

// An Effect is how much worse one side is than another.
type Effect struct {
	Change float64 `json:"change"` // 0.05: 5% worse, in the unit's bad direction; 1e9 stands for "from nothing to something"
	Low    float64 `json:"low"`    // of the interval with confidence 1-alpha; -1 where there are too few rounds
	High   float64 `json:"high"`   // 1e9 where there are too few rounds
	P      float64 `json:"p"`      // corrected for the number of comparisons
	Rounds int     `json:"rounds"`
}

// effect measures d; its p-value is still uncorrected.
func effect(d []float64, alpha float64) Effect {
	i := paired.Estimate(d, 1-alpha)
	share := func(x float64) float64 { return math.Expm1(max(-farthest, min(farthest, x))) }
	return Effect{share(i.Center), share(i.Lo), share(i.Hi), paired.Test(d), len(d)}
}

// correct replaces the p-values of all effects by Holm's.
func correct(effects []*Effect) {
	p := make([]float64, len(effects))
	for i, e := range effects {
		p[i] = e.P
	}
	for i, c := range paired.Holm(p) {
		effects[i].P = c
	}
}

// worse is the rule: significant after correction, and worse by more than is
// allowed with the whole interval.
func (e Effect) worse(o *Options) bool { return e.P < o.Alpha && e.Low > o.MaxRegression }

// improved is the rule turned round.
func (e Effect) improved(o *Options) bool {
	return e.P < o.Alpha && 1/(1+e.High)-1 > o.MaxRegression
}

// judge compares head to base in the rounds over all cases and evaluates the
// controls.
func (v *Verdict) judge(src Source, all []series) {
	differences := v.compare(src, all)
	// A comparison without a difference in any round, such as 0 allocations on
	// both sides, could not have been significant whatever the order of the
	// sides; it need not be corrected for (R. E. Tarone, "A modified Bonferroni
	// method for discrete data", 1990).
	var effects []*Effect
	for i := range v.Comparisons {
		if k := &v.Comparisons[i]; k.Better != 0 && differ(differences[i]) {
			effects = append(effects, &k.Effect)
		}
	}
	correct(effects)
	v.Corrected = len(effects)
	rule := paired.Rule{Alpha: v.Options.Alpha, Comparisons: v.Corrected, Threshold: math.Log1p(v.Options.MaxRegression)}
	for i := range v.Comparisons {
		k := &v.Comparisons[i]
		if k.Better == 0 {
			k.Finding = Unjudged
			continue
		}
		k.Visible = math.Expm1(min(farthest, rule.Visible(differences[i], power)))
		k.Finding = v.find(k)
	}
	v.judgeControls(all)
}

// compare makes the comparisons of all cases that were measured to the end,
// with the differences that they come from.
func (v *Verdict) compare(src Source, all []series) (differences [][]float64) {
	for i, c := range v.Plan.Cases {
		for _, unit := range c.Units {
			better := src.Better(unit)
			d, base, head, ok := pairs(all[i].stage[0], Base, Head, unit, cmp.Or(better, -1))
			if !ok || all[i].dead {
				continue
			}
			differences = append(differences, d)
			v.Comparisons = append(v.Comparisons, Comparison{
				Case: c.Case, Unit: unit, Better: better, index: i,
				Base: median(base), Head: median(head), Effect: effect(d, v.Options.Alpha),
			})
		}
	}
	return differences
}

func differ(d []float64) bool {
	return slices.ContainsFunc(d, func(x float64) bool { return x != 0 })
}

// find applies the rule to the rounds over all cases.
func (v *Verdict) find(k *Comparison) Finding {
	switch {
	case k.worse(&v.Options):
		return Suspected
	case k.improved(&v.Options):
		return Improvement
	}
	return NoChange
}

// judgeControls applies the same rule to the sides of known difference.
func (v *Verdict) judgeControls(all []series) {
	add := func(side Side, i int) {
		d, _, _, ok := pairs(all[i].stage[0], Base, side, unitTime, -1)
		if !ok {
			return
		}
		c := Control{Side: side.String(), Case: v.Plan.Cases[i].Case, Effect: effect(d, v.Options.Alpha)}
		c.P = min(1, c.P*float64(max(1, v.Corrected)))
		worse := c.worse(&v.Options)
		c.Passed = worse
		if side == Same {
			c.Passed = !worse && !c.improved(&v.Options)
		}
		v.Controls = append(v.Controls, c)
	}
	for _, i := range v.Plan.Same {
		add(Same, i)
	}
	for _, i := range v.Plan.Plant {
		add(Plant, i)
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
func (v *Verdict) confirm(src Source, all []series) {
	var effects []*Effect
	for i := range v.Comparisons {
		k := &v.Comparisons[i]
		if k.Finding != Suspected || all[k.index].dead {
			continue
		}
		if d, _, _, ok := pairs(all[k.index].stage[1], Base, Head, k.Unit, k.Better); ok {
			again := effect(d, v.Options.Alpha)
			k.Again = &again
			effects = append(effects, &again)
		}
	}
	correct(effects)
	for i := range v.Comparisons {
		if k := &v.Comparisons[i]; k.Again != nil && k.Again.worse(&v.Options) {
			k.Finding = Regression
		}
	}
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
