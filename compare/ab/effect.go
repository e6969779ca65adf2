package ab

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/compare/holm"
	"github.com/ecsbench/ecsbench/compare/paired"
	"github.com/ecsbench/ecsbench/results"
)

// farthest bounds the difference of logarithms between nothing and something,
// which is infinite: a factor of a thousand million.
var farthest = math.Log(1e9)

// A pairing holds what two sides measured in the same rounds, for one unit.
type pairing struct {
	a, b  []float64 // values by round
	d     []float64 // by how much worse b is, as a difference of logarithms
	sharp *paired.Fastest
}

// pairUp collects the rounds in which both sides have the unit. ok is false
// where there are none, or where a value has no logarithm.
func pairUp(rounds []round, a, b Side, unit string, better int) (p pairing, ok bool) {
	direction := float64(-cmp.Or(better, -1))
	known := results.UnitNamed(unit)
	sharp := better != 0 && known.Counted == 0
	var base, head []float64
	for _, r := range rounds {
		x, xok := r[a][unit]
		y, yok := r[b][unit]
		if !xok || !yok {
			continue
		}
		if !(x >= 0 && y >= 0) || math.IsInf(x+y, 0) {
			return p, false
		}
		p.a, p.b = append(p.a, x), append(p.b, y)
		p.d = append(p.d, direction*difference(x, y, known.Least))
		base, head = append(base, direction*math.Log(x)), append(head, direction*math.Log(y))
		sharp = sharp && x > 0 && y > 0
	}
	if len(p.d) == 0 {
		return p, false
	}
	if sharp {
		p.sharp = paired.NewFastest(base, head)
	}
	return p, true
}

// difference is log(b)-log(a), positive where b is larger; where one of them is
// 0 both are taken to be larger by an amount.
func difference(a, b, amount float64) float64 {
	if a == 0 || b == 0 {
		a, b = a+amount, b+amount
	}
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

// differs tells whether any round shows any difference.
func (p *pairing) differs() bool {
	return slices.ContainsFunc(p.d, func(x float64) bool { return x != 0 })
}

// An Effect is how much worse one side is than another.
type Effect struct {
	Of     string  `json:"of"`     // the rounds it is taken from: "all" or "fastest tenth"
	Change float64 `json:"change"` // 0.05: 5% worse, in the unit's bad direction
	Low    float64 `json:"low"`    // of the interval with confidence 1-alpha; -1 where there are too few rounds
	High   float64 `json:"high"`   // 1e9 where there are too few rounds
	P      float64 `json:"p"`      // corrected for the number of comparisons
	Rounds int     `json:"rounds"`

	interval paired.Interval
}

// The rounds that an effect is taken from.
const (
	ofAll     = "all"
	ofFastest = "fastest tenth"
)

// effects measures a pairing in both ways; the p-values are still uncorrected,
// and good down to the smallest one that matters.
func (p *pairing) effects(alpha, smallest float64) []Effect {
	list := []Effect{newEffect(ofAll, len(p.d), paired.Estimate(p.d, 1-alpha), paired.Test(p.d))}
	if p.sharp != nil {
		list = append(list, newEffect(ofFastest, len(p.d), p.sharp.Estimate(1-alpha), p.sharp.Test(smallest)))
	}
	return list
}

func newEffect(of string, rounds int, i paired.Interval, p float64) Effect {
	share := func(x float64) float64 { return math.Expm1(max(-farthest, min(farthest, x))) }
	return Effect{of, share(i.Center), share(i.Lo), share(i.Hi), p, rounds, i}
}

// visible is the smallest change that one of the ways would have found.
func (p *pairing) visible(effects []Effect, rule paired.Rule) float64 {
	smallest := rule.Visible(p.d, power)
	for _, e := range effects {
		if e.Of == ofFastest {
			smallest = min(smallest, rule.VisibleFastest(p.sharp, e.interval, power))
		}
	}
	return math.Expm1(min(farthest, smallest))
}

// power is how often a change called visible would have been found in the rounds
// over all cases, and again in as many fresh ones: 95% for both together.
const power = 0.975

// correct replaces the p-values of all effects by Holm's.
func correct(effects []*Effect) {
	p := make([]float64, len(effects))
	for i, e := range effects {
		p[i] = e.P
	}
	for i, c := range holm.Correct(p) {
		effects[i].P = c
	}
}

// worse is the rule: significant after correction, and worse by more than is
// allowed with the whole interval.
func (e Effect) worse(o *Options) bool { return e.P < o.Alpha && e.Low > o.MaxRegression }

// suspicious is what is worth measuring again: significant after correction, and
// worse by more than is allowed as far as one can tell.
func (e Effect) suspicious(o *Options) bool { return e.P < o.Alpha && e.Change > o.MaxRegression }

// improved is the rule turned round.
func (e Effect) improved(o *Options) bool {
	return e.P < o.Alpha && 1/(1+e.High)-1 > o.MaxRegression
}

// decide applies a rule, worse or suspicious, to all ways: what holds in one
// holds. It returns the effect that decided, or the most precise one where none
// did.
func decide(effects []Effect, o *Options, rule func(Effect, *Options) bool) (Finding, Effect) {
	precise := func(a, b Effect) int { return cmp.Compare(a.High-a.Low, b.High-b.Low) }
	for _, is := range []struct {
		finding Finding
		holds   func(Effect) bool
	}{
		{Suspected, func(e Effect) bool { return rule(e, o) }},
		{Improvement, func(e Effect) bool { return e.improved(o) }},
		{NoChange, func(Effect) bool { return true }},
	} {
		list := slices.DeleteFunc(slices.Clone(effects), func(e Effect) bool { return !is.holds(e) })
		if len(list) > 0 {
			return is.finding, slices.MinFunc(list, precise)
		}
	}
	return NoChange, Effect{}
}
