package outdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// A Lock is held by this process until it is released or the process ends.
type Lock struct {
	path string
	file *flock.Flock // nil if the file system has no locks
}

// A LockHolder is a process that holds a lock. It is zero if unknown.
type LockHolder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

func (h LockHolder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d on host %s, since %s,", h.PID, h.Host, h.Since.Local().Format(time.DateTime))
}

// dead reports whether the process has certainly ended. Only processes of this host can
// be checked.
func (h LockHolder) dead() bool {
	if host, err := os.Hostname(); err != nil || host != h.Host {
		return false
	}
	p, err := os.FindProcess(h.PID)
	return err == nil && errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// A LockHeldError means that another process holds the lock.
type LockHeldError struct {
	Path   string // of the lock
	Holder LockHolder
}

func (e *LockHeldError) Error() string { return fmt.Sprintf("%v has the lock %s", e.Holder, e.Path) }

// lingering is how long to wait for the lock of a dead holder. A process killed while
// it starts another one leaves it a copy of the open file until exec.
const lingering = time.Second

// TakeLock takes the lock file at path, in an existing folder. It does not wait for a
// living holder: the error is a [LockHeldError]. A file system without locks (some
// network and container mounts) grants it to all.
func TakeLock(path string) (*Lock, error) {
	for begin := time.Now(); ; {
		file := flock.New(path, flock.SetPermissions(0o644))
		switch ours, err := file.TryLock(); {
		case errors.Is(err, errors.ErrUnsupported):
			return &Lock{path: path}, nil
		case err != nil:
			return nil, fmt.Errorf("lock: %w", err)
		case !ours:
			holder := holderOf(path)
			if !holder.dead() || time.Since(begin) > lingering {
				return nil, &LockHeldError{path, holder}
			}
			time.Sleep(5 * time.Millisecond)
			continue
		}
		l := &Lock{path, file}
		if !l.inPlace() {
			// The last holder removed the file after this process opened it.
			if err := file.Unlock(); err != nil {
				return nil, fmt.Errorf("lock %s: %w", path, err)
			}
			continue
		}
		if err := l.sign(); err != nil {
			return nil, errors.Join(fmt.Errorf("lock: %w", err), l.Release())
		}
		return l, nil
	}
}

// Enforced reports whether the file system has locks.
func (l *Lock) Enforced() bool { return l.file != nil }

// inPlace reports whether the locked file is still the one at the path.
func (l *Lock) inPlace() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.path)
	return err == nil && os.SameFile(ours, theirs)
}

// Release releases the lock and removes its file.
func (l *Lock) Release() error {
	if l.file == nil {
		return nil
	}
	// Remove the file only while it is still locked, to keep the file of another
	// process. Windows cannot remove open files.
	if runtime.GOOS != "windows" && l.inPlace() {
		os.Remove(l.path)
	}
	if err := l.file.Unlock(); err != nil {
		return fmt.Errorf("unlock %s: %w", l.path, err)
	}
	if runtime.GOOS == "windows" {
		os.Remove(l.path)
	}
	return nil
}

// signature is the offset of the holder in the file. Windows locks the first byte,
// which others then cannot read.
const signature = 1

func (l *Lock) sign() error {
	host, _ := os.Hostname() // the host is optional
	text, err := json.Marshal(LockHolder{os.Getpid(), host, time.Now().Truncate(time.Second)})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(signature); err != nil {
		return err
	}
	_, err = f.WriteAt(append(text, '\n'), signature)
	return err
}

// holderOf reads the holder of the lock. It retries, because a new holder may not have
// signed yet.
func holderOf(path string) (h LockHolder) {
	for range 20 {
		if f, err := os.Open(path); err == nil {
			text, _ := io.ReadAll(io.NewSectionReader(f, signature, 1<<12))
			f.Close()
			if json.Unmarshal(text, &h) == nil {
				return h
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	return LockHolder{}
}
