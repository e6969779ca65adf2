package gate

import (
	"math"

	"github.com/ecsbench/ecsbench/compare/student"
	"github.com/ecsbench/ecsbench/compare/verdict"
)

// estimate compares samples of values ≥ 0, given as sorted logarithms. The
// interval has level 1-alpha or the nearest above that the sizes allow; where
// they allow none it is infinite.
func estimate(x, y []float64, alpha float64) verdict.Effect {
	test := rankTestFor(len(x), len(y))
	all := &shifts{x: x, y: y}
	e := verdict.Effect{Log: unlog(all.median()), Lo: math.Inf(-1), Hi: math.Inf(1), P: significance(x, y)}
	// The interval holds the shifts that the test at this level would not
	// reject, so that the two never contradict each other.
	if u := test.critical(alpha); u >= 0 {
		e.Lo, e.Hi = unlog(all.nth(u+1)), unlog(all.nth(all.len()-u))
	}
	return e
}

// significance is the two-sided p of two tests, the smaller of them doubled since
// there are two: Mann and Whitney's of ranks, and Student's t of trimmed means.
//
// Ranks alone do not do. A gate has to correct for all its cases, so p has to be
// small, and of a dozen samples a rank test then needs all of one side below all of
// the other: a single disturbed one, of which a busy machine has some in every case,
// hides a change of any size. And six against six have p = 0.002, however far apart.
// Means alone do not do either: all of one side may be below all of the other, by
// amounts that differ so much that a mean says nothing.
func significance(x, y []float64) float64 {
	p := rankTestFor(len(x), len(y)).p(x, y)
	if difference, sd, freedom := trimmedDifference(x, y); sd > 0 { // false for NaN, from a single sample
		p = min(p, 2*student.T(freedom).CDF(-math.Abs(difference)/sd))
	}
	return min(1, tests*p)
}

// tests is how many significance makes.
const tests = 2

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
