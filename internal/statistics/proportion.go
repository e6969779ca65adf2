package statistics

import "math"

// Proportion returns the 95% confidence interval of a proportion of which k of n independent
// trials are known. It is Wilson's score interval (E. B. Wilson, "Probable inference, the law of
// succession, and statistical inference", JASA 22, 1927), which is within 0 and 1 and has the
// stated coverage for few trials too. Without trials it is 0 to 1.
func Proportion(k, n float64) (lo, hi float64) {
	const z = 1.959964
	if n <= 0 {
		return 0, 1
	}
	p, z2 := min(1, k/n), z*z
	center := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	return max(0, center-half), min(1, center+half)
}
