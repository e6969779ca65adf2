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

// StepUp corrects p-values for the number of comparisons and keeps their order. If values below
// alpha are significant, at most a share alpha of the significant ones is wrong on average; if
// nothing differs, at most a share alpha of all experiments has any (Y. Benjamini and Y.
// Hochberg, "Controlling the false discovery rate", J. R. Stat. Soc. B 57, 1995). Unlike with
// [Holm], the power does not fall with the number of differences. NaN is not allowed.
func StepUp(ps []float64) []float64 {
	corrected := make([]float64, len(ps))
	order, lowest := lists.Order(ps), 1.0
	for rank := len(ps) - 1; rank >= 0; rank-- {
		i := order[rank]
		lowest = min(lowest, ps[i]*float64(len(ps))/float64(rank+1))
		corrected[i] = lowest
	}
	return corrected
}
