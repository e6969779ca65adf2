package profiler

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A GC is the garbage collection of a case. Forced collections and the scannable heap are those
// of the process after set-up and one operation; the floor is before set-up.
type GC struct {
	Forced      float64 `json:"forced"`      // seconds of a forced collection, median
	ForcedFloor float64 `json:"forcedFloor"` // the same before set-up
	Scannable   int64   `json:"scannable"`   // bytes of the heap that may hold pointers
	ScanFloor   int64   `json:"scanFloor"`   // the same before set-up
	Live        int64   `json:"live"`        // bytes live after a forced collection
	Operations  int     `json:"operations"`  // that were run to see the pauses
	Seconds     float64 `json:"seconds"`     // that they took
	Collections int     `json:"collections"` // meanwhile
	Paused      float64 `json:"paused"`      // seconds, by all of them
	LongestStop float64 `json:"longestStop"` // seconds
}

const (
	forcedCollections = 9
	gcSlice           = 500 * time.Millisecond // to see the pauses, unless the plan has less
	keptPauses        = 256                    // by the runtime
)

// lookGC forces collections, and then runs operations with usual collections.
func lookGC(r request) (answer, error) {
	g := &GC{ForcedFloor: forced(), ScanFloor: scannable()}
	watch := &collections{percent: usualPercent()}
	w, err := r.Case.Open()
	if err != nil {
		return answer{}, err
	}
	warm, err := timed(w, 1, nil)
	if err != nil {
		return answer{}, err
	}
	g.Forced, g.Scannable, g.Live = forced(), scannable(), scenarios.LiveHeap()
	if err := g.run(min(gcSlice, r.Duration), w, warm, watch); err != nil {
		return answer{}, err
	}
	return answer{Visits: w.Entities(), GC: g}, w.Verify()
}

func (g *GC) run(d time.Duration, w scenarios.Workload, warm time.Duration, watch *collections) error {
	left := w.MaxOperations() - 1
	n, err := operationsIn(d, w, warm, &left)
	if err != nil {
		return err
	}
	elapsed, err := measure.Lap(w, n, func() { w.Run(n) }, measure.Collected{}, watch)
	if err != nil {
		return err
	}
	before, after := &watch.before, &watch.after
	g.Operations, g.Seconds = n, elapsed.Seconds()
	g.Collections = int(after.NumGC - before.NumGC)
	g.Paused = (after.PauseTotal - before.PauseTotal).Seconds()
	for _, p := range after.Pause[:min(g.Collections, len(after.Pause), keptPauses)] {
		g.LongestStop = max(g.LongestStop, p.Seconds())
	}
	return nil
}

// collections counts the collections of a lap, with the collector set to percent:
// workloads may have turned it off.
type collections struct {
	percent, was  int
	before, after debug.GCStats
}

func (c *collections) Begin() error {
	c.was = debug.SetGCPercent(c.percent)
	debug.ReadGCStats(&c.before)
	return nil
}

func (c *collections) End() error {
	debug.ReadGCStats(&c.after)
	debug.SetGCPercent(c.was)
	return nil
}

// usualPercent returns the user's setting of the collector.
func usualPercent() int {
	percent := debug.SetGCPercent(-1)
	debug.SetGCPercent(percent)
	return percent
}

// forced returns the median time of forced collections, in seconds.
func forced() float64 {
	runtime.GC()
	var times []float64
	for range forcedCollections {
		start := time.Now()
		runtime.GC()
		times = append(times, time.Since(start).Seconds())
	}
	return statistics.MedianOf(times).Center
}

// scannable returns the bytes of the heap that the collector must scan.
func scannable() int64 {
	sample := []metrics.Sample{{Name: "/gc/scan/heap:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}
