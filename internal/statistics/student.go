package statistics

import "github.com/aclements/go-moremath/stats"

// most is with how many degrees of freedom the distribution is as good as normal: its
// quantile at 99.9% differs by 0.2%. The continued fraction that it is computed by
// takes more steps the more there are, and gives up at some ten thousands.
const most = 1000

// Student is Student's t distribution with any number of degrees of freedom above 0
// (Student, "The probable error of a mean", Biometrika 6, 1908).
func Student(freedom float64) stats.TDist { return stats.TDist{V: min(freedom, most)} }

// StudentQuantile is below what the distribution with so many degrees of freedom is with
// probability p, at least 0.5 and below 1: by Newton's method from the normal
// quantile, which is not beyond it. Above its median the distribution function
// bends downwards, so that no step goes too far.
func StudentQuantile(freedom, p float64) float64 {
	t := Student(freedom)
	x := stats.StdNormal.InvCDF(p)
	for {
		step := (p - t.CDF(x)) / t.PDF(x)
		x += step
		if step <= 1e-12*x { // nothing, or rounding
			return x
		}
	}
}

// Satterthwaite is with how many degrees of freedom the sum of two variances is
// known (F. E. Satterthwaite, "An approximate distribution of estimates of variance
// components", Biometrics 2, 1946). One of them at least is above 0.
func Satterthwaite(v, vFreedom, w, wFreedom float64) float64 {
	share := v / (v + w) // squares of small variances would be nothing
	return 1 / (share*share/vFreedom + (1-share)*(1-share)/wFreedom)
}
