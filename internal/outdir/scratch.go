package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A Scratch is a folder for temporary files of this process. If the process is killed,
// the next [NewScratch] of the same user removes the folder. A lock beside it shows
// whether its owner lives.
type Scratch struct {
	Path string // absolute, without symbolic links
	lock *Lock
}

// NewScratch makes a folder in the user's folder for temporary files of ecsbench.
func NewScratch(name string) (*Scratch, error) {
	parent := filepath.Join(os.TempDir(), "ecsbench")
	if uid := os.Getuid(); uid >= 0 {
		parent = fmt.Sprintf("%s-%d", parent, uid)
	}
	for try := 1; ; try++ {
		s, err := newScratch(parent, name)
		// Other processes remove an empty parent, and may choose the same number.
		if err != nil && try < 100 && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) || errors.As(err, new(*LockHeldError))) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("make a folder for temporary files: %w: set TMPDIR to a folder that you can write to", err)
		}
		return s, nil
	}
}

func newScratch(parent, name string) (*Scratch, error) {
	if err := os.MkdirAll(filepath.Dir(parent), 0o777); err != nil {
		return nil, err
	}
	if err := os.Mkdir(parent, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if info, err := os.Lstat(parent); err != nil || !info.IsDir() || !private(info) {
		return nil, errors.Join(err, fmt.Errorf("%s is not a folder of this user alone", parent))
	}
	parent, err := filepath.EvalSymlinks(parent)
	if err != nil {
		return nil, err
	}
	removeDead(parent)
	// All names have equal length, because the length of paths moves the stack of a
	// process.
	path := filepath.Join(parent, fmt.Sprintf("%s-%010d", name, rand.Uint32()))
	held, err := TakeLock(path + lockExtension)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		return nil, errors.Join(err, held.Release())
	}
	return &Scratch{path, held}, nil
}

// Remove removes the folder.
func (s *Scratch) Remove() error {
	err := os.RemoveAll(s.Path)
	err = errors.Join(err, s.lock.Release())
	_ = os.Remove(filepath.Dir(s.Path)) // fails while it is in use
	return err
}

const lockExtension = ".lock"

// removeDead removes the folders of dead owners. Without locks in the file system it
// removes nothing.
func removeDead(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		path := filepath.Join(parent, strings.TrimSuffix(e.Name(), lockExtension))
		held, err := TakeLock(path + lockExtension)
		if err != nil {
			continue
		}
		if held.Enforced() {
			_ = os.RemoveAll(path)
		}
		_ = held.Release()
	}
}
