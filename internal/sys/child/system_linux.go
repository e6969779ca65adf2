package child

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

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

// mostCounted is the highest limit of threads for which counting them is worth the time.
const mostCounted = 4096

// enoughThreads counts the threads of this user against the limit, which root does not have.
func enoughThreads() error {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_NPROC, &limit)
	if err != nil || limit.Cur > mostCounted || os.Getuid() == 0 {
		return nil
	}
	var running int
	threads, _ := filepath.Glob("/proc/[0-9]*/task/[0-9]*")
	for _, path := range threads {
		var info unix.Stat_t
		if unix.Stat(path, &info) == nil && int(info.Uid) == os.Getuid() {
			running++
		}
	}
	// A command and its worker have threads of the runtime, and one for each core.
	needed := 20 + 2*runtime.NumCPU()
	if have := int(limit.Cur) - running; have < needed {
		return fmt.Errorf("may start only %d of %d needed threads: end other processes, or use `ulimit -u 1024`", max(0, have), needed)
	}
	return nil
}

// programs counts the calls of [Run] in progress.
var programs struct {
	sync.Mutex
	running int
}

// adopt makes this process the parent of all orphaned descendants, in any session.
var adopt = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// begin precedes the start of a program.
func begin() {
	adopt()
	programs.Lock()
	defer programs.Unlock()
	programs.running++
}

// orphanPatience limits the wait for killed orphans.
const orphanPatience = 10 * time.Second

// endOrphans kills the descendants of an ended program. If other programs run, the last of
// them does it, because their orphans look alike. The error lists processes that cannot be
// killed.
func endOrphans() error {
	programs.Lock()
	defer programs.Unlock()
	programs.running--
	if programs.running > 0 {
		return nil
	}
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		left := orphans()
		if len(left) == 0 {
			return nil
		}
		if time.Since(begin) > orphanPatience {
			return fmt.Errorf("left processes running that cannot be killed: %s", strings.Trim(fmt.Sprint(left), "[]"))
		}
		for _, pid := range left {
			_ = unix.Kill(pid, unix.SIGKILL)
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
	}
}

// orphans lists the adopted children. Children of other packages are in the process group
// of this process.
func orphans() (pids []int) {
	// One system call makes the usual case cheap.
	if unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD {
		return nil
	}
	processes, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range processes {
		text, _ := os.ReadFile(path)
		var pid, parent, group int
		var state string
		_, _ = fmt.Sscan(string(text), &pid)
		_, _ = fmt.Sscan(string(text[bytes.LastIndexByte(text, ')')+1:]), &state, &parent, &group) // zeros if it has ended
		if parent == os.Getpid() && group != unix.Getpgrp() {
			pids = append(pids, pid)
		}
	}
	return pids
}
