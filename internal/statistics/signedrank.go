package statistics

import (
	"math"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// signedRankExactLimit is the largest number of rounds with an exact null distribution.
// The normal approximation beyond it is good to three digits.
const signedRankExactLimit = 50

// SignedRank returns the two-sided p-value of the Wilcoxon signed-rank test of the
// hypothesis that d is symmetric about zero. Zeros are left out. Ties share their
// ranks, and the null distribution accounts for them. It is 1 if all are zero. NaN is
// not allowed in d.
func SignedRank(d []float64) float64 {
	ranks, plus := signedRanks(d)
	if len(ranks) == 0 {
		return 1
	}
	var total, square float64
	for _, r := range ranks {
		total += float64(r)
		square += float64(r) * float64(r)
	}
	if len(ranks) <= signedRankExactLimit {
		// The probability of at most the smaller sum if all signs are random.
		tail := 0.0
		for _, share := range nullShares(ranks, min(plus, int(total)-plus)) {
			tail += share
		}
		return min(1, 2*tail)
	}
	// Ranks are doubled, so is the continuity correction of one half.
	z := math.Abs(float64(plus)-total/2) - 1
	if z <= 0 {
		return 1
	}
	return math.Erfc(z / math.Sqrt(square/4) / math.Sqrt2)
}

// signedRanks ranks |d| without zeros and returns the ranks, doubled so that
// the mean rank of ties is an integer, and their sum over the positive d.
func signedRanks(d []float64) (twice []int, plus int) {
	differ := lists.Filter(d, func(x float64) bool { return x != 0 })
	for i, rank := range ranks(lists.Map(differ, math.Abs)) {
		r := int(2*rank) + 2 // those of ranks are from 0
		twice = append(twice, r)
		if differ[i] > 0 {
			plus += r
		}
	}
	return twice, plus
}

// nullShares gives the probability of each sum from 0 to limit.
func nullShares(ranks []int, limit int) []float64 {
	shares := make([]float64, limit+1)
	shares[0] = 1
	for _, r := range ranks {
		for s := limit; s >= 0; s-- {
			shares[s] /= 2
			if s >= r {
				shares[s] += shares[s-r] / 2
			}
		}
	}
	return shares
}

// A PairedRule defines a change: the difference is significant after correction, and
// its whole interval is beyond the threshold.
type PairedRule struct {
	Alpha       float64 // two-sided level, after correction
	Comparisons int     // tests corrected for
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
