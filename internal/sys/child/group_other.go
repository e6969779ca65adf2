//go:build !unix

package child

import (
	"os"
	"os/exec"
	"strconv"
)

func own(*exec.Cmd) {}

// end kills a process that still runs, with its descendants.
func end(p *os.Process) {
	// After its end the process number may belong to another process.
	if p.Signal(os.Kill) == os.ErrProcessDone {
		return
	}
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
}
