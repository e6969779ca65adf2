package ab

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// farthest replaces the infinite difference of logarithms between 0 and other values: a factor
// of 1e9.
var farthest = math.Log(1e9)

// A pairing holds the values of two sides in the same rounds, in one unit.
type pairing struct {
	a, b    []float64 // values by round
	d       []float64 // differences of logarithms, positive where b is worse
	more    bool      // of the unit is better
	fastest *statistics.Fastest
	speed   bool                 // the unit measures speed, or what a whole process takes
	mean    statistics.Moderated // of d, set by effects for speeds with enough rounds

	unit   string   // of the values, if not the requested one
	cycles *pairing // the same in cycles, if these are less noisy
}

// pairUp collects the rounds in which base and a side have the unit. ok is false if there are
// none, or if a value has no logarithm.
func pairUp(rounds []round, side Side, unit string, better int) (p pairing, ok bool) {
	p.more = better > 0
	known := results.UnitNamed(unit)
	var clocks [2][]float64
	for _, r := range rounds {
		x, xok := r[Base][unit]
		y, yok := r[side][unit]
		if !xok || !yok {
			continue
		}
		if !(x >= 0 && y >= 0) || math.IsInf(x+y, 0) {
			return p, false
		}
		p.add(x, y, known.Least)
		for i, s := range []Side{Base, side} {
			if c := r[s][results.UnitClock]; c > 0 {
				clocks[i] = append(clocks[i], c)
			}
		}
	}
	if len(p.d) == 0 {
		return p, false
	}
	if better != 0 && known.Counted == 0 {
		p.compareFastest()
	}
	p.speed = (known.IsSpeed() || known.Process) && p.fastest != nil
	if p.fastest != nil {
		p.inCycles(unit, clocks)
		if p.cycles != nil {
			p.cycles.compareFastest()
			p.cycles.speed = true
		}
	}
	return p, true
}

// sense is +1 if a larger value is worse, otherwise -1.
func (p *pairing) sense() float64 {
	if p.more {
		return -1
	}
	return +1
}

func (p *pairing) add(x, y, least float64) {
	p.a, p.b = append(p.a, x), append(p.b, y)
	p.d = append(p.d, p.sense()*difference(x, y, least))
}

// compareFastest also compares the fastest tenth of the rounds, if all have logarithms.
func (p *pairing) compareFastest() {
	base, head := make([]float64, len(p.a)), make([]float64, len(p.b))
	for i := range p.a {
		if p.a[i] <= 0 || p.b[i] <= 0 {
			return
		}
		base[i], head[i] = p.sense()*math.Log(p.a[i]), p.sense()*math.Log(p.b[i])
	}
	p.fastest = statistics.NewFastest(base, head)
}

// inCycles converts the times of a pairing to cycles if these are less noisy. Ambiguous times
// stay unchanged, because slow changes of the clock cancel out between interleaved sides.
func (p *pairing) inCycles(unit string, clocks [2][]float64) {
	if !results.UnitNamed(unit).IsTime() || len(clocks[0]) != len(p.a) || len(clocks[1]) != len(p.b) {
		return
	}
	a, b := statistics.ClockedOf(p.a, clocks[0]), statistics.ClockedOf(p.b, clocks[1])
	if statistics.Weigh(a, b).Choose() != statistics.ByCycles {
		return
	}
	p.cycles = &pairing{unit: strings.Replace(unit, "sec", "cycles", 1)}
	for i := range p.a {
		p.cycles.add(p.a[i]*clocks[0][i]*1e9, p.b[i]*clocks[1][i]*1e9, 0)
	}
}

// steadier is the pairing in the less noisy unit.
func (p *pairing) steadier() *pairing {
	if p.cycles != nil {
		return p.cycles
	}
	return p
}

// difference is log(b)-log(a), positive if b is larger. If one of them is 0, both are increased
// by an amount.
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

