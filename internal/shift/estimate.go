package shift

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// An Estimate is by how much one sample is above another, on the logarithmic scale, with
// its interval and the p of the difference. From or to zero it is infinite.
type Estimate struct{ Log, Lo, Hi, P float64 }

// Of compares samples of values ≥ 0, given as sorted logarithms. The
// interval has level 1-alpha or the nearest above that the sizes allow; where
// they allow none it is infinite.
func Of(x, y []float64, alpha float64) Estimate {
	test := RankTestFor(len(x), len(y))
	all := &Differences{X: x, Y: y}
	e := Estimate{Log: Unlog(all.median()), Lo: math.Inf(-1), Hi: math.Inf(1), P: significance(x, y)}
	// The interval holds the shifts that the test at this level would not
	// reject, so that the two never contradict each other.
	if u := test.Critical(alpha); u >= 0 {
		e.Lo, e.Hi = Unlog(all.Nth(u+1)), Unlog(all.Nth(all.len()-u))
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
	p := RankTestFor(len(x), len(y)).P(x, y)
	if difference, sd, freedom := TrimmedDifference(x, y); sd > 0 { // false for NaN, from a single sample
		p = min(p, 2*statistics.Student(freedom).CDF(-math.Abs(difference)/sd))
	}
	return min(1, tests*p)
}

// tests is how many significance makes.
const tests = 2

// Scatter measures how far samples are from the median of their side: the
// mean distance, as the standard deviation of a normal
// distribution with that distance. It is steadier than the median distance
// and less swayed by outliers than the squared one.
func Scatter(sides ...[]float64) float64 {
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
