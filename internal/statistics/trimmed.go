package statistics

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// trimming is the share of samples that a trimmed mean leaves out at either end.
const trimming = 0.2

// A trimmed is what is left of samples without the outermost ones (J. W. Tukey and
// D. H. McLaughlin, "Less vulnerable confidence and significance procedures for
// location based on a single sample", Sankhyā A 25, 1963).
type trimmed struct {
	mean float64
	n, h float64 // samples, and how many are left
	// squares is the sum of squared distances from the mean of all samples, with
	// the outermost ones moved to the nearest that is left: winsorized.
	squares float64
}

// trim leaves out samples that are sorted.
func trim(x []float64) trimmed {
	cut := int(trimming * float64(len(x)))
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

// freedom is the number of degrees with which variance is known.
func (t trimmed) freedom() float64 { return t.h - 1 }

// variance is that of the mean.
func (t trimmed) variance() float64 { return t.squares / (t.h * (t.h - 1)) }

// TrimmedDifference is by how much the trimmed mean of y is above that of x, with
// its standard deviation and the degrees of freedom with which this is known (K. K.
// Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61,
// 1974). With a single sample on either side it is not.
func TrimmedDifference(x, y []float64) (difference, sd, freedom float64) {
	a, b := trim(x), trim(y)
	v, w := a.variance(), b.variance()
	return b.mean - a.mean, math.Sqrt(v + w), Satterthwaite(v, a.freedom(), w, b.freedom())
}

// TrimmedScale is how far samples are from the middle of their side, as the standard
// deviation of a normal distribution, whatever the outermost ones are.
func TrimmedScale(x, y []float64) float64 {
	// winsorized is the standard deviation of a normal distribution that is winsorized.
	const winsorized = 0.642
	a, b := trim(x), trim(y)
	return math.Sqrt((a.squares+b.squares)/(a.n+b.n-2)) / winsorized
}
