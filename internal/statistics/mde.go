package statistics

import (
	"math"
	"math/rand/v2"
)

// A PairedRule says when a difference counts as a change: where it is significant
// after correction, and its interval lies beyond the threshold as a whole.
type PairedRule struct {
	Alpha       float64 // two-sided level, after correction for the number of comparisons
	Comparisons int     // corrected for
	Threshold   float64 // difference of logarithms that the whole interval has to exceed
}

// resamples bounds the cost; the 5% point of 200 is known well enough for a
// number that is printed with two digits.
const resamples = 200

// MDE returns the smallest difference of logarithms that the rule would
// have found with the given power (0.95: in 95 of 100 experiments), had the
// head differed by it in every round. The observed rounds stand for all rounds
// that could have been: they are centred and drawn from again (the bootstrap),
// and since an interval moves with its data, the low end of the intervals says
// how large a difference lifts it over the bar. It is infinite where there are
// too few rounds to find anything.
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
		// Counting is faster than selecting, and tells that most draws need less.
		from := needed.From() - resolution
		if w.UpTo(r.Threshold-from) >= plain || w.UpTo(-from) >= corrected {
			needed.Add(max(r.Threshold-w.at(plain), -w.at(corrected)))
		}
	}
	return needed.Least()
}
