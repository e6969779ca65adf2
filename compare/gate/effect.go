package gate

import (
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/compare/verdict"
)

// estimate compares samples of values ≥ 0, given as sorted logarithms. The
// interval has level 1-alpha or the nearest above that the sizes allow; where
// they allow none it is infinite.
func estimate(x, y []float64, alpha float64) verdict.Effect {
	e := shift(x, y, alpha)
	e.P = rankTestFor(len(x), len(y)).p(x, y)
	if d := distance(x, y, e.Log); separate(x, y) && !math.IsInf(d, 0) {
		e.P = min(e.P, 2*stats.TDist{V: freedom(len(x), len(y))}.CDF(-d))
	}
	return e
}

// separate tells whether all samples of one side are below all of the other. Then the
// ranks say as much as so many samples can, which is little where they are few, and
// the same however far the sides are apart: six against six have p = 0.002, too much
// to correct for more than five comparisons. So the distance counts too, by Student's
// t on the logarithms. Equal programs have to pass for different in both ways to fail.
func separate(x, y []float64) bool { return x[len(x)-1] < y[0] || y[len(y)-1] < x[0] }

// distance is how far the sides are apart, in standard deviations of the estimated
// change: infinitely far where nothing scatters.
func distance(x, y []float64, change float64) float64 {
	return math.Abs(change) / math.Sqrt(shownVariance(x, y))
}

// shownVariance is that of the estimated change, as the samples show it.
func shownVariance(x, y []float64) float64 {
	s := scatter(x, y)
	return s * s * (1/float64(len(x)) + 1/float64(len(y))) * math.Pi / 3
}

// freedom is the number of degrees with which it is known.
func freedom(n1, n2 int) float64 { return math.Max(1, float64(n1+n2-2)) }

// scatter measures how far samples are from the median of their side: the
// mean distance, as the standard deviation of a normal
// distribution with that distance. It is steadier than the median distance
// and less swayed by outliers than the squared one.
func scatter(sides ...[]float64) float64 {
	sum, freedom := 0.0, 0.0
	for _, side := range sides {
		m := median(side)
		for _, v := range side {
			sum += math.Abs(v - m)
		}
		freedom += float64(len(side) - 1)
	}
	if freedom == 0 {
		return math.NaN()
	}
	return sum / freedom * math.Sqrt(math.Pi/2)
}

// shift is estimate without the test.
func shift(x, y []float64, alpha float64) verdict.Effect {
	test := rankTestFor(len(x), len(y))
	all := &shifts{x: x, y: y}
	e := verdict.Effect{Log: unlog(all.median()), Lo: math.Inf(-1), Hi: math.Inf(1), P: 1}
	// The interval holds the shifts that the test at this level would not
	// reject, so that the two never contradict each other.
	if u := test.critical(alpha); u >= 0 {
		e.Lo, e.Hi = unlog(all.nth(u+1)), unlog(all.nth(all.len()-u))
	}
	return e
}
