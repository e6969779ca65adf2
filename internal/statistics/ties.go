package statistics

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/mathx"
)

// tiesLimit is exactLimit for samples among which values are equal.
const tiesLimit = 25

// tiedP is the p of sorted samples among which values are equal: twice the share of all
// ways to draw them whose U is as far out on the same side. Pairs of equal values count
// half, so that U is doubled here to be whole (J. H. Klotz, "The Wilcoxon, Ties, and the
// Computer", J. Am. Stat. Assoc. 61, 1966).
func tiedP(x, y []float64) float64 {
	n1, n2 := len(x), len(y)
	all := slices.Concat(x, y)
	slices.Sort(all)
	var ties []int // how many values are equal, for each value
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
	case u > middle: // seen from the other end
		slices.Reverse(ties)
		u = 2*middle - u
	}
	return math.Min(1, 2*tiedTail(n1, ties, u))
}

// leading is how many of sorted values are equal to the first.
func leading(values []float64) int {
	n := 1
	for n < len(values) && values[n] == values[0] {
		n++
	}
	return n
}

// tiedTail is P(U ≤ u), doubled, of n1 values among those: the share of all ways to
// draw them, counted one group of equal values after the other.
func tiedTail(n1 int, ties []int, u int) float64 {
	ways := make([][]float64, n1+1) // ways[i][u] to draw i values so far
	for i := range ways {
		ways[i] = make([]float64, u+1)
	}
	ways[0][0] = 1
	below := 0
	for _, equal := range ties {
		for i := min(n1, below+equal); i > 0; i-- { // in place: fewer values are as they were
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
