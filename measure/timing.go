package measure

import (
	"runtime"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/scenarios"
)

// batchTime is the least length of a batch: long against the clock (tens of
// nanoseconds), and short against the time slices in which an operating system
// takes turns between programs (a few milliseconds).
const batchTime = time.Millisecond

// A timing is the timed part of a sample: batches of equally many parts of
// operations, timed one by one.
type timing struct {
	parts         int // of a batch
	perOperation  int // parts of an operation
	batches       []time.Duration
	bytes, allocs uint64 // allocated during all batches
}

func (t timing) total() (sum time.Duration) {
	for _, b := range t.batches {
		sum += b
	}
	return sum
}

// operations returns how many operations were timed.
func (t timing) operations() float64 {
	return float64(t.parts*len(t.batches)) / float64(t.perOperation)
}

// allocates tells whether the work itself allocates. The run-time allocates
// now and then too; that stays far below a byte for each entity.
func (t timing) allocates(entitiesPerOperation int) bool {
	return float64(t.bytes) >= t.operations()*float64(entitiesPerOperation)
}

// nanoseconds returns the time of an operation: that of the fastest batch.
//
// Work that allocates nothing takes the same time in each batch, unless
// something else takes turns with it or shares its core, and delays only ever
// add. The fastest batch is then the time of the work (Chen and Revels, "Robust
// benchmarking in noisy environments", 2016). Work that allocates is timed in
// one batch, so that it is charged for collecting its garbage.
func (t timing) nanoseconds() float64 {
	return float64(slices.Min(t.batches)) / float64(t.parts) * float64(t.perOperation)
}

// timeWorkload warms up, finds out how much of the work makes a batch, and
// times batches until they fill minTime and at least a whole operation.
func timeWorkload(w scenarios.Workload, minTime time.Duration) (timing, error) {
	s := newStopwatch(w)
	start := time.Now()
	share, err := w.Warm()
	if err != nil {
		return timing{}, err
	}
	perPart := float64(time.Since(start)) / (share * float64(s.perOperation))
	left := w.MaxOperations()*s.perOperation - s.perOperation

	// The guess from the warm-up says little, so the number grows by steps.
	var t timing
	for atMost := 100; ; atMost *= 100 {
		n := min(atMost, partsFor(batchTime, perPart))
		n = max(1, min(n, left/2)) // leaves as many for another attempt
		if t, err = s.time(n, 1); err != nil {
			return timing{}, err
		}
		left -= n
		if t.batches[0] >= batchTime || left < 2*n {
			break
		}
		perPart = float64(t.batches[0]) / float64(n)
	}
	perPart = float64(t.batches[0]) / float64(t.parts)
	wanted := max(partsFor(minTime, perPart), s.perOperation)
	if t.allocates(w.Entities()) {
		whole := (wanted + s.perOperation - 1) / s.perOperation * s.perOperation
		if t.parts >= whole {
			return t, nil
		}
		return s.time(max(1, min(whole, left)), 1)
	}
	return s.time(t.parts, max(1, min((wanted+t.parts-1)/t.parts, left/t.parts)))
}

// partsFor returns how many parts take a little longer than d.
func partsFor(d time.Duration, nanosecondsPerPart float64) int {
	return 1 + int(1.1*float64(d)/max(1, nanosecondsPerPart))
}

// A stopwatch times the parts that the operations of a workload consist of;
// an operation that does not consist of parts is one itself.
type stopwatch struct {
	workload     scenarios.Workload
	perOperation int
	run          func(parts int)
}

func newStopwatch(w scenarios.Workload) stopwatch {
	if d, ok := w.(scenarios.Divisible); ok {
		return stopwatch{w, d.Parts(), d.RunParts}
	}
	return stopwatch{w, 1, w.Run}
}

// time collects garbage and times batches of n parts. Preparing them, and
// reading the memory statistics, which stops the world, is kept out of the
// timed part.
func (s stopwatch) time(n, batches int) (timing, error) {
	t := timing{parts: n, perOperation: s.perOperation, batches: make([]time.Duration, batches)}
	if err := s.workload.Prepare((n*batches + s.perOperation - 1) / s.perOperation); err != nil {
		return timing{}, err
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range t.batches {
		start := time.Now()
		s.run(n)
		t.batches[i] = time.Since(start)
	}
	runtime.ReadMemStats(&after)
	t.bytes, t.allocs = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	return t, nil
}
