package child

import (
	"fmt"
	"os/exec"
	"time"
)

// A Usage is what a process used, with all processes that it waited for.
type Usage struct {
	CPU         time.Duration
	SystemCalls uint64

	CountCalls bool // set by the caller: SystemCalls are wanted
}

// start starts a command, and counts its system calls if they are wanted. Finish fills the usage
// after the end of the process.
func (u *Usage) start(cmd *exec.Cmd) (finish func(), err error) {
	if u == nil {
		return func() {}, cmd.Start()
	}
	count := func() uint64 { return 0 }
	if u.CountCalls {
		count, err = startCounted(cmd)
	} else {
		err = cmd.Start()
	}
	return func() {
		u.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		u.SystemCalls = count()
	}, err
}

// uncountedError is that of machines that do not count system calls.
func uncountedError(why any) error {
	return fmt.Errorf("system calls cannot be counted here (%v): on Linux, mount tracefs (mount -t tracefs none /sys/kernel/tracing) and run as root or with sysctl kernel.perf_event_paranoid=-1; or omit --metric syscalls", why)
}
