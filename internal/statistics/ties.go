package statistics

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/mathx"
)

// tiesLimit is exactLimit for samples with ties.
const tiesLimit = 25

// tiedP is the p of sorted samples with ties: twice the share of all draws with a U as
// extreme on the same side. Pairs of equal values count half, so U is doubled to be an
// integer (J. H. Klotz, "The Wilcoxon, Ties, and the Computer", J. Am. Stat. Assoc. 61,
// 1966).
func tiedP(x, y []float64) float64 {
	n1, n2 := len(x), len(y)
	all := slices.Concat(x, y)
	slices.Sort(all)
	var ties []int // size of each group of equal values
	u := 0
	for len(all) > 0 {
		equal, ofX := leading(all), 0
		if len(x) > 0 && x[0] == all[0] {
			ofX = leading(x)
		}
		yBelow, ofY := n2-len(y), equal-ofX
		u += ofX * (2*yBelow + ofY)
		ties, all, x, y = append(ties, equal), all[equal:], x[ofX:], y[ofY:]
	}
	switch middle := n1 * n2; {
	case u == middle:
		return 1
	case u > middle: // from the other end
		slices.Reverse(ties)
		u = 2*middle - u
	}
	return math.Min(1, 2*tiedTail(n1, ties, u))
}

// leading counts the sorted values equal to the first.
func leading(values []float64) int {
	n := 1
	for n < len(values) && values[n] == values[0] {
		n++
	}
	return n
}

// tiedTail is P(U ≤ u), doubled, for n1 of the values: the share of draws, counted one
// group of equal values after the other.
func tiedTail(n1 int, ties []int, u int) float64 {
	ways := make([][]float64, n1+1) // ways[i][u] to draw i values so far
	for i := range ways {
		ways[i] = make([]float64, u+1)
	}
	ways[0][0] = 1
	below := 0
	for _, equal := range ties {
		for i := min(n1, below+equal); i > 0; i-- { // in place: smaller i are unchanged
			for drawn := max(1, i-below); drawn <= min(i, equal); drawn++ {
				further := drawn * (2*(below-(i-drawn)) + equal - drawn)
				if further > u {
					continue
				}
				of, to := mathx.Choose(equal, drawn), ways[i][further:]
				for u, n := range ways[i-drawn][:len(to)] {
					to[u] += of * n
				}
			}
		}
		below += equal
	}
	few := 0.0
	for _, n := range ways[n1] {
		few += n
	}
	return few / mathx.Choose(below, n1)
}
