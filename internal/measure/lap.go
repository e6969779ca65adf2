package measure

import (
	"runtime"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/scenarios"
)

// A Watch looks at something while a lap is run. It should not allocate.
type Watch interface {
	Begin() error
	End() error
}

// Lap prepares so many operations of a workload and times run, which does them:
// the one timer behind samples, trials and profiles. Watches begin in this order
// right before, and end in reverse order right after; what they do is not timed.
func Lap(w scenarios.Workload, operations int, run func(), watches ...Watch) (time.Duration, error) {
	if err := w.Prepare(operations); err != nil {
		return 0, err
	}
	for _, watch := range watches {
		if err := watch.Begin(); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	run()
	elapsed := time.Since(start)
	for _, watch := range slices.Backward(watches) {
		if err := watch.End(); err != nil {
			return 0, err
		}
	}
	return elapsed, nil
}

// Collected begins with a clean heap: what earlier laps left behind is not paid
// for by this one.
type Collected struct{}

// Begin implements [Watch].
func (Collected) Begin() error {
	scenarios.CollectGarbage()
	return nil
}

// End implements [Watch].
func (Collected) End() error { return nil }

// memory is what is allocated meanwhile. Reading it stops the world.
type memory struct {
	Bytes, Allocs uint64
	collections   uint32
	stats         runtime.MemStats
}

func (m *memory) Begin() error {
	runtime.ReadMemStats(&m.stats)
	m.Bytes, m.Allocs, m.collections = m.stats.TotalAlloc, m.stats.Mallocs, m.stats.NumGC
	return nil
}

func (m *memory) End() error {
	runtime.ReadMemStats(&m.stats)
	m.Bytes, m.Allocs, m.collections = m.stats.TotalAlloc-m.Bytes, m.stats.Mallocs-m.Allocs, m.stats.NumGC-m.collections
	return nil
}

// earliestCollection is the share of the next heap size at which a collection may
// already have begun.
const earliestCollection = 0.7

// collecting reports whether the garbage collector may still be at work after a lap.
func (m *memory) collecting() bool {
	return m.collections > 0 || float64(m.stats.HeapAlloc) >= earliestCollection*float64(m.stats.NextGC)
}

// A core watches the core around a lap. What gets in the way makes its clock seem
// lower and its noise probe higher. So the higher of two readings counts for both.
//
// Threads that collect the garbage of the lap would disturb the second reading, and
// programs that allocate would be taken for disturbed more often than others. They
// are waited for first.
type core struct {
	read   func() CoreReading
	memory *memory // of the lap; it ends before
	CoreReading
}

func newCore(m *memory) *core { return &core{read: ReadCore, memory: m} }

func (c *core) Begin() error {
	c.CoreReading = c.read()
	return nil
}

func (c *core) End() error {
	if c.memory.collecting() {
		scenarios.CollectGarbage()
	}
	r := c.read()
	c.Clock = max(c.Clock, r.Clock)
	if c.Probe > 0 && r.Probe > 0 {
		c.Probe = max(c.Probe, r.Probe)
	} else {
		c.Probe = 0 // one of the two failed
	}
	return nil
}