// differs reports whether any round has a difference.
func (p *pairing) differs() bool {
	return slices.ContainsFunc(p.d, func(x float64) bool { return x != 0 })
}

// agree reports that the unit is a count with one value per side in all processes: the
// difference is exact.
func (p *pairing) agree(unit string) bool {
	one := func(values []float64) bool {
		return !slices.ContainsFunc(values, func(x float64) bool { return x != values[0] })
	}
	return results.UnitNamed(unit).Counted > 0 && len(p.a) >= fewestAgreeing && one(p.a) && one(p.b)
}

// fewestAgreeing is the number of processes per side whose agreement is no coincidence.
const fewestAgreeing = 2

// least is the smallest difference of a round.
func (p *pairing) least() float64 { return slices.Min(p.d) }

// ofFastest names the rounds that an effect is taken from, if not all.
const ofFastest = "the fastest tenth"

// ways is the number of ways in which the times of a case are compared: all rounds by ranks, the
// fastest tenth, and the mean of all rounds.
const ways = 3

const (
	// fewestRounds is the number of rounds from which a case can be decided in one of the ways.
	fewestRounds = 5
	// fewestPlain is the number of rounds that are enough if head is much slower in each.
	fewestPlain = 3
)

// effects measures a pairing in all ways. Effects are in the bad direction of the unit:
// positive for less throughput too. Their p-values are not corrected yet, and exact down to
// the smallest one that matters. Fewer than fewestRounds have an interval, but no p below 1. The
// prior is that of the variance of the mean.
func (p *pairing) effects(alpha, smallest float64, prior statistics.Prior) []verdict.Effect {
	list := []verdict.Effect{p.ofAll(alpha)}
	if p.fastest != nil {
		shift := p.fastest.Estimate(1-alpha, smallest)
		list = append(list, verdict.Effect{Shift: shift, PHolm: shift.P, Of: ofFastest})
	}
	if p.speed && len(p.d) >= fewestPlain {
		p.mean = prior.ModeratePaired(p.d)
		shift := p.mean.Shift(alpha)
		list = append(list, verdict.Effect{Shift: shift, PHolm: shift.P})
	}
	if len(p.d) < fewestRounds {
		for i := range list {
			list[i].P, list[i].PHolm = 1, 1
		}
	}
	return list
}

// ofAll is the effect in all rounds.
func (p *pairing) ofAll(alpha float64) verdict.Effect {
	shift := statistics.HodgesLehmann(p.d, 1-alpha)
	return verdict.Effect{Shift: shift, PHolm: shift.P}
}

// centers are the medians of both sides, as other commands print them. Where the fastest tenth of
// the rounds decides, they are its values: medians may point to the other direction.
func (p *pairing) centers(status verdict.Status, e verdict.Effect) (a, b float64) {
	if status != verdict.Same && e.Of == ofFastest {
		a, b = p.fastest.Means()
		return math.Exp(p.sense() * a), math.Exp(p.sense() * b)
	}
	return statistics.Median(p.a), statistics.Median(p.b)
}

// mde is the smallest change, as a logarithm, that one of the ways would have found. It is
// infinite if no p-value of so many rounds can be significant.
func (p *pairing) mde(effects []verdict.Effect, rule statistics.PairedRule) float64 {
	if len(p.d) < fewestRounds {
		return math.Inf(1)
	}
	smallest := rule.MDE(p.d, power)
	if p.mean.SD > 0 {
		smallest = min(smallest, rule.MDEModerated(p.mean, power))
	}
	for _, e := range effects {
		if e.Of == ofFastest {
			smallest = min(smallest, rule.MDEFastest(p.fastest, e.Shift, power))
		}
	}
	return smallest
}

// rule decides in the rounds over all cases.
func (e *experiment) rule() statistics.PairedRule {
	return statistics.PairedRule{Alpha: e.o.Alpha, Comparisons: ways * max(1, e.plan.Comparisons), Threshold: math.Log1p(e.o.MaxRegression)}
}

