package ecs_test

import (
	"runtime"
	"slices"
	"testing"
	"time"
)

// long skips a test under -short.
func long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs without -short, and in CI")
	}
}

// medianTimes runs the functions in turns, each a batch of calls, and returns the median time of a
// call of each in nanoseconds.
func medianTimes(b *testing.B, batch int, fs ...func()) []float64 {
	took := make([][]float64, len(fs))
	for b.Loop() {
		for i, f := range fs {
			f() // move its data into place first
			start := time.Now()
			for range batch {
				f()
			}
			took[i] = append(took[i], float64(time.Since(start))/float64(batch))
		}
	}
	medians := make([]float64, len(fs))
	for i := range fs {
		slices.Sort(took[i])
		medians[i] = took[i][len(took[i])/2]
	}
	return medians
}

// liveHeap returns the bytes in use after two collections on one processor, because a thread for
// another one takes memory, too. The second collection frees memory that finalizers and pools held.
func liveHeap() int64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
