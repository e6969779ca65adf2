package gate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A pair is the samples of one case and unit on both sides. It has no estimates.
type pair struct {
	verdict.Comparison            // what is known before any estimate
	old, now           *series    // samples, or processes
	oldL, newL         []float64  // their sorted logarithms
	clocks             [2]*series // of the core during the samples of OLD and NEW; nil if unknown
	drift              float64    // of a run, in units of the scatter of the samples
	few                bool       // too few processes to show how they differ
	reduced            bool       // each process counts as one sample
	amortised          bool       // the numbers of iterations explain the change

	// Set by chooseMetric, if the clock of the core is known.
	other *pair            // by the secondary metric
	by    statistics.Basis // the primary metric
	clock float64          // by how much the clocks of the sides differ, as logarithm
}

// pairUp returns the comparable samples of every common case and unit, and the cases that need
// no comparison because both sides measured the same program.
func pairUp(old, now *Input, label func(results.Key) string, meta metadata, opts Limits) (pairs []pair, proved []*comparison) {
	for _, key := range old.order {
		was, is := old.cases[key], now.cases[key]
		at := results.Key{Package: key.Package, Name: key.Name}
		switch {
		case is == nil:
		case old.file.Code[at] != "" && old.file.Code[at] == now.file.Code[at]:
			proved = append(proved, &comparison{Comparison: verdict.Comparison{
				Key: key, Case: label(key), Unit: "sec/op", Direction: verdict.LowerBetter, Evidence: verdict.Proved, Status: verdict.Same, Old: math.NaN(), New: math.NaN(),
			}})
		case old.ours && now.ours && results.ParseName(key.Name)["impl"] == "null": // only the harness, which is noisy
		default:
			pairs = append(pairs, pairsOf(label(key), was, is, meta, opts)...)
		}
	}
	return pairs, proved
}

// pairsOf returns the pairs of one case, one per unit.
func pairsOf(name string, old, now *caseData, meta metadata, opts Limits) (list []pair) {
	for _, unit := range old.order {
		x, y := old.units[unit], now.units[unit]
		if y == nil || ofClock(unit) || opts.Instructions && !isWork(unit) || isWork(unit) && old.counted != now.counted {
			continue
		}
		processes := min(x.countProcesses(), y.countProcesses())
		if processes >= fewestProcesses {
			x, y = x.perProcess(), y.perProcess()
		}
		p := pair{
			old: x, now: y, oldL: statistics.Logs(x.values), newL: statistics.Logs(y.values), clocks: [2]*series{old.units[results.UnitClock], now.units[results.UnitClock]},
			reduced: len(x.values) < len(old.units[unit].values),
		}
		p.Comparison = verdict.Comparison{
			Key: old.key, Case: name, Unit: unit, Direction: cmp.Or(direction(unit, meta.old), direction(unit, meta.now)), Evidence: verdict.Tested,
			Old: statistics.Median(x.values), New: statistics.Median(y.values), OldN: len(x.values), NewN: len(y.values),
		}
		p.amortised = p.amortises(old.iterations, now.iterations)
		enough := fewestProcesses
		if p.isCounted(meta) {
			p.Evidence, enough = verdict.Counted, fewestAgreeing
		}
		p.few = processes < enough && !isWork(unit) && !meta.exact(unit)
		list = append(list, p)
	}
	for i := range list {
		if from := list[i].restated(list); from != "" {
			list[i].Evidence, list[i].From = verdict.Derived, from
		}
	}
	for i := range list {
		unit := list[i].Unit
		list[i].chooseMetric()
		for k := range list {
			if list[k].From == unit {
				list[k].From = list[i].Unit
			}
		}
	}
	return list
}

// isCounted reports whether each side has one exact value: declared, or shown by equal samples.
func (p *pair) isCounted(meta metadata) bool {
	u := results.UnitNamed(p.Unit)
	wanders, constant := p.wanders(), p.constant()
	steady := wanders > 0 && p.oldL[len(p.oldL)-1]-p.oldL[0] <= wanders && p.newL[len(p.newL)-1]-p.newL[0] <= wanders
	enough := u.Counted > 0 && min(p.OldN, p.NewN) >= u.Counted || meta.exact(p.Unit)
	return steady || constant && (enough || p.Old == 0 && p.New == 0)
}

// wanders is the change that a count shows without a cause, as logarithm.
func (p *pair) wanders() float64 { return math.Log1p(results.UnitNamed(p.Unit).Wanders) }

// constant reports whether each side has one value only.
func (p *pair) constant() bool {
	return statistics.Constant(p.oldL) && statistics.Constant(p.newL)
}

// rounding is by how much the medians may differ from the printed ones, as logarithm, both
// sides together.
func (p *pair) rounding() (both float64) {
	for i, median := range []float64{p.Old, p.New} {
		digit := []*series{p.old, p.now}[i].digit
		if median > digit {
			both += math.Log1p(digit / 2 / median)
		} else if digit > 0 {
			both += math.Ln2
		}
	}
	return both
}

