package gate

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A drift is the variance between whole runs of one side, on the logarithmic scale, beyond the
// scatter within them. Causes are the state of the machine, the layout of the binary and
// neighbours. Samples of one run share it, so one run cannot show it.
//
// It is in units of the scatter of a case, because neighbours cause both. Between two runs
// under a load of 15, a loop in the first-level cache changed by 0.3% and creation by 13%. The
// first quartile is the lower limit of the scatter.
//
// It is the between-group component of a one-way random-effects analysis of variance, estimated
// by moments for each case and side with several runs and pooled (Searle, Casella & McCulloch,
// Variance Components, 1992, ch. 3; Kalibera & Jones, Rigorous benchmarking in reasonable time,
// 2013). For single runs see acrossCases.
type drift struct {
	variance float64 // of a run, in units of the square of the scale of a case
	freedom  float64 // degrees of freedom with which it is known
	least    float64 // the scale that speeds have at least
}

// leastDrift is the minimum drift of a run.
func leastDrift(old, now *Side) drift {
	switch {
	case old.bench && now.bench:
		return drift{variance: benchDrift * benchDrift, freedom: benchFreedom}
	case old.inTurns() && now.inTurns():
		return drift{variance: statistics.RunDrift * statistics.RunDrift, freedom: usualFreedom}
	}
	return drift{variance: rowDrift * rowDrift, freedom: usualFreedom}
}

// estimateDrift estimates the drift from all pairs, and the least drift of single runs.
func estimateDrift(pairs []chosen, leastDrift drift) drift {
	least := leastScale(pairs)
	d, ok := betweenRuns(pairs, least)
	if !ok {
		d = acrossCases(pairs, least, leastDrift)
	}
	d.least = least
	return d
}

// leastScale is the first quartile of the scales of the speeds that are tested.
func leastScale(pairs []chosen) float64 {
	var scales []float64
	for _, c := range pairs {
		if s := statistics.TrimmedScale(c.oldL, c.newL); c.testsSpeed() && s > 0 && !c.hasZero() {
			scales = append(scales, s)
		}
	}
	if len(scales) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(scales))[len(scales)/4]
}

// driftScale returns the unit of the drift of p; for speeds it is at least `least`.
func (p *pair) driftScale(least float64) float64 {
	s := statistics.TrimmedScale(p.oldL, p.newL)
	if results.UnitNamed(p.Unit).IsSpeed() && !(s > least) {
		return least
	}
	return s
}

// hidden returns the variance that drift adds to the change of p. For several runs this is
// conservative, because their samples already contain drift.
func (d drift) hidden(p *pair) float64 {
	before, after := len(p.old.groups()), len(p.now.groups())
	if before == len(p.old.values) && after == len(p.now.values) {
		return 0 // the samples show it themselves
	}
	scale := p.driftScale(d.least)
	return d.variance * scale * scale * (1/float64(before) + 1/float64(after))
}

// add includes the drift in an estimate, and returns the MDE for an infinite number of samples.
// Independent errors add up in squares.
func (d drift) add(p *pair, e estimate, spread float64, opts Options, tested int) (_ estimate, atBest float64) {
	hidden := d.hidden(p)
	if hidden == 0 || math.IsInf(e.Log, 0) || e.Lo >= mostDrift || e.Hi <= -mostDrift || p.few() && math.Abs(p.best) > spread {
		return e, 0
	}
	// The quantile of Student's distribution at the requested level, and at the level corrected
	// for all tested comparisons.
	interval, level := statistics.CriticalT(opts.Alpha, d.freedom), opts.Alpha/float64(tested)
	often, sd := stats.StdNormal.InvCDF(1-(1-statistics.PowerLevel)/2), math.Sqrt(hidden)
	lo, hi := e.Log-math.Hypot(e.Log-e.Lo, interval*sd), e.Log+math.Hypot(e.Hi-e.Log, interval*sd)
	// The change must be significant by the samples and by the drift, each with its own degrees
	// of freedom. For the MDE each has half of the probability of a miss.
	_, shown, freedom := statistics.TrimmedDifference(p.oldL, p.newL)
	all, total := hidden, d.freedom
	if shown > 0 {
		all += shown * shown
		total = statistics.Satterthwaite(hidden, d.freedom, shown*shown, freedom)
	}
	raised := statistics.UncertaintyFactor(total)
	e.Lo, e.Hi, e.P = lo, hi, max(e.P, 2*statistics.Student(total).CDF(-math.Abs(e.Log)/math.Sqrt(all)))
	e.mde = max(math.Hypot(e.mde, often*sd), (statistics.CriticalT(level, total)+often)*math.Sqrt(all)*raised)
	e.failing = max(opts.limit()+math.Hypot(e.failing-opts.limit(), (interval+often)*sd*raised), e.mde)
	return e, (statistics.CriticalT(level, d.freedom) + often) * sd
}

const (
	// mostDrift is the limit of drift: a neighbour on the same core leaves at least half of it.
	mostDrift = math.Ln2
	// fewestCases is the number of cases needed to estimate their scatter.
	fewestCases = 8
	// fewestOfImplementation is how many cases an implementation needs for a median change
	// of its own.
	fewestOfImplementation = 5
	// medianEfficiency is the efficiency of the MAD relative to the standard deviation (F. R.
	// Hampel, "The influence curve and its role in robust estimation", J. Am. Stat. Assoc. 69,
	// 1974).
	medianEfficiency = 0.37
	// usualFreedom is the degrees of freedom of statistics.RunDrift.
	usualFreedom = 5
	// benchDrift is the drift of files of ecsbench bench, which measures a noisy case alone when
	// the others are known, and benchFreedom its degrees of freedom. They were fitted to the
	// medians of 690 pairs of files of equal programs of five modules, 3 to 20 minutes apart:
	// the distances, divided by the square root of 2, exceeded 0.35 in 32%, 0.87 in 5% and 1.1
	// in 1% of the cases.
	benchDrift   = 0.42
	benchFreedom = 30
	// rowDrift is the drift of consecutive samples, which share a second rather than a whole run.
	rowDrift = 1
)

