package gate

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// The drift between runs is the standard deviation of what a run adds to all samples of a case, in
// units of the scatter of the side that scatters more. A file of ecsbench bench measures a noisy case
// alone when the others are known. docs/method.md has the measurements.
const runDrift, benchDrift = 0.3, 0.5

// An estimate is the change of a pair, before corrections.
type estimate struct {
	verdict.Effect
	secondary    []verdict.Secondary
	sd           float64 // of a speed, with drift; 0 without drift
	mde, failing float64
	atBest       float64 // the MDE of an infinite number of samples
}

// estimate returns the change of a pair. A derived unit has none.
func (p *pair) estimate(tested int, opts Limits) (e estimate) {
	switch p.Evidence {
	case verdict.Counted:
		d := statistics.Unlog(p.newL[0] - p.oldL[0])
		e.Effect = verdict.Effect{Shift: statistics.Shift{Log: d, Lo: d, Hi: d}}
		if d == 0 {
			e.P = 1
		}
		if d != 0 && math.Abs(d) <= p.wanders() {
			e.Lo, e.Hi = -math.Abs(d), math.Abs(d)
		}
	case verdict.Tested:
		e = p.shift(tested, opts)
	}
	if p.other == nil {
		return e
	}
	also := p.other.shift(tested, opts)
	name, meaning := string(statistics.ByCycles), "noisier"
	switch p.by {
	case statistics.ByCycles:
		name = string(statistics.ByTime)
	case statistics.ByBoth:
		meaning = "as noisy; both must agree"
		e.Effect = agree(e.Effect, also.Effect)
		e.mde, e.failing, e.atBest = max(e.mde, also.mde)+p.clock, max(e.failing, also.failing)+p.clock, max(e.atBest, also.atBest)
	}
	e.secondary = []verdict.Secondary{{Name: name, Unit: p.other.Unit, Old: p.other.Old, New: p.other.New, Effect: also.Effect, Meaning: meaning}}
	return e
}

// agree returns the change that two estimates have in common.
func agree(e, with verdict.Effect) verdict.Effect {
	if e.Log*with.Log <= 0 {
		e.P = 1
	}
	e.Lo, e.Hi, e.P = math.Min(e.Lo, with.Lo), math.Max(e.Hi, with.Hi), math.Max(e.P, with.P)
	return e
}

// shift is the estimate by the samples and the drift, which are independent: errors add up in squares.
func (p *pair) shift(tested int, opts Limits) (e estimate) {
	rounding := p.rounding()
	e.Shift = statistics.ShiftOf(p.oldL, p.newL, opts.Alpha, rounding)
	if p.hasZero() {
		e.mde, e.failing = math.Inf(1), math.Inf(1)
		return e
	}
	hidden := p.hidden()
	e.mde, e.atBest = statistics.MDE(p.oldL, p.newL, rounding, hidden, opts.Alpha, tested)
	shown := statistics.TrimmedScale(p.oldL, p.newL) * math.Sqrt(1/float64(p.OldN)+1/float64(p.NewN))
	if e.Lo < plain && e.Hi > -plain {
		e.Shift = e.Shift.Beside(hidden, shown, opts.Alpha)
	}
	if hidden > 0 && results.UnitNamed(p.Unit).IsSpeed() {
		e.sd = math.Hypot(hidden, shown)
	}
	// The near end of the interval is above the limit in 95% of the runs.
	half := max((e.Hi-e.Lo)/2, rounding)
	above := half * (1 + statistics.NormalQuantile(statistics.PowerLevel)/statistics.NormalQuantile(1-opts.Alpha/2))
	limit := opts.limit()
	if p.few {
		limit = max(limit, plain)
	}
	e.failing = max(e.mde, limit+above*statistics.UncertaintyFactor(float64(min(p.OldN, p.NewN)-1)))
	return e
}

// hidden returns the standard deviation that the drift between runs adds to the change of p. Several
// runs of a side show it, if it is larger than usual.
func (p *pair) hidden() float64 {
	before, after := p.old.perRun(), p.now.perRun()
	if len(before) == len(p.old.values) && len(after) == len(p.now.values) {
		return 0 // the samples show it themselves
	}
	variance := math.Pow(p.drift*max(statistics.TrimmedScale(p.oldL), statistics.TrimmedScale(p.newL)), 2)
	if freedom := float64(len(before) + len(after) - 2); freedom > 0 {
		squares := 0.0
		for _, side := range [][]float64{before, after} {
			mean := stats.Mean(side)
			for _, m := range side {
				squares += (m - mean) * (m - mean)
			}
		}
		variance = max(variance, squares/freedom)
	}
	return math.Sqrt(variance * (1/float64(len(before)) + 1/float64(len(after))))
}

// perRun returns the median logarithm of each run.
func (s *series) perRun() (medians []float64) {
	var runs lists.Groups[int32, []float64]
	for i, v := range s.values {
		values, _ := runs.Of(s.runs[i])
		*values = append(*values, v)
	}
	return lists.Map(runs.List, func(values []float64) float64 { return math.Log(statistics.Median(values)) })
}
