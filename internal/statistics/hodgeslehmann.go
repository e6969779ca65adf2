package statistics

import (
	"math"
	"slices"
)

// HodgesLehmann returns the Hodges-Lehmann estimate of the centre of d, with p by
// [SignedRank] and the interval with the given confidence by inversion of that test. The
// error is below 1e-12. It panics if d is empty.
func HodgesLehmann(d []float64, confidence float64) Shift {
	w := newWalsh(d)
	e := Shift{Log: w.median(), Lo: math.Inf(-1), Hi: math.Inf(1), P: SignedRank(d)}
	if k := tailCount(len(d), (1-confidence)/2); k > 0 {
		e.Lo, e.Hi = w.at(k), w.at(w.count()+1-k)
	}
	return e
}

// walsh stands for the means of all pairs of rounds, including each with itself. They
// are not stored: a thousand rounds have half a million.
type walsh struct{ sorted []float64 }

func newWalsh(d []float64) walsh { return walsh{slices.Sorted(slices.Values(d))} }

func (w walsh) count() int { return len(w.sorted) * (len(w.sorted) + 1) / 2 }

// median is the Hodges-Lehmann estimate.
func (w walsh) median() float64 { return (w.at((w.count()+1)/2) + w.at(w.count()/2+1)) / 2 }

// resolution is far below any relevant difference. Rounding to it makes equal times and
// rates equal.
const resolution = 1e-12

// at returns the k-th smallest mean, counted from 1.
func (w walsh) at(k int) float64 {
	n := len(w.sorted)
	return math.Round(Smallest(w, k, n, w.sorted[0], w.sorted[n-1])/resolution) * resolution
}

// UpTo counts the means up to x. If the first of a pair grows, the largest possible
// second one falls.
func (w walsh) UpTo(x float64) (n int) {
	j := len(w.sorted) - 1
	for i, a := range w.sorted {
		for j >= i && a+w.sorted[j] > 2*x {
			j--
		}
		if j < i {
			break
		}
		n += j - i + 1
	}
	return n
}

// Between returns the means above lo and up to hi, sorted.
func (w walsh) Between(lo, hi float64) (means []float64) {
	j := len(w.sorted) - 1
	for i, a := range w.sorted {
		for j >= i && a+w.sorted[j] > 2*hi {
			j--
		}
		for l := j; l >= i && a+w.sorted[l] > 2*lo; l-- {
			means = append(means, (a+w.sorted[l])/2)
		}
	}
	slices.Sort(means)
	return means
}

// tailCount returns the largest k for which the signed-rank statistic of n rounds
// without ties is below k with a probability of at most tail.
func tailCount(n int, tail float64) int {
	if n > signedRankExactLimit {
		mean := float64(n) * float64(n+1) / 4
		sd := math.Sqrt(float64(n) * float64(n+1) * float64(2*n+1) / 24)
		return max(0, int(mean-NormalQuantile(1-tail)*sd))
	}
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = i + 1
	}
	k, below := 0, 0.0
	for _, share := range nullShares(ranks, n*(n+1)/4) {
		if below += share; below > tail {
			break
		}
		k++
	}
	return k
}

// NormalQuantile returns the p-quantile of the standard normal distribution.
func NormalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