// acrossCases estimates the drift between two single runs: the scatter of the changes beyond
// that of the samples. A slower benchmark is an outlier and does not affect the median
// distance. If most cases changed by different amounts, this cannot be distinguished from
// drift, and the verdict is inconclusive (B. Efron, "Large-scale simultaneous hypothesis
// testing: the choice of a null hypothesis", J. Am. Stat. Assoc. 99, 2004).
//
// The changes of an implementation are compared with each other only, if each
// implementation has enough cases. Otherwise a slowdown of one of two implementations,
// which is half of the cases, is taken for drift.
//
// All cases use the same metric, because a drift of the clock changes one of them and not
// the other: the metric with the smaller drift.
func acrossCases(pairs []chosen, least float64, leastDrift drift) drift {
	smaller := drift{variance: math.Inf(1)}
	for _, cycles := range []bool{false, true} {
		var moves, scales, shown []float64
		var impls []string
		for _, c := range pairs {
			p := c.pair
			if c.other != nil && (c.by == statistics.ByCycles) != cycles {
				p = c.other
			}
			move, sd, _ := statistics.TrimmedDifference(p.oldL, p.newL)
			if p.testsSpeed() && !p.hasZero() && sd > 0 {
				if p.Direction == verdict.HigherBetter {
					move = -move
				}
				scale := p.driftScale(least)
				moves, scales, shown = append(moves, move), append(scales, scale), append(shown, sd*sd/scale/scale)
				impls = append(impls, results.ParseName(p.Key.Name)["impl"])
			}
		}
		distances, groups := fromCenters(impls, moves)
		if d := beyond(distances, groups, scales, shown, leastDrift); d.variance < smaller.variance {
			smaller = d
		}
	}
	return smaller
}

// fromCenters returns the distance of each change from the median change of its
// implementation, and the number of implementations. If one of them has fewer than
// fewestOfImplementation cases, all cases form one group.
func fromCenters(impls []string, moves []float64) (distances []float64, groups int) {
	of := make(map[string][]float64)
	for i, impl := range impls {
		of[impl] = append(of[impl], moves[i])
	}
	for _, members := range of {
		if len(of) > 1 && len(members) < fewestOfImplementation {
			return fromCenters(make([]string, len(moves)), moves)
		}
	}
	for i, impl := range impls {
		distances = append(distances, moves[i]-statistics.Median(of[impl]))
	}
	return distances, len(of)
}

// beyond returns the drift: the scatter of the changes around their centers beyond the
// variances of the samples, but at least leastDrift.
func beyond(distances []float64, groups int, scales, shown []float64, leastDrift drift) drift {
	d := leastDrift
	if len(distances) < fewestCases {
		return d
	}
	var inScales []float64
	for i, distance := range distances {
		inScales = append(inScales, math.Abs(distance)/scales[i])
	}
	// The median distance, as the standard deviation of a normal distribution.
	scatter, expected := statistics.Median(inScales)/stats.StdNormal.InvCDF(0.75), statistics.Median(shown)
	if variance := (scatter*scatter - expected) / 2; variance > d.variance { // two runs differ by two drifts
		d.freedom *= d.variance / variance // more evidence from the cases gives less weight to the usual drift
		d.variance = variance
	}
	d.freedom += medianEfficiency * float64(len(distances)-groups)
	return d
}

// betweenRuns estimates the drift from the tested speeds of sides with several
// runs, if there are such.
func betweenRuns(pairs []chosen, least float64) (d drift, ok bool) {
	sum, n := 0.0, 0.0
	for _, c := range pairs {
		if !c.testsSpeed() {
			continue
		}
		scale := c.driftScale(least)
		for _, s := range []*series{c.old, c.now} {
			if between, weight := s.betweenRuns(); weight > 0 && scale > 0 {
				sum += between / (scale * scale) * weight
				n += weight
			}
		}
	}
	if n == 0 {
		return drift{}, false
	}
	return drift{variance: math.Max(0, sum/n), freedom: n}, true
}

// betweenRuns returns the variance component and its degrees of freedom.
func (s *series) betweenRuns() (variance, freedom float64) {
	groups := s.groups()
	if len(groups) < 2 {
		return 0, 0
	}
	var means, within []float64 // of each run: mean, variance of that mean
	for _, g := range groups {
		if len(g) < 2 {
			return 0, 0 // one sample per run: the samples show the drift themselves
		}
		m, v := stats.Mean(g), stats.Variance(g)
		if math.IsInf(m, 0) || math.IsNaN(m) {
			return 0, 0
		}
		means, within = append(means, m), append(within, v/float64(len(g)))
	}
	return stats.Variance(means) - stats.Mean(within), float64(len(groups) - 1)
}

// groups returns the logarithms of s by run.
func (s *series) groups() [][]float64 {
	var runs lists.Groups[int32, []float64]
	for i, v := range s.values {
		logs, _ := runs.Of(s.runs[i])
		*logs = append(*logs, math.Log(v))
	}
	return runs.List
}
