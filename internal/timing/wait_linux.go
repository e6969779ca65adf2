package timing

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

// A ledger reads the processor time of a thread. It is opened in advance and has a
// fixed buffer, so that reading does not allocate, see [Watch].
type ledger struct {
	schedstat *os.File
	text      [64]byte
	had       syscall.Timespec
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
	if err != nil {
		return Turns{}
	}
	const cpuTime = 3 // CLOCK_THREAD_CPUTIME_ID
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, cpuTime, uintptr(unsafe.Pointer(&l.had)), 0); failed != 0 {
		return Turns{}
	}
	return Turns{time.Duration(waited), time.Duration(l.had.Nano()), true}
}

// interruptions returns the calling thread and its number of involuntary context
// switches (getrusage(2)).
func interruptions() (thread, n int64) {
	const thisThread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if syscall.Getrusage(thisThread, &usage) != nil {
		return 0, 0
	}
	return int64(syscall.Gettid()), int64(usage.Nivcsw)
}
