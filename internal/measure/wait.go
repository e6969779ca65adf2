package measure

import (
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/scenarios"
)

// wait measures the turns of a thread during a lap. The zero wait measures nothing.
type wait struct {
	ledger
	Turns
}

func (w *wait) Begin() { w.Turns = w.turns() }

func (w *wait) End() { w.Turns = w.turns().Since(w.Turns) }

// lapWithoutWait is [Lap] without the time that the thread waited for a processor.
func lapWithoutWait(w scenarios.Workload, operations int, run func(), watches ...Watch) (time.Duration, error) {
	runtime.LockOSThread() // waiting is counted per thread
	defer runtime.UnlockOSThread()
	waited := &wait{}
	waited.open()
	defer waited.close()
	timed, err := Lap(w, operations, run, append(watches, waited)...)
	return waited.Without(timed), err
}

// interruption reports whether the thread was interrupted during a lap while it had work to
// do, and so found other data in the caches.
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
