package child

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// endWithUs has the kernel kill a program when the thread that started it ends. Threads
// of Go last as long as the process.
func endWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

const (
	// memoryShare is the share of free memory that a program may take.
	memoryShare = 0.8
	// memoryPeriod is the time between checks. Half a gigabyte of fresh memory can be
	// written meanwhile. It is longer than a usual trial, so that the check disturbs
	// none.
	memoryPeriod = 100 * time.Millisecond
)

// watchMemory checks the memory of a process until the context ends. Its children are
// left to the kernel, which kills them first when memory runs out.
func watchMemory(ctx context.Context, pid int, over func(what string)) {
	watch(ctx, pid, int64(memoryShare*float64(freeMemory("/"))), over)
}

// watch is watchMemory with a limit in bytes.
func watch(ctx context.Context, pid int, limit int64, over func(what string)) {
	proc := "/proc/" + strconv.Itoa(pid)
	_ = os.WriteFile(proc+"/oom_score_adj", []byte("1000"), 0) // may be forbidden
	tick := time.NewTicker(memoryPeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if taken := residentMemory(proc); limit > 0 && taken > limit {
			over(fmt.Sprintf("took more than %.1f GB of memory, %.0f%% of what was free", float64(limit)/1e9, 100*memoryShare))
			return
		}
	}
}

// residentMemory returns the memory of a process in bytes; 0 if unknown.
func residentMemory(proc string) int64 {
	text, _ := os.ReadFile(proc + "/statm")
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// freeMemory returns the free memory of the machine or container with its files below
// root, in bytes; 0 if unknown.
func freeMemory(root string) (free int64) {
	text, _ := os.ReadFile(filepath.Join(root, "proc/meminfo"))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			free = kib << 10
		}
	}
	group := filepath.Join(root, "sys/fs/cgroup")
	limit, used := number(filepath.Join(group, "memory.max")), number(filepath.Join(group, "memory.current"))
	if limit > 0 && used > 0 && (free == 0 || limit-used < free) {
		free = limit - used
	}
	return free
}

// number reads a number from a file; 0 for a missing file or "max".
func number(path string) int64 {
	text, _ := os.ReadFile(path)
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}
