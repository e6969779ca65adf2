package statistics

import "github.com/ecsbench/ecsbench/internal/lists"

// Holm corrects p-values for the number of comparisons and keeps their order. If values
// below alpha are significant, at most a share alpha of all experiments has any error,
// for any dependence between the comparisons (S. Holm, "A simple sequentially rejective
// multiple test procedure", Scandinavian Journal of Statistics 6, 1979). NaN is not
// allowed.
func Holm(ps []float64) []float64 {
	corrected := make([]float64, len(ps))
	highest := 0.0
	for rank, i := range lists.Order(ps) {
		highest = max(highest, min(1, ps[i]*float64(len(ps)-rank)))
		corrected[i] = highest
	}
	return corrected
}
