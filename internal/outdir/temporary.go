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

// What is there only while an output is written are a lock and a temporary
// folder, whose paths begin alike: beside a folder that is to be made, and
// within one that exists, since that may be the root of a file system.

func beside(out, marker string) string {
	return filepath.Join(filepath.Dir(out), "."+filepath.Base(out)+marker)
}

func within(out, marker string) string { return filepath.Join(out, marker) }

func lockPath(prefix string) string { return prefix + ".lock" }

// isTemporary tells whether a path is one that [os.MkdirTemp] makes.
func isTemporary(path, prefix string) bool {
	number, ok := strings.CutPrefix(path, prefix+"-")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// open are the folders that are being written, for a process that is
// interrupted and has no way back to those who write them.
var open struct {
	sync.Mutex
	dirs []*Dir
}

// begin takes the lock, clears away what killed processes have left, and makes
// the temporary folder.
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

// clearAway removes temporary folders, of which none is in use while the lock
// is held.
func clearAway(prefix string) {
	entries, _ := os.ReadDir(filepath.Dir(prefix)) // they are in nobody's way
	for _, e := range entries {
		if e.IsDir() && isTemporary(e.Name(), filepath.Base(prefix)) {
			os.RemoveAll(filepath.Join(filepath.Dir(prefix), e.Name()))
		}
	}
}

// tidy removes what is left of an output that nobody writes any more.
func tidy(prefix string) {
	if _, err := os.Lstat(lockPath(prefix)); err != nil {
		return
	}
	if held, err := TakeLock(lockPath(prefix)); err == nil {
		clearAway(prefix)
		held.Release()
	}
}

// Discard removes what was written. After Commit it does nothing.
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
	d.lock.Release() // a lock that stays is nobody's
}

// DiscardAll removes all that was not committed. It waits for a [Dir.Commit]
// that has begun, and nothing can be written afterwards: the process is to end.
func DiscardAll() {
	open.Lock() // for good
	for _, d := range open.dirs {
		// Whoever is writing into it does not find it any more.
		moved := d.temporary + "0"
		if os.Rename(d.temporary, moved) == nil {
			os.RemoveAll(moved)
		}
		d.discard()
	}
}
