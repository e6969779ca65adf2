package history

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A gap is a run of missing commits between two known ones, or at the end of the series.
type gap struct {
	from, to int     // indices of the known ones; -1 and the number of commits at the ends
	step     float64 // the largest significant change between the known ones, as logarithm
}

// order lists the missing commits, coarse to fine: the ends of the range, then the middle
// of every gap, those with a step first, and so on.
func (f *filler) order() (list []*state) {
	known := make([]bool, len(f.states))
	for i, s := range f.states {
		known[i] = len(s.files) > 0 || s.failure != ""
	}
	add := func(i int) {
		if !known[i] {
			known[i] = true
			list = append(list, f.states[i])
		}
	}
	gaps := f.gaps()
	for _, end := range []int{len(f.states) - 1, 0} {
		add(end)
	}
	for {
		var next []gap
		for _, g := range gaps {
			for i := g.from + 1; i < g.to; {
				if known[i] {
					i++
					continue
				}
				end := i
				for end < g.to && !known[end] {
					end++
				}
				next = append(next, gap{i - 1, end, g.step})
				i = end
			}
		}
		if len(next) == 0 {
			return list
		}
		slices.SortStableFunc(next, func(a, b gap) int {
			return cmp.Or(cmp.Compare(b.step, a.step), cmp.Compare(b.to-b.from, a.to-a.from))
		})
		// A gap with a step is halved completely before others.
		for i, g := range next {
			if i == 0 || g.step == next[0].step {
				add((g.from + g.to) / 2)
			}
		}
		gaps = next
	}
}

// gaps lists the gaps between commits with results.
func (f *filler) gaps() (list []gap) {
	last := -1
	for i := 0; i <= len(f.states); i++ {
		if i < len(f.states) && len(f.states[i].files) == 0 {
			continue
		}
		if i-last > 1 {
			g := gap{from: last, to: i}
			if last >= 0 && i < len(f.states) {
				g.step = stepBetween(f.states[last].files, f.states[i].files)
			}
			list = append(list, g)
		}
		last = i
	}
	return list
}

// stepBetween returns the largest change of a case with disjoint intervals.
func stepBetween(a, b []*results.File) (most float64) {
	levels := map[results.Key][]float64{}
	each := func(files []*results.File, visit func(results.Key, []float64)) {
		for _, f := range files {
			for _, c := range f.Cases {
				if v := c.Values["ns/op"]; len(v) >= statistics.MedianMinSamples {
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
