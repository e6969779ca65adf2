package child

import (
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestMemoryIsWatched(t *testing.T) {
	t.Parallel()
	cmd := command("grows")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	// Programs below the limit or without a known limit continue.
	synctest.Test(t, func(t *testing.T) {
		for _, limit := range []int64{0, math.MaxInt64} {
			go watch(t.Context(), cmd.Process.Pid, limit, func(what string) { t.Errorf("with a limit of %d bytes: %s", limit, what) })
		}
		time.Sleep(time.Second)
	})
	over := make(chan string)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	go watch(ctx, cmd.Process.Pid, 256<<20, func(what string) { over <- what })
	select {
	case what := <-over:
		if what != "took more than 0.3 GB of memory, 80% of what was free" {
			t.Error(what)
		}
	case <-ctx.Done():
		t.Error("nothing was noticed")
	}
	if free := freeMemory("/"); free < 1<<20 {
		t.Errorf("%d bytes are free", free)
	}
}

func TestFreeMemory(t *testing.T) {
	for _, test := range []struct {
		available, limit, used string
		want                   int64
	}{
		{"2048 kB", "", "", 2 << 20},
		{"2048 kB", "max", "1048576", 2 << 20},
		{"2048 kB", "3145728", "2097152", 1 << 20},
		{"2048 kB", "8388608", "1048576", 2 << 20},
		{"2048 kB", "3145728", "", 2 << 20}, // unknown usage
		{"", "3145728", "1048576", 2 << 20},
		{"", "", "", 0},
	} {
		root := t.TempDir()
		for name, text := range map[string]string{
			"proc/meminfo":                 "MemTotal:       16000000 kB\nMemFree:         1000 kB\nMemAvailable:   " + test.available + "\n",
			"sys/fs/cgroup/memory.max":     test.limit + "\n",
			"sys/fs/cgroup/memory.current": test.used + "\n",
		} {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if free := freeMemory(root); free != test.want {
			t.Errorf("%+v: %d bytes are free", test, free)
		}
	}
	if free := freeMemory(t.TempDir()); free != 0 {
		t.Errorf("%d bytes are free of an unknown size", free)
	}
}

func TestResidentMemory(t *testing.T) {
	for text, pages := range map[string]int{"300 107 20 1 0 50 0\n": 107, "300": 0, "": 0} {
		proc := t.TempDir()
		if err := os.WriteFile(filepath.Join(proc, "statm"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := residentMemory(proc); got != int64(pages*os.Getpagesize()) {
			t.Errorf("%q: %d bytes, want %d pages", text, got, pages)
		}
	}
}

// alive reports whether a process runs. A zombie does not.
func alive(pid string) bool {
	text, err := os.ReadFile("/proc/" + strings.TrimSpace(pid) + "/stat")
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// Running programs and children of other starters survive.
func TestOtherProcessesSurvive(t *testing.T) {
	other := command("loops")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
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

// The folder of temporary files may be on a noexec mount.
func TestNoexec(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_NOEXEC, ""); err != nil {
		t.Skip("may not mount:", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
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
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid []byte
	for deadline := time.Now().Add(time.Minute); len(pid) == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		pid, _ = os.ReadFile(path)
	}
	parent.Process.Kill()
	parent.Wait()
	for range 200 {
		state, err := exec.Command("ps", "-o", "stat=", "-p", string(pid)).Output()
		if err != nil || strings.HasPrefix(string(state), "Z") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}