// apart is the distance, as logarithm, by which every sample of NEW is worse than every one of
// OLD; negative if they overlap, or if the better direction is unknown.
func (p *pair) apart() float64 {
	last := func(l []float64) float64 { return l[len(l)-1] }
	switch p.Direction {
	case verdict.HigherBetter:
		return p.oldL[0] - last(p.newL)
	case verdict.LowerBetter:
		return p.newL[0] - last(p.oldL)
	}
	return math.Inf(-1)
}

// hasZero reports whether a sample is zero, which has no logarithm.
func (p *pair) hasZero() bool {
	return p.oldL[0] == statistics.LogZero || p.newL[0] == statistics.LogZero
}

// amortises reports whether a change of allocations per operation is no larger than what
// the numbers of iterations cause: a program that allocates s once and a in each of n operations
// has a + s/n per operation, so two files of it with different n differ by up to the ratio of both
// n. If n varies within a side, the samples show the effect themselves. The smallest allocation has
// 8 bytes, so a smaller change is a share of one too, unless all samples agree in equal numbers of
// iterations.
func (p *pair) amortises(old, now iterations) bool {
	switch {
	case p.constant() && old == now && old.fewest == old.most:
		return false
	case p.Unit == "B/op" && math.Abs(p.New-p.Old) < 8:
		return true
	case p.Unit != "B/op" && p.Unit != "allocs/op" || p.Old == 0 || p.New == 0:
		return false
	case old == now || old.fewest != old.most || now.fewest != now.most:
		return false
	}
	ratio := float64(old.most) / float64(now.most)
	const rounded = 0.5 // both values are rounded to integers
	return p.New+rounded >= (p.Old-rounded)*min(1, ratio) && p.New-rounded <= (p.Old+rounded)*max(1, ratio)
}

// restates is the largest range, on the logarithmic scale, of the ratio of two units if one
// restates the other. It covers rounding to three digits, such as 1.05e+08. The range includes
// both sides, so a hidden change is no larger.
const restates = 0.0102

// restated returns the tested unit to which p is proportional, or inversely proportional.
func (p *pair) restated(of []pair) string {
	if p.Evidence != verdict.Tested || p.Unit == "sec/op" || p.Direction == verdict.Unknown {
		return ""
	}
	for i := range of {
		q := &of[i]
		if q.Unit != p.Unit && q.Evidence == verdict.Tested && q.Direction != verdict.Unknown && proportional(p, q) {
			return q.Unit
		}
	}
	return ""
}

// proportional reports whether the ratio, or the product, of both units is the same for all
// samples.
func proportional(p, q *pair) bool {
	sign := float64(p.Direction * q.Direction)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range [][2]*series{{p.old, q.old}, {p.now, q.now}} {
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

// metadata is what two files and the registry of units declare about units.
type metadata struct{ old, now benchfmt.UnitMetadataMap }

// metadataOf returns an error if the files contradict each other: if they declare
// different directions, or if one declares the opposite of the usual direction and the
// other is silent.
func metadataOf(old, now *Input) (metadata, error) {
	m := metadata{old.units, now.units}
	keys := maps.Clone(old.units)
	maps.Copy(keys, now.units)
	for key := range keys {
		was, is := direction(key.Unit, old.units), direction(key.Unit, now.units)
		declared := old.units.Get(key.Unit, "better") != nil && now.units.Get(key.Unit, "better") != nil
		if was != is && (declared || was != verdict.Unknown && is != verdict.Unknown) {
			return m, fmt.Errorf("%s and %s contradict each other about the better direction of %s; make their lines \"Unit %[3]s better=...\" equal", old.declaring(key.Unit), now.declaring(key.Unit), key.Unit)
		}
	}
	return m, nil
}

// declaring returns the line that declares the direction of a unit, or the whole side.
func (s *Input) declaring(unit string) string {
	return cmp.Or(s.declaration(unit).String(), s.Label)
}

// direction returns the declaration of a file for a unit ("Unit x better=higher"), or else
// its usual direction. Unit is tidied.
func direction(unit string, meta benchfmt.UnitMetadataMap) verdict.Direction {
	return verdict.Direction(results.Direction(meta, unit))
}

// exact reports whether both files declare "Unit x assume=exact".
func (m metadata) exact(unit string) bool {
	was, is := m.old.Get(unit, "assume"), m.now.Get(unit, "assume")
	return was != nil && is != nil && was.Value == "exact" && is.Value == "exact"
}

// ofClock reports whether a unit belongs to the core clock.
func ofClock(unit string) bool {
	u := results.UnitNamed(unit)
	return u.Machine || u.Clocked != ""
}

func isWork(unit string) bool { return strings.HasPrefix(unit, "instructions/") }
