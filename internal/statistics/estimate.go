package statistics

import "math"

// A Shift is the difference of two samples on the logarithmic scale, with its interval
// and p. It is infinite from or to zero.
type Shift struct{ Log, Lo, Hi, P float64 }

// ShiftOf compares samples of values ≥ 0, given as sorted logarithms. The
// interval has level 1-alpha or the nearest above that the sizes allow; if
// they allow none, it is infinite.
func ShiftOf(x, y []float64, alpha float64) Shift {
	test := RankTestFor(len(x), len(y))
	all := &Differences{X: x, Y: y}
	e := Shift{Log: Unlog(all.median()), Lo: math.Inf(-1), Hi: math.Inf(1), P: significance(x, y)}
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
// Ranks alone are not enough. After correction for all cases p must be small. With a
// dozen samples a rank test then needs all of one side below all of the other, so one
// disturbed sample hides a change of any size. Six against six have p = 0.002 at best.
// Means alone are not enough either: if all of one side is below all of the other, the
// scatter may still be too large for a mean.
func significance(x, y []float64) float64 {
	p := RankTestFor(len(x), len(y)).P(x, y)
	if difference, sd, freedom := TrimmedDifference(x, y); sd > 0 { // false for NaN, from a single sample
		p = min(p, 2*Student(freedom).CDF(-math.Abs(difference)/sd))
	}
	return min(1, tests*p)
}

// tests is how many significance makes.
const tests = 2

// RunDrift is the standard deviation of the drift between runs of one program, in units
// of the scatter of the samples within a run. Of 21 runs of 43 cases at a load of 6 to 10
// consecutive ones differed as 0.15 to 0.2 makes them, in creation as 0.25 to 0.3 does,
// and those seven runs apart as 0.2 to 0.23 and 0.35.
const RunDrift = 0.2

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
