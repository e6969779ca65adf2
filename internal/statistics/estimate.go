package statistics

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// A Shift is the estimated difference of two samples. It is on the logarithmic scale: a
// doubling and a halving have the same size.
type Shift struct {
	Log    float64 // ±Inf from or to zero
	Lo, Hi float64 // confidence interval; ±Inf from or to zero or with too few samples, NaN for none
	P      float64 // of no difference, before any correction; NaN if not tested
}

// ShiftOf compares samples of values ≥ 0, given as sorted logarithms. The interval has
// the level 1-alpha or the next higher that the sizes allow, and is infinite if there
// is none.
//
// If the values of each side are equal, nothing but their rounding hides what they are. It is
// the half-width of the interval then: by how much, as logarithm, the values may differ from
// the printed ones, both sides together.
func ShiftOf(x, y []float64, alpha, rounding float64) Shift {
	test := RankTestFor(len(x), len(y))
	all := &Differences{X: x, Y: y}
	e := Shift{Log: Unlog(all.median()), Lo: math.Inf(-1), Hi: math.Inf(1), P: significance(x, y, rounding)}
	// The interval is the set of shifts that the test accepts at this level, so the two
	// never contradict each other.
	if u := test.Critical(alpha); u >= 0 {
		e.Lo, e.Hi = Unlog(all.Nth(u+1)), Unlog(all.Nth(all.len()-u))
	}
	if Constant(x) && Constant(y) && e.Log != 0 {
		e.Lo, e.Hi = e.Lo-rounding, e.Hi+rounding
	}
	return e
}

// Constant reports whether all values of a sorted sample are equal.
func Constant(x []float64) bool { return x[0] == x[len(x)-1] }

// Beside adds an independent error with the standard deviation hidden, which the samples do not
// show, to a shift whose samples show the standard deviation shown. Errors add up in squares.
func (s Shift) Beside(hidden, shown, alpha float64) Shift {
	if hidden > 0 {
		far := NormalQuantile(1-alpha/2) * hidden
		s.Lo, s.Hi = s.Log-math.Hypot(s.Log-s.Lo, far), s.Log+math.Hypot(s.Hi-s.Log, far)
		s.P = max(s.P, 2*stats.StdNormal.CDF(-math.Abs(s.Log)/math.Hypot(hidden, shown)))
	}
	return s
}

// significance combines two tests: it doubles the smaller two-sided p of the
// Mann-Whitney test of ranks and of Student's t-test of trimmed means.
//
// Ranks alone are not enough. Correction for many cases needs a small p. With a dozen
// samples a rank test then needs complete separation, so one disturbed sample hides a
// change of any size. Six against six have p = 0.002 at best. Means alone are not
// enough either: complete separation may still scatter too much for a mean.
// Samples without scatter are compared with the rounding of their values.
func significance(x, y []float64, rounding float64) float64 {
	p := RankTestFor(len(x), len(y)).P(x, y)
	difference, sd, freedom := trimmedDifference(x, y)
	if sd == 0 || Constant(x) && Constant(y) {
		sd, freedom = rounding, float64(len(x)+len(y)-2)
	}
	if sd > 0 && freedom > 0 { // false for NaN, from a single sample
		p = min(p, 2*Student(freedom).CDF(-math.Abs(difference)/sd))
	}
	return min(1, tests*p)
}

// PowerLevel is the share of measurements that detect the MDE.
const PowerLevel = 0.95

// MDE returns the smallest shift that [ShiftOf] finds significant at alpha in 95% of measurements
// like x and y, corrected for a number of comparisons, beside a hidden error, see [Shift.Beside];
// atBest is what remains for any number of samples. It is +Inf if so few samples have no interval.
func MDE(x, y []float64, rounding, hidden, alpha float64, comparisons int) (mde, atBest float64) {
	test, level, all := RankTestFor(len(x), len(y)), alpha/tests/float64(comparisons), float64(len(x)+len(y)-2)
	if test.Critical(alpha) < 0 {
		return math.Inf(1), 0
	}
	if Constant(x) && Constant(y) {
		return CriticalT(level, all) * rounding, 0
	}
	_, sd, freedom := trimmedDifference(x, y)
	if sd == 0 { // all but a few are equal
		sd, freedom = Scatter(x, y)*math.Sqrt(1/float64(len(x))+1/float64(len(y))), all
	}
	often := NormalQuantile(PowerLevel)
	shown := (CriticalT(level, freedom) + often) * sd
	if test.Critical(level) < min(len(x), len(y))/2 {
		shown *= UncertaintyFactor(freedom) // ranks do not help where the scatter is misjudged
	}
	atBest = (NormalQuantile(1-level/2) + often) * hidden
	return math.Hypot(shown, atBest), atBest
}

