package outdir

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// A Lock is held by this process until it is released or the process ends.
type Lock struct {
	path string
	file *flock.Flock // nil if the file system has no locks
}

// ErrLocked means that another process holds the lock.
var ErrLocked = errors.New("has the lock")

// Patience is how long to wait for a lock. If a process is killed while it starts another one,
// the new process keeps a copy of the open file until exec. Only tests change it.
var Patience = time.Second

// TakeLock takes the lock file at path, in an existing folder. If another process keeps
// it, the error is [ErrLocked]. A file system without locks (some network and container
// mounts) grants it to all.
func TakeLock(path string) (*Lock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	for {
		file := flock.New(path, flock.SetPermissions(0o666))
		switch _, err := file.TryLockContext(ctx, 5*time.Millisecond); {
		case errors.Is(err, context.DeadlineExceeded):
			return nil, fmt.Errorf("%s %w %s", holderOf(path), ErrLocked, path)
		case errors.Is(err, errors.ErrUnsupported):
			return &Lock{path: path}, nil
		case err != nil:
			return nil, fmt.Errorf("lock: %w", err)
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

// inPlace reports whether the locked file is still the one at the path.
func (l *Lock) inPlace() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.path)
	return err == nil && os.SameFile(ours, theirs)
}

// Release releases the lock, if there is one, and removes its file.
func (l *Lock) Release() error {
	if l == nil || l.file == nil {
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

// sign writes the holder into the file.
func (l *Lock) sign() error {
	f, err := os.OpenFile(l.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(signature); err != nil {
		return err
	}
	host, _ := os.Hostname() // the host is optional
	holder := fmt.Sprintf("process %d on host %s, since %s,", os.Getpid(), host, time.Now().Format(time.DateTime))
	_, err = f.WriteAt([]byte(holder), signature)
	return err
}

// holderOf reads the holder of a lock.
func holderOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "another process"
	}
	defer f.Close()
	holder, _ := io.ReadAll(io.NewSectionReader(f, signature, 1<<12))
	return cmp.Or(string(holder), "another process")
}
