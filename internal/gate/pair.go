package gate

import (
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// compare estimates the change of every common case and unit. move is the common change, see
// commonMove.
func compare(old, new *Side, meta metadata, opts Options) (list []Comparison, move float64) {
	label := verdict.Labels(slices.Concat(old.order, new.order))
	var pairs []pair
	var proved []Comparison
	for _, key := range old.order {
		if old.sameCode(new, key) {
			proved = append(proved, Comparison{Comparison: verdict.Comparison{
				Key: key, Case: label(key), Unit: "sec/op", Direction: verdict.LowerBetter, Kind: verdict.Proved, Status: verdict.Same, Old: math.NaN(), New: math.NaN(),
			}})
			continue
		}
		if after := new.cases[key]; after != nil && !(old.ours && new.ours && ofHarness(key)) {
			pairs = append(pairs, pairsOf(key, label(key), old.cases[key], after, meta, opts)...)
		}
	}
	chooseMetrics(pairs, opts.Alpha)
	spread, clocks := spread(pairs), clockRatio(old, new)
	tested := 0
	for i := range pairs {
		pairs[i].Spread, pairs[i].Shared, pairs[i].ClockRatio = spread, old.shared || new.shared, clocks
		if pairs[i].brief {
			pairs[i].Spread = math.Inf(1)
		}
		pairs[i].estimate(opts.Alpha)
		if pairs[i].Kind == verdict.Tested {
			tested++
		}
	}
	if unclocked(old, new) {
		move = commonMove(pairs)
		for i := range pairs {
			pairs[i].withoutMove(move, opts.Alpha)
		}
	}
	moderate(pairs, opts, tested)
	drift := estimateDrift(pairs, leastDrift(old, new), opts, tested)
	noise := noiseOf(pairs)
	out := make([]Comparison, len(pairs))
	for i := range pairs {
		p := &pairs[i]
		switch {
		case p.Kind != verdict.Tested:
		case p.moderated:
			p.More = statistics.TimesMore(p.MDE, 0, math.Log1p(math.Max(opts.MaxMDE, opts.MaxRegression)))
		default:
			p.MDE, p.Failing = p.detectable(noise, opts, tested)
			if p.By == statistics.ByBoth || p.By == "" {
				p.MDE, p.Failing = p.MDE+p.moved, p.Failing+p.moved
			}
			atBest := drift.add(p, opts)
			if p.few() {
				p.Failing += max(0, p.Spread-math.Log1p(opts.MaxRegression))
			}
			p.More = statistics.TimesMore(p.MDE, atBest, math.Log1p(math.Max(opts.MaxMDE, opts.MaxRegression)))
		}
		out[i] = p.Comparison
	}
	return append(out, proved...), move
}

// sameCode reports whether both sides measured the same program in a case.
func (s *Side) sameCode(other *Side, key results.Key) bool {
	at := [2]string{key.Package, key.Name}
	return s.code[at] != "" && s.code[at] == other.code[at] && other.cases[key] != nil
}

// ofHarness reports whether a case measures only the harness, which is noisy.
func ofHarness(key results.Key) bool { return results.ParseName(key.Name)["impl"] == "null" }

// A pair is a comparison with its samples.
type pair struct {
	Comparison
	old, new   *series
	oldL, newL []float64 // sorted logarithms
	other      *pair     // by the other metric, if the clock is known
	evidence   statistics.Evidence
	moves      float64 // by how much the clock moves within the sides
	moderated  bool    // each process is a sample, and the effect is estimated with a prior
	brief      bool    // see brief
	moved      float64 // by how much the clocks of the sides differ, or most cases moved together, as logarithm
}

// pairsOf returns the comparisons of one case, one per unit.
func pairsOf(key results.Key, name string, old, new *caseData, meta metadata, opts Options) []pair {
	var out []pair
	for _, unit := range old.order {
		x, y := old.units[unit], new.units[unit]
		if y == nil || ofClock(unit) || opts.Metric == ByInstructions && !isWork(unit) || isWork(unit) && old.counted != new.counted {
			continue
		}
		processes := min(x.countProcesses(), y.countProcesses())
		if processes >= fewestProcesses {
			x, y = x.perProcess(), y.perProcess()
		}
		p := pair{old: x, new: y, oldL: statistics.Logs(x.values), newL: statistics.Logs(y.values)}
		p.Comparison.Comparison = verdict.Comparison{
			Key: key, Case: name, Unit: unit, Direction: meta.directionOf(unit),
			Old: statistics.Median(x.values), New: statistics.Median(y.values),
			OldN: len(x.values), NewN: len(y.values), Kind: verdict.Tested,
		}
		if p.Processes = processes; isWork(unit) || meta.exact(unit) {
			p.Processes = math.MaxInt
		}
		p.Best, p.brief = p.best(), brief(old, new, unit)
		p.Reduced = len(x.values) < len(old.units[unit].values)
		p.Amortised = p.amortises(old.iterations, new.iterations)
		if n := meta.countedMin(unit); n > 0 && p.constant() && min(p.OldN, p.NewN) >= n {
			p.Kind = verdict.Counted
		} else if p.steady() {
			p.Kind = verdict.Counted
		} else if p.Old == 0 && p.New == 0 && p.constant() {
			p.Kind = verdict.Counted // nothing there to be noisy
		}
		out = append(out, p)
	}
	for i := range out {
		out[i].derive(out)
	}
	addCycles(out, old, new)
	return out
}

// testsSpeed reports whether it is a tested comparison of speed.
func (p *pair) testsSpeed() bool {
	return p.Kind == verdict.Tested && results.UnitNamed(p.Unit).IsSpeed()
}

// constant reports whether each side has one value only.
func (p *pair) constant() bool {
	return p.oldL[0] == p.oldL[len(p.oldL)-1] && p.newL[0] == p.newL[len(p.newL)-1]
}

// steady reports whether all samples of each side have the same count.
func (p *pair) steady() bool {
	wanders := math.Log1p(results.UnitNamed(p.Unit).Wanders)
	return wanders > 0 && p.oldL[len(p.oldL)-1]-p.oldL[0] <= wanders && p.newL[len(p.newL)-1]-p.newL[0] <= wanders
}

// isWork reports whether a unit counts instructions.
func isWork(unit string) bool { return strings.HasPrefix(unit, "instructions/") }

// restates is the largest range, on the logarithmic scale, of the ratio of two units if one
// restates the other. It covers rounding to three digits, such as 1.05e+08. The range includes
// both sides, so a hidden change is no larger.
const restates = 0.0102

// derive marks p as derived if it is proportional, or inversely proportional, to a tested unit
// that is not derived.
func (p *pair) derive(of []pair) {
	if p.Kind != verdict.Tested || p.Unit == "sec/op" {
		return
	}
	for i := range of {
		q := &of[i]
		if q.Unit == p.Unit || q.Kind != verdict.Tested || q.Direction == verdict.Unknown || p.Direction == verdict.Unknown {
			continue
		}
		sign := float64(p.Direction * q.Direction)
		if proportional(p, q, sign) {
			p.Kind, p.From = verdict.Derived, q.Unit
			return
		}
	}
}

// proportional reports whether ln p - sign·ln q is the same for all samples.
func proportional(p, q *pair, sign float64) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range [][2]*series{{p.old, q.old}, {p.new, q.new}} {
		if len(s[0].values) != len(s[1].values) {
			return false
		}
		for i, v := range s[0].values {
			d := math.Log(v) - sign*math.Log(s[1].values[i])
			lo, hi = math.Min(lo, d), math.Max(hi, d)
		}
	}
	return hi-lo <= restates // false for NaN, from zeros
}

// estimate finds the change.
func (p *pair) estimate(alpha float64) {
	switch p.Kind {
	case verdict.Counted:
		d := statistics.Unlog(p.newL[0] - p.oldL[0])
		p.Effect = verdict.Effect{Log: d, Lo: d, Hi: d}
		if d == 0 {
			p.Effect.P = 1
		}
	case verdict.Tested: // a derived unit has no test of its own, see correct
		p.Effect = estimated(p.oldL, p.newL, alpha)
		p.addSecondary(alpha)
		p.MinP = statistics.RankTestFor(p.OldN, p.NewN).MinP()
	}
}

// estimated returns the change from x to y.
func estimated(x, y []float64, alpha float64) verdict.Effect {
	e := statistics.ShiftOf(x, y, alpha)
	return verdict.Effect{Log: e.Log, Lo: e.Lo, Hi: e.Hi, P: e.P}
}