// TimesMore returns the factor of samples needed to detect a change, if the present MDE
// is seen and the limit for any number of samples is atBest.
func TimesMore(seen, atBest, change float64) float64 {
	left := change*change - atBest*atBest
	if left <= 0 || math.IsInf(seen, 1) {
		return math.Inf(1)
	}
	return (seen*seen - atBest*atBest) / left
}

// tests is the number of tests in significance.
const tests = 2

// RunDrift is the standard deviation of the drift between runs of one program, relative
// to the scatter of samples within a run. It was fitted to 21 runs of 43 cases at a
// load of 6 to 10. Consecutive runs fit 0.15 to 0.2 (creation 0.25 to 0.3), runs seven
// apart 0.2 to 0.23 (creation 0.35).
const RunDrift = 0.2

// Scatter returns the mean distance of samples from the median of their side, scaled to
// the standard deviation of a normal distribution. It is steadier than the median
// distance and more robust than the squared one.
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

// trimming is the share of samples cut at either end. Five samples or fewer are all used: the
// p-values of the middle three are too small.
const trimming = 0.2

// A trimmed is a sample without its extremes (J. W. Tukey and D. H. McLaughlin, "Less
// vulnerable confidence and significance procedures for location based on a single
// sample", Sankhyā A 25, 1963).
type trimmed struct {
	mean float64
	n, h float64 // samples, and samples left
	// squares is the winsorized sum of squared distances from the mean: extremes are
	// moved to the nearest sample left.
	squares float64
}

// trim trims sorted samples.
func trim(x []float64) trimmed {
	cut := 0
	if len(x) > 5 {
		cut = int(trimming * float64(len(x)))
	}
	middle := x[cut : len(x)-cut]
	t := trimmed{mean: stats.Mean(middle), n: float64(len(x)), h: float64(len(middle))}
	lo, hi, k := middle[0], middle[len(middle)-1], float64(cut)
	center := (k*lo + t.h*t.mean + k*hi) / t.n
	t.squares = k*(lo-center)*(lo-center) + k*(hi-center)*(hi-center)
	for _, v := range middle {
		t.squares += (v - center) * (v - center)
	}
	return t
}

// freedom is the degrees of freedom of variance.
func (t trimmed) freedom() float64 { return t.h - 1 }

// variance is the variance of the mean.
func (t trimmed) variance() float64 { return t.squares / (t.h * (t.h - 1)) }

// trimmedDifference returns the difference of the trimmed means, y minus x, with its
// standard deviation and degrees of freedom (K. K. Yuen, "The two-sample trimmed t for
// unequal population variances", Biometrika 61, 1974). With a single sample on either
// side the last two are NaN.
func trimmedDifference(x, y []float64) (difference, sd, freedom float64) {
	a, b := trim(x), trim(y)
	v, w := a.variance(), b.variance()
	return b.mean - a.mean, math.Sqrt(v + w), Satterthwaite(v, a.freedom(), w, b.freedom())
}

// TrimmedScale returns a robust scale of samples around the means of their sides, as the standard
// deviation of a normal distribution; NaN if no side has two.
func TrimmedScale(sides ...[]float64) float64 {
	// winsorized is the standard deviation of a winsorized normal distribution.
	const winsorized = 0.642
	squares, freedom := 0.0, 0.0
	for _, side := range sides {
		t := trim(side)
		squares, freedom = squares+t.squares, freedom+t.n-1
	}
	return math.Sqrt(squares/freedom) / winsorized
}
