package play

import (
	"slices"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// Times returns the times of all frames in nanoseconds, sorted, and how many of them are CPU
// times, since another program took the processor.
func Times(r *drive.Result) (frames []float64, disturbed int) {
	frames = make([]float64, 0, len(r.Frames))
	for _, ns := range r.Frames {
		if ns < 0 {
			disturbed++
			ns = -ns
		}
		frames = append(frames, float64(ns))
	}
	slices.Sort(frames)
	return frames, disturbed
}

// Percentiles returns a percentile of the frames of each process.
func Percentiles(results []*drive.Result, share float64) (list []float64) {
	for _, r := range results {
		frames, _ := Times(r)
		list = append(list, Percentile(frames, share))
	}
	return list
}

// Mean returns the mean time of a frame in nanoseconds. Unlike the median it includes what happens
// in few frames: garbage collection, and systems and bursts of every n-th frame.
func Mean(r *drive.Result) float64 {
	frames, _ := Times(r)
	sum := 0.0
	for _, ns := range frames {
		sum += ns
	}
	return sum / float64(max(1, len(frames)))
}

// fewestFrames is the minimum for a percentile.
const fewestFrames = 20

// undisturbed returns the sorted times of the frames in which no other program took the
// processor, or of all frames if these are too few. After an interruption a frame refills the
// caches, so its CPU time is longer, too.
func undisturbed(r *drive.Result) (frames []float64) {
	for _, ns := range r.Frames {
		if ns > 0 {
			frames = append(frames, float64(ns))
		}
	}
	if len(frames) < fewestFrames {
		frames, _ = Times(r)
	}
	slices.Sort(frames)
	return frames
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
