package outdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// The lock and the temporary folder share a prefix. They are beside a new folder and
// within an existing one, which may be the root of a file system.

func beside(out, marker string) string {
	return filepath.Join(filepath.Dir(out), "."+filepath.Base(out)+marker)
}

func within(out, marker string) string { return filepath.Join(out, marker) }

func lockPath(prefix string) string { return prefix + ".lock" }

// isTemporary reports whether a path is one of [os.MkdirTemp].
func isTemporary(path, prefix string) bool {
	number, ok := strings.CutPrefix(path, prefix+"-")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// open lists the folders being written, for [DiscardAll].
var open struct {
	sync.Mutex
	dirs []*Dir
}

// begin takes the lock, cleans up after killed processes, and makes the temporary
// folder.
func (d *Dir) begin(prefix string) error {
	open.Lock()
	defer open.Unlock()
	held, err := TakeLock(lockPath(prefix))
	if other := (*LockHeldError)(nil); errors.As(err, &other) {
		return fmt.Errorf("%s is being written: %w: wait until that has ended, or choose another folder with -o", d.out, other)
	} else if err != nil {
		return err
	}
	clearAway(prefix)
	if d.temporary, err = os.MkdirTemp(filepath.Dir(prefix), filepath.Base(prefix)+"-"); err != nil {
		return errors.Join(err, held.Release())
	}
	d.lock = held
	open.dirs = append(open.dirs, d)
	return nil
}

// clearAway removes temporary folders. None is in use while the lock is held.
func clearAway(prefix string) {
	entries, _ := os.ReadDir(filepath.Dir(prefix)) // an error leaves only unused folders
	for _, e := range entries {
		if e.IsDir() && isTemporary(e.Name(), filepath.Base(prefix)) {
			os.RemoveAll(filepath.Join(filepath.Dir(prefix), e.Name()))
		}
	}
}

// tidy removes the rest of an abandoned output.
func tidy(prefix string) {
	if _, err := os.Lstat(lockPath(prefix)); err != nil {
		return
	}
	if held, err := TakeLock(lockPath(prefix)); err == nil {
		clearAway(prefix)
		held.Release()
	}
}

// Discard removes the output. After Commit it does nothing.
func (d *Dir) Discard() {
	open.Lock()
	defer open.Unlock()
	if at := slices.Index(open.dirs, d); at >= 0 {
		open.dirs = slices.Delete(open.dirs, at, at+1)
		d.discard()
	}
}

func (d *Dir) discard() {
	os.RemoveAll(d.temporary)
	d.lock.Release() // an unreleased lock ends with the process
}

// DiscardAll removes all uncommitted output. It waits for a running [Dir.Commit] and
// blocks later writes: the process must end.
func DiscardAll() {
	open.Lock() // never unlocked
	for _, d := range open.dirs {
		// After the rename a concurrent writer does not find the folder.
		moved := d.temporary + "0"
		if os.Rename(d.temporary, moved) == nil {
			os.RemoveAll(moved)
		}
		d.discard()
	}
}
