package outdir

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"github.com/gofrs/flock"
)

// A Scratch is a folder for temporary files of this process. [DiscardAll] removes it, too.
// If the process is killed, the next [NewScratchIn] there removes the folder. A lock of the folder
// shows whether its owner lives.
type Scratch struct {
	Path string // absolute, without symbolic links
	lock *flock.Flock
}

// NewScratch makes a folder among the temporary files of the system.
func NewScratch(name string) (*Scratch, error) {
	s, err := NewScratchIn(os.TempDir(), name)
	if err != nil {
		return nil, fmt.Errorf("make a folder for temporary files: %w: set TMPDIR to a folder that you can write to", err)
	}
	return s, nil
}

// NewScratchIn makes a folder inside another one.
func NewScratchIn(parent, name string) (*Scratch, error) {
	open.Lock()
	defer open.Unlock()
	parent, err := filepath.EvalSymlinks(parent)
	if err == nil {
		parent, err = filepath.Abs(parent)
	}
	removeDead(parent)
	for err == nil {
		// All names have equal length, because the length of paths moves the stack of a
		// process.
		s := scratchAt(filepath.Join(parent, fmt.Sprintf("ecsbench-scratch-%s-%010d", name, rand.Uint32())))
		if err = os.Mkdir(s.Path, 0o700); err != nil {
			break
		}
		ours, noLocks := s.lock.TryLock()
		// Another process may have taken it for a dead one's before it was locked.
		if _, gone := os.Lstat(s.Path); gone == nil && (ours || noLocks != nil) {
			open.scratches = append(open.scratches, s)
			return s, nil
		}
	}
	return nil, err
}

// scratchAt returns a folder that need not exist. The lock is the folder itself: a file in
// a folder of somebody else could be a link to anything. Windows locks files only, and has
// temporary files for each user.
func scratchAt(path string) *Scratch {
	if runtime.GOOS == "windows" {
		return &Scratch{path, flock.New(filepath.Join(path, ".lock"))}
	}
	return &Scratch{path, flock.New(path, flock.SetFlag(os.O_RDONLY))}
}

var scratchName = regexp.MustCompile(`^ecsbench-scratch-[a-z]+-\d{10}$`)

// removeDead removes the folders of dead owners. Without locks in the file system it
// removes nothing.
func removeDead(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if !e.IsDir() || !scratchName.MatchString(e.Name()) {
			continue
		}
		s := scratchAt(filepath.Join(parent, e.Name()))
		if dead, _ := s.lock.TryLock(); dead {
			_ = s.Remove()
		}
	}
}

// Remove removes the folder, if there is one.
func (s *Scratch) Remove() error {
	if s == nil {
		return nil
	}
	_ = os.RemoveAll(s.Path) // while it is locked; Windows keeps the file of the lock
	return errors.Join(s.lock.Unlock(), os.RemoveAll(s.Path))
}
