package measure

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// turns tells how long this thread has waited for a processor in its life, and how
// long it has had one (proc(5), clock_gettime(2)).
func turns() (queued, processor time.Duration, known bool) {
	text, err := os.ReadFile("/proc/thread-self/schedstat")
	if err != nil {
		return 0, 0, false
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, 0, false
	}
	waited, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0, 0, false
	}
	var had unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &had) != nil {
		return 0, 0, false
	}
	return time.Duration(waited), time.Duration(had.Nano()), true
}
