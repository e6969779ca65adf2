package statistics

import (
	"math"
	"math/rand/v2"
)

// A PairedRule defines a change: the difference is significant after correction, and
// its whole interval is beyond the threshold.
type PairedRule struct {
	Alpha       float64 // two-sided level, after correction
	Comparisons int     // corrected for
	Threshold   float64 // difference of logarithms that the whole interval must exceed
}

// resamples limits the cost. The 5% point of 200 is precise enough for two printed
// digits.
const resamples = 200

// MDE returns the smallest difference of logarithms that the rule finds with the given
// power (0.95: in 95 of 100 experiments). It centres the observed rounds and resamples
// them (the bootstrap). An interval moves with its data, so the low ends of the
// intervals show the difference needed to exceed the bar. MDE is infinite if there are
// too few rounds.
func (r PairedRule) MDE(d []float64, power float64) float64 {
	plain := tailCount(len(d), r.Alpha/2)
	corrected := tailCount(len(d), r.Alpha/2/float64(max(1, r.Comparisons)))
	if corrected == 0 {
		return math.Inf(1)
	}
	center, rounds := newWalsh(d).median(), newDrawing(d)
	rng := rand.New(rand.NewPCG(1, uint64(len(d))))
	needed := NewHighest(resamples - min(resamples-1, int(power*resamples)))
	w := walsh{make([]float64, len(d))}
	for range resamples {
		for range d {
			rounds.times[rounds.rank[rng.IntN(len(d))]]++
		}
		rounds.all(center, w.sorted)
		// Counting is faster than selecting, and shows that most draws need less.
		from := needed.From() - resolution
		if w.UpTo(r.Threshold-from) >= plain || w.UpTo(-from) >= corrected {
			needed.Add(max(r.Threshold-w.at(plain), -w.at(corrected)))
		}
	}
	return needed.Least()
}
