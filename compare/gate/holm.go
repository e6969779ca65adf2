package gate

import (
	"cmp"
	"slices"
)

// holm returns p corrected for their number, in the order given: comparing
// each with alpha keeps the chance of any false alarm among them below alpha,
// whatever they have to do with each other (Holm 1979, A simple sequentially
// rejective multiple test procedure, Scand. J. Stat. 6).
func holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ps[i], ps[j]) })
	out := make([]float64, len(ps))
	highest := 0.0
	for k, i := range order {
		highest = max(highest, min(1, ps[i]*float64(len(ps)-k)))
		out[i] = highest
	}
	return out
}
