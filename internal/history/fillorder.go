package history

import (
	"math"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// order lists the missing commits, coarse to fine: the ends of the range, then the middle of
// one gap between known commits after the other.
func (f *filler) order() (list []*state) {
	known, steps := make([]bool, len(f.states)), make([]float64, len(f.states))
	last := -1 // commit with results
	for i, s := range f.states {
		known[i] = len(s.files) > 0 || s.failure != ""
		if len(s.files) == 0 {
			continue
		}
		if last >= 0 && i-last > 1 {
			step := stepBetween(f.states[last].files, s.files)
			for missing := last + 1; missing < i; missing++ {
				steps[missing] = step
			}
		}
		last = i
	}
	for next := []int{len(f.states) - 1, 0}; len(next) > 0; next = next[1:] {
		if i := next[0]; !known[i] {
			known[i] = true
			list = append(list, f.states[i])
		}
		if middle := widest(known, steps); len(next) == 1 && middle >= 0 {
			next = append(next, middle)
		}
	}
	return list
}

// widest returns the middle of the gap with the largest step between its ends, of equal ones
// that of the longest gap; -1 if nothing is missing.
func widest(known []bool, steps []float64) (middle int) {
	middle = -1
	from, size, step := -1, 0, 0.0
	for i := 0; i <= len(known); i++ {
		if i < len(known) && !known[i] {
			continue
		}
		if gap := i - from - 1; gap > 0 && (middle < 0 || steps[from+1] > step || steps[from+1] == step && gap > size) {
			middle, size, step = (from+i)/2, gap, steps[from+1]
		}
		from = i
	}
	return middle
}

// stepBetween returns the largest change of a case with disjoint intervals.
func stepBetween(a, b []*results.File) (most float64) {
	levels := map[results.Key][]float64{}
	each := func(files []*results.File, visit func(results.Key, []float64)) {
		for _, f := range files {
			for _, c := range f.Cases {
				if v := c.In("ns/op"); len(v) >= statistics.MedianMinSamples {
					visit(results.KeyOf(c.Name, func(key string) string { return c.Config[key] }), v)
				}
			}
		}
	}
	each(a, func(k results.Key, v []float64) { levels[k] = v })
	each(b, func(k results.Key, v []float64) {
		before, ok := levels[k]
		if !ok {
			return
		}
		x, y := statistics.MedianOf(before), statistics.MedianOf(v)
		if x.Hi < y.Lo || y.Hi < x.Lo {
			most = max(most, math.Abs(math.Log(statistics.Median(v)/statistics.Median(before))))
		}
	})
	return most
}
