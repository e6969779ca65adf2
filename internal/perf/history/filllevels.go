package history

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

const secPerOp = "sec/op"

// An item is a case in a commit that is measured in turns with others.
type item struct {
	*state
	*ab.MeasuredCase
	earlier float64 // the logarithm of its level in an earlier file; NaN for a new one
}

func (i *item) isAnchor() bool { return !math.IsNaN(i.earlier) }

// seconds returns the corrected times of each item. If cycles are less noisy than time,
// they are corrected and converted by the mean clock.
func seconds(items []item) [][]float64 {
	times, clocks, earlier := make([][]float64, len(items)), make([][]float64, len(items)), make([]float64, len(items))
	var sides []statistics.Clocked
	sum, n := 0.0, 0.0
	clocked := true
	for at, i := range items {
		earlier[at] = i.earlier
		var t, c []float64
		for _, b := range i.Values {
			times[at], clocks[at] = append(times[at], math.Log(b[secPerOp])), append(clocks[at], math.Log(b[results.UnitClock]))
			clocked = clocked && b[results.UnitClock] > 0
			t, c = append(t, b[secPerOp]), append(c, b[results.UnitClock])
			sum, n = sum+math.Log(b[results.UnitClock]), n+1
		}
		sides = append(sides, statistics.ClockedOf(t, c))
	}
	if clocked && statistics.Weigh(sides...).Choose(statistics.MetricLevel) == statistics.ByCycles {
		for at := range times {
			for r := range times[at] {
				times[at][r] += clocks[at][r] - sum/n
			}
		}
	}
	out := scaled(times, earlier)
	for at := range out {
		for r := range out[at] {
			out[at][r] = math.Exp(out[at][r])
		}
	}
	return out
}

// scaled corrects samples for their rounds: values[i][r] is the logarithm of the time of
// commit i in round r, NaN if it did not run. earlier has the levels of earlier files, NaN
// without one. The model is
//
//	values[i][r] = level[i] + round[r] + noise
//
// A sample is corrected by the median deviation of the other commits from their levels in
// the same round. Earlier levels stay equal on average.
func scaled(values [][]float64, earlier []float64) [][]float64 {
	levels := polish(values)
	move, anchors := 0.0, 0.0
	for i, level := range levels {
		if known := earlier[i] - level; !math.IsNaN(known) {
			move, anchors = move+known, anchors+1
		}
	}
	if anchors > 0 {
		move /= anchors
	}
	out := make([][]float64, len(values))
	for i, v := range values {
		for r, x := range v {
			if !math.IsNaN(x) {
				out[i] = append(out[i], x-deviation(values, levels, i, r)+move)
			}
		}
	}
	return out
}

const polishings = 10 // iterations; levels hardly change afterwards

// polish fits the levels of the model by medians (J. W. Tukey's median polish), NaN for
// commits without a value. The rounds are 0 on average.
func polish(values [][]float64) []float64 {
	levels, rounds := make([]float64, len(values)), 0
	for i, v := range values {
		levels[i], rounds = middle(v), max(rounds, len(v))
	}
	for range polishings {
		effects, sum := make([]float64, rounds), 0.0
		for r := range effects {
			effects[r] = deviation(values, levels, -1, r)
			sum += effects[r] / float64(rounds)
		}
		for i, v := range values {
			rest := make([]float64, len(v))
			for r, x := range v {
				rest[r] = x - effects[r] + sum
			}
			levels[i] = middle(rest)
		}
	}
	return levels
}

// deviation returns the median deviation of the other commits from their levels in a round,
// 0 if there are none.
func deviation(values [][]float64, levels []float64, but, round int) float64 {
	var others []float64
	for o, v := range values {
		if o != but && round < len(v) && !math.IsNaN(v[round]) {
			others = append(others, v[round]-levels[o])
		}
	}
	return statistics.Median(others)
}

// middle returns the median of the existing values, NaN without any.
func middle(values []float64) float64 {
	there := lists.Filter(values, func(v float64) bool { return !math.IsNaN(v) })
	if len(there) == 0 {
		return math.NaN()
	}
	return statistics.Median(there)
}
