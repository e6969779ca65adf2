package measure

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A ledger is where the system keeps what a thread has had of a processor. It is
// opened before it is needed and has room for what is read, so that reading it
// allocates nothing, as a [Watch] should not.
type ledger struct {
	schedstat *os.File
	text      [64]byte
	had       unix.Timespec
}

// open opens that of the thread which the caller is on.
func (l *ledger) open() { l.schedstat, _ = os.Open("/proc/thread-self/schedstat") }

func (l *ledger) close() { l.schedstat.Close() }

// turns tells how long the thread has waited for a processor in its life, and how
// long it has had one (proc(5), clock_gettime(2)); it is called on that thread.
func (l *ledger) turns() (queued, processor time.Duration, known bool) {
	n, err := l.schedstat.ReadAt(l.text[:], 0)
	if err != nil && err != io.EOF {
		return 0, 0, false
	}
	_, rest, _ := bytes.Cut(l.text[:n], []byte(" ")) // behind the time on a processor, which is told more exactly below
	digits, _, _ := bytes.Cut(rest, []byte(" "))
	waited, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &l.had) != nil {
		return 0, 0, false
	}
	return time.Duration(waited), time.Duration(l.had.Nano()), true
}

// interruptions returns the thread that the caller is on, and how many times it has
// lost its processor to another (getrusage(2)).
func interruptions() (thread, n int64) {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &usage) != nil {
		return 0, 0
	}
	return int64(unix.Gettid()), int64(usage.Nivcsw)
}
