package child

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

func TestMemoryIsLimited(t *testing.T) {
	t.Parallel()
	cmd := command("grows")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	fixture.Check(t, cmd.Start())
	limitTo(cmd.Process.Pid, 512<<20)
	err := cmd.Wait()
	text := stderr.String()
	refused := strings.Contains(text, "out of memory") || strings.Contains(text, "failed to allocate") // by the runtime, by the race detector
	if !errors.As(err, new(*exec.ExitError)) || !refused {
		t.Errorf("%v, %q", err, text)
	}
}

func newSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// alive reports whether a process runs. A zombie does not.
func alive(pid string) bool {
	text, err := os.ReadFile("/proc/" + strings.TrimSpace(pid) + "/stat")
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// A process in its own session leaves the group of its program. It still ends with the
// program, with all its children.
func TestOtherSessionsEnd(t *testing.T) {
	for _, kind := range []string{"leaves", "leaves a family", "leaves while it loops"} {
		path := filepath.Join(t.TempDir(), "pid")
		limits := generous
		if kind == "leaves while it loops" {
			limits.Time = time.Second
		}
		var pids []byte
		for pids == nil {
			_, _, err := Run(context.Background(), command(kind, "CHILD_PID="+path, "CHILD_SESSION=own"), limits)
			if err != nil && !errors.Is(err, ErrTime) {
				t.Fatal(err)
			}
			// A busy machine needs longer to start a process.
			if pids, err = os.ReadFile(path); err != nil && limits.Time >= generous.Time {
				t.Fatal(err)
			}
			limits.Time *= 2
		}
		for _, pid := range strings.Fields(string(pids)) {
			if alive(pid) {
				t.Errorf("%s: process %s still runs", kind, pid)
				if n, err := strconv.Atoi(pid); err == nil {
					_ = syscall.Kill(n, syscall.SIGKILL)
				}
			}
		}
	}
}

// Running programs and children of other starters survive.
func TestOtherProcessesSurvive(t *testing.T) {
	other := command("loops")
	fixture.Check(t, other.Start())
	defer other.Wait()
	defer other.Process.Kill()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, _, err := Run(ctx, command("loops"), generous)
		ended <- err
	}()
	for range 3 {
		if _, _, err := Run(context.Background(), command("prints a word"), generous); err != nil {
			t.Error(err)
		}
	}
	select {
	case err := <-ended:
		t.Errorf("a program that runs was ended: %v", err)
	default:
	}
	cancel()
	<-ended
	if !alive(strconv.Itoa(other.Process.Pid)) {
		t.Error("a process of somebody else was ended")
	}
}

// The folder of temporary files may be on a noexec mount. The kernel returns the same error for
// a file without permission to execute, which needs no right to mount.
func TestNoexec(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	fixture.Check(t, os.WriteFile(program, []byte("#!/bin/sh\n"), 0o666))
	_, _, err := Run(context.Background(), exec.Command(program), generous)
	if err == nil || !strings.Contains(err.Error(), "mounted noexec: set TMPDIR") {
		t.Error(err)
	}
}

// The kernel ends the children of a killed process.
func TestChildrenEndIfThisProcessIsKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pid")
	parent := command("runs", "CHILD_PID="+path)
	fixture.Check(t, parent.Start())
	var pid []byte
	for deadline := time.Now().Add(time.Minute); len(pid) == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		pid, _ = os.ReadFile(path)
	}
	parent.Process.Kill()
	parent.Wait()
	for deadline := time.Now().Add(time.Minute); alive(string(pid)); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %s still runs", pid)
		}
	}
}
