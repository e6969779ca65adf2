package statistics

import (
	"math"

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

// SignedRankRounds returns the least number of rounds for a significant result of all
// comparisons at the two-sided level alpha after [Holm]. With n rounds p is at least
// 2/2^n.
func SignedRankRounds(comparisons int, alpha float64) int {
	return int(math.Ceil(1 + math.Log2(float64(max(1, comparisons))/alpha)))
}
