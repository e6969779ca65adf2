package outdir_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// TestMain can also hold a lock until it is killed.
func TestMain(m *testing.M) {
	if path := os.Getenv("HOLD"); path != "" {
		if _, err := outdir.TakeLock(path); err != nil {
			os.Exit(1)
		}
		os.Stdout.WriteString("held\n")
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

func TestLockedErrorNamesTheHolder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.lock")
	l, err := outdir.TakeLock(path)
	fixture.Check(t, err)
	_, err = outdir.TakeLock(path)
	host, _ := os.Hostname()
	if !errors.Is(err, outdir.ErrLocked) || !strings.HasPrefix(err.Error(), fmt.Sprintf("process %d on host %s, since %s", os.Getpid(), host, time.Now().Format("2006-"))) {
		t.Fatalf("the second got %v", err)
	}
	fixture.Check(t, l.Release())
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
	if l, err = outdir.TakeLock(path); err != nil {
		t.Fatal(err)
	}
	fixture.Check(t, l.Release())
}

func take(path string) error {
	l, err := outdir.TakeLock(path)
	if err != nil {
		return err
	}
	return l.Release()
}

func TestKilledHolderReleasesTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HOLD="+path)
	out, err := cmd.StdoutPipe()
	fixture.Check(t, err)
	fixture.Check(t, cmd.Start())
	if n, err := out.Read(make([]byte, 8)); n == 0 {
		t.Fatal(err)
	}
	_, err = outdir.TakeLock(path)
	if !errors.Is(err, outdir.ErrLocked) || !strings.HasPrefix(err.Error(), fmt.Sprintf("process %d on host ", cmd.Process.Pid)) {
		t.Errorf("while it lives: %v", err)
	}
	fixture.Check(t, cmd.Process.Kill())
	_ = cmd.Wait()
	fixture.Check(t, take(path))
}

// A starting process has its parent's files open until exec, even if the parent is
// killed.
func TestChildOfADeadHolderIsAwaited(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.lock")
	other := flock.New(path)
	if ours, err := other.TryLock(); !ours || err != nil {
		t.Fatal(ours, err)
	}
	time.AfterFunc(50*time.Millisecond, func() { other.Unlock() })
	if err := take(path); err != nil {
		t.Error(err)
	}
}

// Release removes the file that another process may have just opened.
func TestNeverTwoHolders(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.lock")
	var inside, taken atomic.Int32
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 300 {
				l, err := outdir.TakeLock(path)
				if err != nil {
					if !errors.Is(err, outdir.ErrLocked) {
						t.Error(err)
					}
					continue
				}
				if inside.Add(1) > 1 {
					t.Error("two have it at once")
				}
				taken.Add(1)
				inside.Add(-1)
				if err := l.Release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if taken.Load() == 0 {
		t.Error("no process ever had it")
	}
}
