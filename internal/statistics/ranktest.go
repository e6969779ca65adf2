package statistics

import (
	"math"
	"slices"
	"sort"
	"sync"

	"github.com/aclements/go-moremath/mathx"
	"github.com/aclements/go-moremath/stats"
)

// exactLimit is the largest sample size for which the distribution of the Mann-Whitney
// statistic is exact.
const exactLimit = 50

// A RankTest is the two-sided Mann-Whitney U test for samples of two sizes
// (Mann & Whitney 1947, Ann. Math. Stat. 18).
type RankTest struct {
	n1, n2 int
	cdf    []float64 // P(U ≤ u) without ties, for u up to n1·n2/2; nil beyond exactLimit
}

var rankTests sync.Map // [2]int → *RankTest

// RankTestFor returns the test for samples of sizes n1 and n2, both ≥ 1.
func RankTestFor(n1, n2 int) *RankTest {
	key := [2]int{min(n1, n2), max(n1, n2)}
	if t, ok := rankTests.Load(key); ok {
		return t.(*RankTest)
	}
	t := &RankTest{n1: key[0], n2: key[1]}
	if t.n2 <= exactLimit {
		t.cdf = lowerTail(t.n1, t.n2)
	}
	rankTests.Store(key, t)
	return t
}

// lowerTail returns P(U ≤ u) for all u up to the middle, by the recurrence of Mann &
// Whitney over the sample with the largest value.
func lowerTail(n1, n2 int) []float64 {
	size := n1*n2/2 + 1
	p := make([][]float64, n1+1) // p[i][u] for samples of i and, so far, j values
	for i := range p {
		p[i] = make([]float64, size)
		p[i][0] = 1 // j = 0
	}
	for j := 1; j <= n2; j++ {
		for i := 1; i <= n1; i++ {
			for u := size - 1; u >= 0; u-- {
				sum := float64(j) * p[i][u]
				if u >= j {
					sum += float64(i) * p[i-1][u-j]
				}
				p[i][u] = sum / float64(i+j)
			}
		}
	}
	cdf, sum := p[n1], 0.0
	for u := range cdf {
		sum += cdf[u]
		cdf[u] = sum
	}
	return cdf
}

// MinP returns the smallest possible p, 2/C(n1+n2, n1).
func (t *RankTest) MinP() float64 {
	a, _ := math.Lgamma(float64(t.n1 + t.n2 + 1))
	b, _ := math.Lgamma(float64(t.n1 + 1))
	c, _ := math.Lgamma(float64(t.n2 + 1))
	return math.Min(1, 2*math.Exp(b+c-a))
}

// Critical returns the largest U that is significant at level alpha, or -1.
func (t *RankTest) Critical(alpha float64) int {
	if t.cdf != nil {
		// Tolerates the different rounding of MinP and Needed.
		return sort.Search(len(t.cdf), func(u int) bool { return 2*t.cdf[u] > alpha*(1+1e-9) }) - 1
	}
	n1, n2 := float64(t.n1), float64(t.n2)
	u := n1*n2/2 - 0.5 - stats.StdNormal.InvCDF(1-alpha/2)*math.Sqrt(n1*n2*(n1+n2+1)/12)
	return max(-1, int(math.Floor(u)))
}

// P returns the test's p for sorted samples.
func (t *RankTest) P(x, y []float64) float64 {
	u, tied := exceeding(x, y)
	switch {
	case tied && t.n2 <= tiesLimit:
		return tiedP(x, y)
	case tied || t.cdf == nil:
		res, err := stats.MannWhitneyUTest(x, y, stats.LocationDiffers)
		if err != nil {
			return 1 // all values equal: no evidence of a difference
		}
		return math.Min(1, res.P)
	}
	return math.Min(1, 2*t.cdf[min(u, len(x)*len(y)-u)])
}

// exceeding returns the number of pairs in which x is greater than y, and whether any
// two values are equal.
func exceeding(x, y []float64) (u int, tied bool) {
	below := 0
	for i, a := range x {
		for below < len(y) && y[below] < a {
			below++
		}
		u += below
		tied = tied || below < len(y) && y[below] == a || i > 0 && x[i-1] == a
	}
	for j := 1; j < len(y); j++ {
		tied = tied || y[j] == y[j-1]
	}
	return u, tied
}

// Needed returns the least number of samples on each side for significance at level
// alpha.
func Needed(alpha float64) int {
	n := 1
	for (&RankTest{n1: n, n2: n}).MinP() > alpha {
		n++
	}
	return n
}

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
