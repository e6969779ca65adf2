package profiler

import (
	"fmt"
	"runtime"

	"github.com/ecsbench/ecsbench/profiler/cachegrind"
)

// seenCounters is what hardware counters counted. A processor, or the machine
// that simulates one, need not have all of them.
type seenCounters struct {
	Operations int                   `json:"operations"`
	Counts     cachegrind.References `json:"counts"`
	Known      []string              `json:"known"` // the names of those that it has, as in events
}

// lookCounters runs operations with the hardware counters on, all of it on one
// thread. The collector may work on others; it is not counted.
func lookCounters(r request) (answer, error) {
	runtime.LockOSThread()
	w, err := r.Case.Open()
	if err != nil {
		return answer{}, err
	}
	n := r.Operations
	if n == 0 {
		n = max(1, min(10*enoughVisits/max(1, w.Entities()), w.MaxOperations()/2))
	}
	if err := w.Prepare(n); err != nil {
		return answer{}, err
	}
	runtime.GC()
	counters, err := openCounters()
	if err != nil {
		return answer{}, err
	}
	defer counters.close()
	if err := counters.start(); err != nil {
		return answer{}, fmt.Errorf("start hardware counters: %w", err)
	}
	w.Run(n)
	counts, known, err := counters.stop()
	if err != nil {
		return answer{}, fmt.Errorf("read hardware counters: %w", err)
	}
	return answer{
		Visits:   w.Entities(),
		Counters: &seenCounters{Operations: n, Counts: counts, Known: known},
	}, w.Verify()
}

// readCounters makes findings of what the worker saw.
func readCounters(seen *seenCounters) *Cache {
	return &Cache{
		By:         ByHardware,
		Operations: seen.Operations,
		Op:         seen.Counts.Scaled(int64(seen.Operations)),
		Known:      seen.Known,
	}
}
