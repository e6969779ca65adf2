package timing

import (
	"runtime"
	"slices"
	"time"
)

// A Watch observes a lap. It should not allocate.
type Watch interface {
	Begin()
	End()
}

// Lap prepares the operations of a workload and times run, which executes them.
// Samples, trials and profiles all use this timer. Watches begin in order before the
// timed part and end in reverse order after it.
func Lap(w Workload, operations int, run func(), watches ...Watch) (time.Duration, error) {
	if err := w.Prepare(operations); err != nil {
		return 0, err
	}
	for _, watch := range watches {
		watch.Begin()
	}
	start := time.Now()
	run()
	elapsed := time.Since(start)
	for _, watch := range slices.Backward(watches) {
		watch.End()
	}
	return elapsed, nil
}

// Collected collects garbage first, so a lap does not pay for earlier ones.
type Collected struct{}

// Begin implements [Watch].
func (Collected) Begin() { CollectGarbage() }

// End implements [Watch].
func (Collected) End() {}

// Memory counts the allocations of a lap. Reading it stops the world.
type Memory struct {
	Bytes, Allocs uint64
	collections   uint32
	stats         runtime.MemStats
}

// Begin implements [Watch].
func (m *Memory) Begin() {
	runtime.ReadMemStats(&m.stats)
	m.Bytes, m.Allocs, m.collections = m.stats.TotalAlloc, m.stats.Mallocs, m.stats.NumGC
}

// End implements [Watch].
func (m *Memory) End() {
	runtime.ReadMemStats(&m.stats)
	m.Bytes, m.Allocs, m.collections = m.stats.TotalAlloc-m.Bytes, m.stats.Mallocs-m.Allocs, m.stats.NumGC-m.collections
}

// earliestCollection is the share of the next heap size from which a collection may
// have begun.
const earliestCollection = 0.7

// collecting reports whether the garbage collector may still be at work after a lap.
func (m *Memory) collecting() bool {
	return m.collections > 0 || float64(m.stats.HeapAlloc) >= earliestCollection*float64(m.stats.NextGC)
}

// A Core reads the core before and after a lap. A disturbance lowers the measured clock and
// raises the noise probe, so the higher readings count.
//
// Threads that collect the garbage of the lap would disturb the second reading, more
// often for programs that allocate. The reading waits for them.
type Core struct {
	Read   func() CoreReading
	Memory *Memory // of the lap; ends before
	CoreReading
}

// Begin implements [Watch].
func (c *Core) Begin() { c.CoreReading = c.Read() }

// End implements [Watch].
func (c *Core) End() {
	if c.Memory.collecting() {
		CollectGarbage()
	}
	r := c.Read()
	c.Clock = max(c.Clock, r.Clock)
	if c.Probe > 0 && r.Probe > 0 {
		c.Probe = max(c.Probe, r.Probe)
	} else {
		c.Probe = 0 // one reading failed
	}
}

// wait measures the turns of a thread during a lap. The zero wait measures nothing.
type wait struct {
	ledger
	Turns
}

func (w *wait) Begin() { w.Turns = w.turns() }

func (w *wait) End() { w.Turns = w.turns().Since(w.Turns) }

// LapWithoutWait is [Lap] without the time that the thread waited for a processor.
func LapWithoutWait(w Workload, operations int, run func(), watches ...Watch) (time.Duration, error) {
	runtime.LockOSThread() // waiting is counted per thread
	defer runtime.UnlockOSThread()
	waited := &wait{}
	waited.open()
	defer waited.close()
	timed, err := Lap(w, operations, run, append(watches, waited)...)
	return waited.Without(timed), err
}

// interruption reports whether the thread was interrupted during a lap while it had work to do.
// Other data may then be in the caches.
type interruption struct {
	read                  func() (thread, n int64)
	thread, interruptions int64
	interrupted           bool
}

func (t *interruption) Begin() { t.thread, t.interruptions = t.read() }

func (t *interruption) End() {
	thread, n := t.read()
	t.interrupted = thread == t.thread && n > t.interruptions
}
