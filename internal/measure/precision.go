package measure

import "github.com/ecsbench/ecsbench/internal/statistics"

// A Series is the samples of a case in order.
type Series struct {
	Values []float64 // in the first unit of the case
	Cycles []float64 // of the same samples; empty if the clock could not be read
}

// Precision is that of the median of the values or of the cycles, whichever is
// narrower. Cycles are steadier if the clock changes, time is steadier if the work
// waits for memory.
func (s Series) Precision() float64 {
	p := statistics.MedianOf(s.Values).Precision()
	if len(s.Cycles) < len(s.Values) {
		return p
	}
	return min(p, statistics.MedianOf(s.Cycles).Precision())
}
