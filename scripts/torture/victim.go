//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A victim is a process of ecsbench, with all that it starts in a group of its
// own.
type victim struct {
	cmd    *exec.Cmd
	output bytes.Buffer
	ended  chan struct{}
}

// start starts ecsbench in the folder.
func (t *torture) start(args ...string) *victim {
	return t.startCommand(exec.Command(t.program, args...))
}

// startConfined starts it such that no file becomes larger than so many KiB, as
// if the disk were full.
func (t *torture) startConfined(kib string, args ...string) *victim {
	script := `ulimit -f "$1"; shift; exec "$@"`
	return t.startCommand(exec.Command("bash", append([]string{"-c", script, "confine", kib, t.program}, args...)...))
}

func (t *torture) startCommand(cmd *exec.Cmd) *victim {
	v := &victim{cmd: cmd, ended: make(chan struct{})}
	cmd.Dir = t.dir
	cmd.Stdout, cmd.Stderr = &v.output, &v.output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second
	program.Check(cmd.Start())
	go func() {
		_ = cmd.Wait() // the exit code is checked
		close(v.ended)
	}()
	return v
}

// await waits until something is so, or the process has ended.
func (t *torture) await(v *victim, so func() bool) {
	for !so() {
		select {
		case <-v.ended:
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
}

// strike sends a signal after a while, to the process or to the whole group. It reports
// whether the process was still there.
func (t *torture) strike(v *victim, after time.Duration, signal syscall.Signal, group bool) bool {
	select {
	case <-v.ended:
		return false
	case <-time.After(after):
	}
	pid := v.cmd.Process.Pid
	if group {
		pid = -pid
	}
	return syscall.Kill(pid, signal) == nil
}

// blow strikes with one of some signals, and counts it.
func (t *torture) blow(v *victim, after time.Duration, signals ...syscall.Signal) syscall.Signal {
	signal := signals[t.rng.IntN(len(signals))]
	if t.strike(v, after, signal, t.chance(2)) { // a group as a terminal, a shell or a container does
		t.done.add("kills", 1)
		t.done.add("by "+unix.SignalName(signal), 1)
	}
	return signal
}

// end waits until the process has ended and returns its exit code, -1 if it was
// killed. What hangs, or leaves processes behind, is a fault.
func (t *torture) end(v *victim) int {
	select {
	case <-v.ended:
	case <-time.After(2 * time.Minute):
		t.fault("hung", "%v\n%s", v.cmd.Args, &v.output)
		_ = syscall.Kill(-v.cmd.Process.Pid, syscall.SIGKILL)
		<-v.ended
	}
	for deadline := time.Now().Add(10 * time.Second); !errors.Is(syscall.Kill(-v.cmd.Process.Pid, 0), syscall.ESRCH); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.fault("left running", "%v", v.cmd.Args)
			_ = syscall.Kill(-v.cmd.Process.Pid, syscall.SIGKILL)
			break
		}
	}
	if strings.Contains(v.output.String(), "goroutine ") {
		t.fault("traces", "%v\n%s", v.cmd.Args, &v.output)
	}
	return v.cmd.ProcessState.ExitCode()
}

// children lists the processes that it has started and that still run.
func (v *victim) children() (pids []int) {
	out, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	if err != nil {
		return nil
	}
	return childrenOf(v.cmd.Process.Pid, string(out))
}

// childrenOf reads pairs of a process and its parent.
func childrenOf(parent int, pairs string) (pids []int) {
	for line := range strings.Lines(pairs) {
		var pid, ppid int
		if n, _ := fmt.Sscan(line, &pid, &ppid); n == 2 && ppid == parent {
			pids = append(pids, pid)
		}
	}
	return pids
}
