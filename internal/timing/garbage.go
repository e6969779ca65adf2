package timing

import (
	"math"
	"runtime"
	"runtime/metrics"
	"time"
)

// CollectGarbage frees all garbage. It collects on this processor alone. On a busy machine,
// waiting for a second processor takes milliseconds, in which other programs empty the caches of
// the first. Under a load of 8, creating 10,000 entities took 24.2 to 24.9 cycles each with
// this, and 25.8 to 31.5 without. A sample also takes a third less time.
//
// Several goroutines must not use it at once: the number of processors is that of the whole
// program.
func CollectGarbage() {
	defer OneProcessor()()
	runtime.GC()
}

// OneProcessor keeps the program to one processor until restore is called, so heap sizes are
// comparable. A thread that the runtime starts for another processor adds 5.5 kB: it made most
// worlds of 1,000 entities look 8 to 30% heavier, some by twice that.
func OneProcessor() (restore func()) {
	processors := runtime.GOMAXPROCS(1)
	return func() { runtime.GOMAXPROCS(processors) }
}

// LiveHeap returns the bytes in use after two collections. The second frees memory that
// finalizers and pools held.
func LiveHeap() int64 {
	CollectGarbage()
	CollectGarbage()
	return AllocatedHeap()
}

// AllocatedHeap returns the bytes of the heap that are in use or garbage.
func AllocatedHeap() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// Collection returns the shortest of several garbage collections, because other programs can only
// delay one, and the bytes of the scanned heap.
func Collection() (shortest time.Duration, scanned uint64) {
	CollectGarbage()
	shortest = math.MaxInt64
	for range 7 {
		start := time.Now()
		runtime.GC()
		shortest = min(shortest, time.Since(start))
	}
	heap := []metrics.Sample{{Name: "/gc/scan/heap:bytes"}}
	metrics.Read(heap)
	return shortest, heap[0].Value.Uint64()
}

// Shortest returns the nanoseconds of a call, in the fastest of several batches that take a
// millisecond at least, because other programs can only delay one.
func Shortest(call func() error) (nanoseconds float64, err error) {
	n, fastest := 1, math.Inf(1)
	for done := 0; done < 7; {
		CollectGarbage()
		start := time.Now()
		for range n {
			if err := call(); err != nil {
				return 0, err
			}
		}
		took := time.Since(start)
		if took < time.Millisecond {
			n *= 2
			continue
		}
		fastest = min(fastest, float64(took)/float64(n))
		done++
	}
	return fastest, nil
}

// GoroutinesLeft returns the number of new goroutines, after those that are ending have ended.
func GoroutinesLeft(before int) int {
	const patience = 200 * time.Millisecond
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		CollectGarbage() // finalizers may end them
		left := runtime.NumGoroutine() - before
		if left <= 0 || time.Since(start) > patience {
			return max(0, left)
		}
	}
}