// freshRule decides about an injected slowdown, as about the usual number of suspects that are
// measured again at once.
func (e *experiment) freshRule() statistics.PairedRule {
	const fewSuspects = 2
	rule := e.rule()
	rule.Comparisons = ways * fewSuspects
	return rule
}

// prior is the prior for the variance of a round of any case, from all cases.
func (e *experiment) prior(stage int) statistics.Prior {
	var all [][]float64
	for i := range e.series {
		if p, ok := pairUp(e.series[i].stage[stage], Head, unitTime, -1); ok {
			all = append(all, p.steadier().d)
		}
	}
	return statistics.PairedPrior(all)
}

// power is the probability to detect a change of the MDE in the rounds over all cases, and again
// in as many fresh ones: 95% for both together.
const power = 0.975

// correct corrects the p-values of all effects by a method: [statistics.Holm] over all cases. In
// the fresh rounds of suspects [statistics.StepUp]: many slower cases must not hide each other.
func correct(effects []*verdict.Effect, method func([]float64) []float64) {
	for i, p := range method(lists.Map(effects, func(e *verdict.Effect) float64 { return e.P })) {
		effects[i].PHolm = p
	}
}

// exceeds reports whether the effect is significant after correction, and a change is more than
// is allowed.
func (o *Options) exceeds(e verdict.Effect, change float64) bool {
	return e.PHolm < o.Alpha && change > math.Log1p(o.MaxRegression)
}

// worse is the rule: worse by more than is allowed with the whole interval.
func (o *Options) worse(e verdict.Effect) bool { return o.exceeds(e, e.Lo) }

// isPlain reports whether a change, the near end of the interval, is so large that the places
// of functions cannot explain it: it need not be measured again where time is short.
func (o *Options) isPlain(e verdict.Effect, change float64) bool {
	return o.Rounds == 0 && o.exceeds(e, change) && change > math.Log1p(mostPlacement)
}

// mostPlacement is above the effect of placement: ParseRawNumber of fastjson takes 3.0 or 4.8
// ns, depending on the order in which its program is linked.
const mostPlacement = 1

// isPlainly reports whether head is so much slower in each of a few rounds that neither the
// places of functions nor the noise of any usual machine explain it.
func (p *pairing) isPlainly() bool {
	return p.speed && len(p.d) >= fewestPlain && p.least() > math.Log1p(mostNoise)
}

// mostNoise is above the difference of two processes of one program: of 2,440 comparisons 98%
// differed by less than 100%, see docs/method.md.
const mostNoise = 1.5

// suspicious is the rule for the estimate. It must be confirmed.
func (o *Options) suspicious(e verdict.Effect) bool { return o.exceeds(e, e.Log) }

// noticeable is suspicious without correction: worth measuring again. Only fresh rounds can
// make it a regression.
func (o *Options) noticeable(e verdict.Effect) bool {
	return e.P < o.Alpha && e.Log > math.Log1p(o.MaxRegression)
}

// improved is the rule turned round.
func (o *Options) improved(e verdict.Effect) bool { return o.exceeds(e, -e.Hi) }

// decide applies a rule, worse or suspicious, to all ways: what holds in one
// holds. It returns the effect that decided, or the most precise one where none
// did.
func (o *Options) decide(effects []verdict.Effect, rule func(verdict.Effect) bool) (verdict.Status, verdict.Effect) {
	precise := func(a, b verdict.Effect) int { return cmp.Compare(a.Hi-a.Lo, b.Hi-b.Lo) }
	for _, is := range []struct {
		status verdict.Status
		holds  func(verdict.Effect) bool
	}{
		{verdict.Suspect, rule},
		{verdict.Improved, o.improved},
		{verdict.Same, func(verdict.Effect) bool { return true }},
	} {
		list := lists.Filter(effects, is.holds)
		if len(list) > 0 {
			return is.status, slices.MinFunc(list, precise)
		}
	}
	return verdict.Same, verdict.Effect{}
}
