package measure

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A ledger reads the processor time of a thread. It is opened in advance and has a
// fixed buffer, so that reading does not allocate, see [Watch].
type ledger struct {
	schedstat *os.File
	text      [64]byte
	had       unix.Timespec
}

// open opens the ledger of the calling thread.
func (l *ledger) open() { l.schedstat, _ = os.Open("/proc/thread-self/schedstat") }

func (l *ledger) close() { l.schedstat.Close() }

// turns returns the turns of the calling thread so far (proc(5), clock_gettime(2)).
func (l *ledger) turns() Turns {
	n, err := l.schedstat.ReadAt(l.text[:], 0)
	if err != nil && err != io.EOF {
		return Turns{}
	}
	_, rest, _ := bytes.Cut(l.text[:n], []byte(" ")) // skip the processor time, which is more precise below
	digits, _, _ := bytes.Cut(rest, []byte(" "))
	waited, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &l.had) != nil {
		return Turns{}
	}
	return Turns{time.Duration(waited), time.Duration(l.had.Nano()), true}
}

// interruptions returns the calling thread and its number of involuntary context
// switches (getrusage(2)).
func interruptions() (thread, n int64) {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &usage) != nil {
		return 0, 0
	}
	return int64(unix.Gettid()), int64(usage.Nivcsw)
}
