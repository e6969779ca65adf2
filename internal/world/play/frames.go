package play

import (
	"slices"

	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// fewest is how many undisturbed frames make a percentile of their own. With
// fewer, all frames count.
const fewest = 50

// Undisturbed returns the frames in which no other program took the processor, in
// nanoseconds and sorted. If nearly all were disturbed it returns all of them.
func Undisturbed(r *drive.Result) (frames []float64, disturbed int) {
	all := make([]float64, 0, len(r.Frames))
	for _, ns := range r.Frames {
		if ns < 0 {
			disturbed++
			all = append(all, -float64(ns))
			continue
		}
		all = append(all, float64(ns))
		frames = append(frames, float64(ns))
	}
	if len(frames) < min(fewest, len(all)) {
		frames = all
	}
	slices.Sort(frames)
	return frames, disturbed
}

// Percentile returns the value below which a share of sorted values is,
// interpolated between neighbours (type 7 of R. J. Hyndman and Y. Fan, "Sample
// quantiles in statistical packages", The American Statistician 50, 1996).
func Percentile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	at := share * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	next := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[next]-sorted[i])
}
