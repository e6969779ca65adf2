package profiler

import (
	"fmt"
	"runtime"

	"github.com/ecsbench/ecsbench/internal/measure"
)

// seenCounters has the hardware counters. A real or virtual processor may lack some.
type seenCounters struct {
	Operations int             `json:"operations"`
	Counts     CacheReferences `json:"counts"`
	Known      []string        `json:"known"` // the names of those that it has, as in events
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
	set, err := openCounters()
	if err != nil {
		return answer{}, err
	}
	defer set.close()
	c := &counted{set: set}
	if _, err := measure.Lap(w, n, func() { w.Run(n) }, measure.Collected{}, c); err != nil {
		return answer{}, err
	}
	return answer{
		Visits:   w.Entities(),
		Counters: &seenCounters{Operations: n, Counts: c.counts, Known: c.known},
	}, w.Verify()
}

// counted counts with hardware counters.
type counted struct {
	set    *counterSet
	counts CacheReferences
	known  []string
}

func (c *counted) Begin() error {
	if err := c.set.start(); err != nil {
		return fmt.Errorf("start hardware counters: %w", err)
	}
	return nil
}

func (c *counted) End() (err error) {
	if c.counts, c.known, err = c.set.stop(); err != nil {
		return fmt.Errorf("read hardware counters: %w", err)
	}
	return nil
}

// readCounters returns the findings of the worker's counters.
func readCounters(seen *seenCounters) *Cache {
	return &Cache{
		By:         ByHardware,
		Operations: seen.Operations,
		Op:         seen.Counts.Scaled(int64(seen.Operations)),
		Known:      seen.Known,
	}
}
