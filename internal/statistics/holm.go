package statistics

import (
	"cmp"
	"slices"
)

// Holm returns p-values of comparisons made at once, corrected for their number, in the same order:
// to call significant what stays below alpha errs at least once in no more than
// a share alpha of all experiments, whatever the comparisons have to do with
// each other (S. Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6, 1979). NaN is not allowed.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ps[i], ps[j]) })
	corrected := make([]float64, len(ps))
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, ps[i]*float64(len(ps)-rank)))
		corrected[i] = highest
	}
	return corrected
}
