package child

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// running lists the programs that [Run] has started and not yet waited for.
var running = struct {
	sync.Mutex
	pids map[int]bool
}{pids: make(map[int]bool)}

// adopt makes this process the parent of all orphaned descendants, including those in
// other sessions, so that none escapes.
var adopt = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

func start(cmd *exec.Cmd) error {
	adopt()
	running.Lock()
	defer running.Unlock()
	err := cmd.Start()
	if err == nil {
		running.pids[cmd.Process.Pid] = true
	}
	return err
}

// orphanPatience limits the wait for killed orphans.
const orphanPatience = 2 * time.Second

// endOrphans kills the descendants of an ended program in any group or session. If
// other programs run, the last of them does it, because their orphans look alike. The
// error lists processes that cannot be killed.
func endOrphans(pid int) error {
	running.Lock()
	delete(running.pids, pid)
	running.Unlock()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		left := orphans()
		switch {
		case len(left) == 0:
			return nil
		case time.Since(begin) > orphanPatience:
			return fmt.Errorf("left processes running that cannot be killed: %s", strings.Trim(fmt.Sprint(left), "[]"))
		}
		for _, pid := range left {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		for _, pid := range left {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
	}
}

// orphans lists the adopted children. The others have a process group made by [Run].
func orphans() (pids []int) {
	running.Lock()
	defer running.Unlock()
	if len(running.pids) > 0 || !haveChildren() {
		return nil
	}
	entries, _ := os.ReadDir("/proc")
	self, group := os.Getpid(), unix.Getpgrp()
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, itsGroup := parentOf(pid); parent == self && itsGroup != group {
			pids = append(pids, pid)
		}
	}
	return pids
}

// haveChildren costs one system call, so that the usual case is cheap.
func haveChildren() bool {
	return unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) != unix.ECHILD
}

// parentOf returns the parent and group of a process, zeros if it has ended.
func parentOf(pid int) (parent, group int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	afterName := string(text[bytes.LastIndexByte(text, ')')+1:])
	var state string
	_, _ = fmt.Sscan(afterName, &state, &parent, &group)
	return parent, group
}
