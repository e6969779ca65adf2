package measure

import "time"

// wait is how long a thread waits for a processor while it has work to do: for
// others that take turns with it. The zero wait knows nothing.
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

// without is what is left of the time that was measured meanwhile. Both what the
// thread had of a processor and the time less the wait are too little: the first
// where it waited for other threads, as for a collection of garbage, and the second
// by a wait right before or after.
func (w *wait) without(timed time.Duration) time.Duration {
	if !w.known {
		return timed
	}
	return min(timed, max(w.processor, timed-w.queued))
}

// turns is whether others had a turn on the processor during a lap, as far as one
// thread shows: it was interrupted while it had work to do, and so found other data in
// the caches behind it.
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
