package timing

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ProcessTurns returns the turns of all threads of this process so far (proc(5),
// getrusage(2)). Threads that have ended are missing from the wait.
func ProcessTurns() (t Turns) {
	var usage syscall.Rusage
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil || syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return Turns{}
	}
	for _, thread := range threads {
		stat, err := os.ReadFile("/proc/self/task/" + thread.Name() + "/schedstat")
		if err != nil {
			continue // the thread has ended
		}
		if fields := strings.Fields(string(stat)); len(fields) == 3 {
			queued, err := strconv.ParseInt(fields[1], 10, 64)
			t.Queued += time.Duration(queued)
			t.Known = t.Known || err == nil
		}
	}
	t.Processor = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	return t
}
