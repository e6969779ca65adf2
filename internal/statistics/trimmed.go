package statistics

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// trimming is the share of samples cut at either end.
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

// freedom is the degrees of freedom of variance.
func (t trimmed) freedom() float64 { return t.h - 1 }

// variance is the variance of the mean.
func (t trimmed) variance() float64 { return t.squares / (t.h * (t.h - 1)) }

// TrimmedDifference returns the difference of the trimmed means, y minus x, with its
// standard deviation and degrees of freedom (K. K. Yuen, "The two-sample trimmed t for
// unequal population variances", Biometrika 61, 1974). With a single sample on either
// side the last two are NaN.
func TrimmedDifference(x, y []float64) (difference, sd, freedom float64) {
	a, b := trim(x), trim(y)
	v, w := a.variance(), b.variance()
	return b.mean - a.mean, math.Sqrt(v + w), Satterthwaite(v, a.freedom(), w, b.freedom())
}

// TrimmedScale returns a robust scale of both sides as the standard deviation of a
// normal distribution.
func TrimmedScale(x, y []float64) float64 {
	// winsorized is the standard deviation of a winsorized normal distribution.
	const winsorized = 0.642
	a, b := trim(x), trim(y)
	return math.Sqrt((a.squares+b.squares)/(a.n+b.n-2)) / winsorized
}
