package history

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

const secPerOp = "sec/op"

// An item is a case in a commit that is measured in turns with others.
type item struct {
	*commit
	*ab.MeasuredCase
	seconds []float64 // the corrected time of each round
}

// isAnchor reports whether the level of the commit is known from an earlier file.
func (i *item) isAnchor() bool { return len(i.files) > 0 }

func (i item) values(unit string) []float64 {
	return lists.Map(i.Values, func(b ab.Block) float64 { return b[unit] })
}

// items lists the commits of the batch that have a case, with corrected times. If cycles are less noisy
// than time, these are corrected, and converted by the mean clock.
func (f *filler) items(c ab.CaseID) (list []item) {
	var earlier []float64
	for _, of := range f.commits {
		if of.bench == nil || of.bench.Of(c) == nil {
			continue
		}
		list = append(list, item{commit: of, MeasuredCase: of.bench.Of(c)})
		earlier = append(earlier, math.Log(of.timed(c).level))
	}
	sides := lists.Map(list, func(i item) statistics.Clocked {
		return statistics.ClockedOf(i.values(secPerOp), i.values(results.UnitClock))
	})
	clocks := slices.Concat(lists.Map(sides, func(s statistics.Clocked) []float64 { return s.Clock })...)
	mean := stats.Mean(clocks)
	clocked := mean > math.Inf(-1) // of all samples
	if clocked && statistics.Weigh(sides...).Choose() == statistics.ByCycles {
		for _, s := range sides {
			for r := range s.Time {
				s.Time[r] += s.Clock[r] - mean
			}
		}
	}
	corrected := scaled(lists.Map(sides, func(s statistics.Clocked) []float64 { return s.Time }), earlier)
	for at := range list {
		list[at].seconds = lists.Map(corrected[at], math.Exp)
	}
	return list
}

// scaled corrects samples for their rounds: values[i][r] is the logarithm of the time of
// commit i in round r. earlier has the levels of earlier files, -Inf without one. The model is
//
//	values[i][r] = level[i] + round[r] + noise
//
// A sample is corrected by the median deviation of the other commits from their levels in
// the same round. Earlier levels stay equal in the median.
func scaled(values [][]float64, earlier []float64) [][]float64 {
	levels := polish(values)
	var moves []float64
	for i, level := range levels {
		if earlier[i] > math.Inf(-1) && len(values[i]) > 0 {
			moves = append(moves, earlier[i]-level)
		}
	}
	move := statistics.Median(moves)
	out := make([][]float64, len(values))
	for i, v := range values {
		for r, x := range v {
			out[i] = append(out[i], x-deviation(values, levels, i, r)+move)
		}
	}
	return out
}

const polishings = 10 // iterations; levels hardly change afterwards

// polish fits the levels of the model by medians (J. W. Tukey's median polish). The rounds are 0 on
// average.
func polish(values [][]float64) []float64 {
	levels, rounds := lists.Map(values, statistics.Median), 0
	for _, v := range values {
		rounds = max(rounds, len(v))
	}
	for range polishings {
		effects := make([]float64, rounds)
		for r := range effects {
			effects[r] = deviation(values, levels, -1, r)
		}
		mean := stats.Mean(effects)
		for i, v := range values {
			rest := slices.Clone(v)
			for r := range rest {
				rest[r] -= effects[r] - mean
			}
			levels[i] = statistics.Median(rest)
		}
	}
	return levels
}

// deviation returns the median deviation of the other commits from their levels in a round,
// 0 if there are none.
func deviation(values [][]float64, levels []float64, but, round int) float64 {
	var others []float64
	for o, v := range values {
		if o != but && round < len(v) {
			others = append(others, v[round]-levels[o])
		}
	}
	return statistics.Median(others)
}
