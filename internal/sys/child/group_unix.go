//go:build unix

package child

import (
	"cmp"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// own gives a command its own process group, which its children inherit.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = cmp.Or(cmd.SysProcAttr, &syscall.SysProcAttr{})
	cmd.SysProcAttr.Setpgid = true
	endWithUs(cmd.SysProcAttr)
}

// end kills the group and waits briefly until it is gone: dying processes may still
// write into a folder that is about to be removed.
func end(p *os.Process) {
	if syscall.Kill(-p.Pid, syscall.SIGKILL) != nil {
		return
	}
	for range 20 {
		time.Sleep(5 * time.Millisecond)
		if syscall.Kill(-p.Pid, 0) != nil {
			return
		}
	}
}
