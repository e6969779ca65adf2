package measure

import (
	"runtime"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure/heap"
	"github.com/ecsbench/ecsbench/internal/measure/spin"
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
	heap.Collect()
	return nil
}

// End implements [Watch].
func (Collected) End() error { return nil }

// memory is what is allocated meanwhile. Reading it stops the world.
type memory struct {
	Bytes, Allocs uint64
	stats         runtime.MemStats
}

func (m *memory) Begin() error {
	runtime.ReadMemStats(&m.stats)
	m.Bytes, m.Allocs = m.stats.TotalAlloc, m.stats.Mallocs
	return nil
}

func (m *memory) End() error {
	runtime.ReadMemStats(&m.stats)
	m.Bytes, m.Allocs = m.stats.TotalAlloc-m.Bytes, m.stats.Mallocs-m.Allocs
	return nil
}

// core is the clock of the core, in GHz; 0 where it cannot be read. Whatever gets
// in the way makes a core seem slower, never faster.
type core struct {
	read  func() float64
	clock float64
}

func newCore() *core { return &core{read: spin.Clock} }

func (c *core) Begin() error { c.clock = c.read(); return nil }
func (c *core) End() error   { c.clock = max(c.clock, c.read()); return nil }
