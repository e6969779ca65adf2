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
	file *flock.Flock // nil where the file system knows no locks
}

// A LockHolder is a process that holds a lock. All is zero where it could not be
// found out.
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

// dead tells that the process is known to have ended, which only its own host
// can tell.
func (h LockHolder) dead() bool {
	if host, err := os.Hostname(); err != nil || host != h.Host {
		return false
	}
	p, err := os.FindProcess(h.PID)
	return err == nil && errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// A LockHeldError says that somebody else has the lock.
type LockHeldError struct {
	Path   string // of the lock
	Holder LockHolder
}

func (e *LockHeldError) Error() string { return fmt.Sprintf("%v has the lock %s", e.Holder, e.Path) }

// lingering is how long a dead holder's lock is waited for. Whoever is killed
// while it starts a process leaves a copy of the open file to that process,
// until a moment later it executes its program, which closes it.
const lingering = time.Second

// TakeLock takes the lock whose file is at path, in a folder that exists. It waits
// for no living holder: the error is a [LockHeldError] if somebody else has it. A
// file system without locks (some network and container mounts) grants it to
// everybody.
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
			// Its last holder removed the file after we had opened it.
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

// Enforced tells whether the file system has locks, so that nobody else holds this one.
func (l *Lock) Enforced() bool { return l.file != nil }

// inPlace tells whether the locked file is the one that others will find.
func (l *Lock) inPlace() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.path)
	return err == nil && os.SameFile(ours, theirs)
}

// Release lets go of the lock and removes its file.
func (l *Lock) Release() error {
	if l.file == nil {
		return nil
	}
	// While it is still ours, lest we remove somebody else's; Windows removes
	// no file that is open, ours or theirs.
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

// signature is where the holder stands in the file: the first byte is what
// Windows locks, and lets nobody else read or write.
const signature = 1

func (l *Lock) sign() error {
	host, _ := os.Hostname() // "" is still better than no lock
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

// holderOf reads who has the lock. A holder that has just taken it has not
// signed yet, so a second look is taken.
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
