package paired

import (
	"cmp"
	"slices"
)

// Holm returns the p-values corrected for their number, in the same order: to
// call significant what stays below alpha errs at least once in no more than a
// share alpha of all experiments, however the comparisons depend on each other.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	corrected := make([]float64, len(p))
	var worst float64
	for rank, i := range order {
		worst = max(worst, min(1, p[i]*float64(len(p)-rank)))
		corrected[i] = worst
	}
	return corrected
}
