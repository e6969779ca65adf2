package history

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

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
