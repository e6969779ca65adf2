package measure

import (
	"runtime"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/scenarios"
)

// batchTime is the least length of a batch of operations: long against the
// clock (tens of nanoseconds), and short against the time slices in which an
// operating system takes turns between programs (a few milliseconds).
const batchTime = time.Millisecond

// A batch is operations that were timed as a whole.
type batch struct {
	operations    int
	elapsed       time.Duration
	bytes, allocs uint64
}

// A timing is the timed part of a sample: batches of equally many operations.
type timing []batch

// operations returns how many operations were timed.
func (t timing) operations() int {
	n := 0
	for _, b := range t {
		n += b.operations
	}
	return n
}

// allocated returns the bytes and objects allocated meanwhile.
func (t timing) allocated() (bytes, allocs uint64) {
	for _, b := range t {
		bytes += b.bytes
		allocs += b.allocs
	}
	return bytes, allocs
}

// nanoseconds returns the time of an operation that processes so many
// entities.
//
// Work that allocates nothing takes the same time in each batch, unless
// something else takes turns with it; then the median of the batches is the
// time of the work. Work that allocates is charged for all its batches, since
// the garbage that one batch makes may be collected during another. (The
// run-time itself allocates now and then; it stays far below a byte for each
// entity.)
func (t timing) nanoseconds(entities int) float64 {
	total := time.Duration(0)
	perOperation := make([]float64, len(t))
	for i, b := range t {
		total += b.elapsed
		perOperation[i] = float64(b.elapsed) / float64(b.operations)
	}
	if bytes, _ := t.allocated(); bytes >= uint64(t.operations()*entities) {
		return float64(total) / float64(t.operations())
	}
	slices.Sort(perOperation)
	middle := len(perOperation) / 2
	if len(perOperation)%2 == 1 {
		return perOperation[middle]
	}
	return (perOperation[middle-1] + perOperation[middle]) / 2
}

// timeWorkload warms up, finds out how many operations make a batch, and times
// batches until they fill minTime.
func timeWorkload(w scenarios.Workload, minTime time.Duration) (timing, error) {
	start := time.Now()
	share, err := w.Warm()
	if err != nil {
		return nil, err
	}
	left := w.MaxOperations() - 1
	first, err := firstBatch(w, float64(time.Since(start))/share, &left)
	if err != nil {
		return nil, err
	}
	t := timing{first}
	for total := first.elapsed; total < minTime && left >= first.operations; left -= first.operations {
		b, err := timeOperations(w, first.operations)
		if err != nil {
			return nil, err
		}
		t = append(t, b)
		total += b.elapsed
	}
	return t, nil
}

// firstBatch times more and more operations until they fill batchTime, or the
// workload can do no more. The guess of how long an operation takes comes from
// the warm-up and says little, so the number grows by steps.
func firstBatch(w scenarios.Workload, perOperation float64, left *int) (batch, error) {
	for atMost := 100; ; atMost *= 100 {
		n := min(atMost, 1+int(1.1*float64(batchTime)/max(1, perOperation)))
		n = max(1, min(n, *left/2)) // leaves as many for another attempt
		b, err := timeOperations(w, n)
		*left -= n
		if err != nil || b.elapsed >= batchTime || *left < 2*n {
			return b, err
		}
		perOperation = float64(b.elapsed) / float64(n)
	}
}

// timeOperations prepares n operations, collects garbage, and times them.
// Reading the memory statistics stops the world; it is kept out of the timed
// part.
func timeOperations(w scenarios.Workload, n int) (batch, error) {
	if err := w.Prepare(n); err != nil {
		return batch{}, err
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	w.Run(n)
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	return batch{
		operations: n,
		elapsed:    elapsed,
		bytes:      after.TotalAlloc - before.TotalAlloc,
		allocs:     after.Mallocs - before.Mallocs,
	}, nil
}
