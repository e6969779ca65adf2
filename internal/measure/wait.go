package measure

import "time"

// wait measures how long a thread waits for a processor while it has work to do. The
// zero wait measures nothing.
type wait struct {
	ledger
	known             bool
	queued, processor time.Duration // waiting for a processor, and having one
}

func (w *wait) Begin() error {
	w.queued, w.processor, w.known = w.turns()
	return nil
}

func (w *wait) End() error {
	queued, processor, known := w.turns()
	w.queued, w.processor, w.known = queued-w.queued, processor-w.processor, w.known && known
	return nil
}

// without subtracts the wait from the timed duration. It returns the larger of two
// lower bounds: the thread's processor time, too low if it waited for other threads,
// and the time less the wait, too low if it waited just before or after.
func (w *wait) without(timed time.Duration) time.Duration {
	if !w.known {
		return timed
	}
	return min(timed, max(w.processor, timed-w.queued))
}

// turns reports whether the thread was interrupted during a lap while it had work to
// do, and so found other data in the caches.
type turns struct {
	read                  func() (thread, n int64)
	thread, interruptions int64
	interrupted           bool
}

func (t *turns) Begin() error {
	t.thread, t.interruptions = t.read()
	return nil
}

func (t *turns) End() error {
	thread, n := t.read()
	t.interrupted = thread == t.thread && n > t.interruptions
	return nil
}
