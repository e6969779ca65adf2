package statistics

import "slices"

// Median returns the median of values, 0 if there are none.
func Median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	return median(slices.Sorted(slices.Values(x)))
}

func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
