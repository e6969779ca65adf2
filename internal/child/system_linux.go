package child

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithUs has the kernel kill a program when the thread that started it ends. Threads
// of Go last as long as the process.
func endWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// memoryShare is the share of free memory that a process may take.
const memoryShare = 0.8

var available = regexp.MustCompile(`(?m)^MemAvailable:\s+(\d+) kB$`)

// limitMemory limits what a program and its children may each allocate to a share of the
// memory that is free. If memory runs out, the kernel ends them first.
func limitMemory(pid int) {
	text, _ := os.ReadFile("/proc/meminfo")
	if free := available.FindSubmatch(text); free != nil {
		kib, _ := strconv.ParseFloat(string(free[1]), 64)
		limitTo(pid, uint64(memoryShare*kib*1024))
	}
}

// limitTo is limitMemory with a limit in bytes. Both may be forbidden.
func limitTo(pid int, limit uint64) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: limit, Max: limit}, nil)
}
