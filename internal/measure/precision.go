package measure

import "github.com/ecsbench/ecsbench/internal/statistics"

// A Series is what the samples of a case say, in turn.
type Series struct {
	Values []float64 // in the first unit of the case
	Cycles []float64 // of the same samples; none where the clock could not be read
}

// Precision is that of the median of the values or that of the cycles,
// whichever is narrower: of two witnesses of the same samples the steadier one
// tells. Where the clock moves that is cycles, where work waits for memory it
// is time.
func (s Series) Precision() float64 {
	p := statistics.MedianOf(s.Values).Precision()
	if len(s.Cycles) < len(s.Values) {
		return p
	}
	return min(p, statistics.MedianOf(s.Cycles).Precision())
}
