package timing

import "time"

// Turns are how long threads that have work to do have waited for a processor, and how
// long they have had one.
type Turns struct {
	Queued, Processor time.Duration
	Known             bool
}

// Since returns the turns after an earlier reading.
func (t Turns) Since(before Turns) Turns {
	return Turns{t.Queued - before.Queued, t.Processor - before.Processor, t.Known && before.Known}
}

// Without subtracts the wait from a duration that the turns cover. It returns the larger
// of two lower bounds: the processor time, too low if the threads waited for others, and
// the duration less the wait, too low if they waited just before or after.
func (t Turns) Without(timed time.Duration) time.Duration {
	if !t.Known {
		return timed
	}
	return min(timed, max(t.Processor, timed-t.Queued))
}
