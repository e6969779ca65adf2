package child

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMemoryIsWatched(t *testing.T) {
	cmd := command("grows")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	over := make(chan string)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	go watch(ctx, cmd.Process.Pid, 256<<20, func(what string) { over <- what })
	select {
	case what := <-over:
		if !strings.HasPrefix(what, "took more than 0.3 GB of memory") {
			t.Error(what)
		}
	case <-ctx.Done():
		t.Error("nothing was noticed")
	}
	if free := freeMemory(); free < 1<<20 {
		t.Errorf("%d bytes are free", free)
	}
}

// Who is killed cannot end what it has started; the kernel does.
func TestAProgramEndsWithUs(t *testing.T) {
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
