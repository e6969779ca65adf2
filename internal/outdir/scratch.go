package outdir

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A Scratch is a folder for temporary files of this process. [DiscardAll] removes it, too.
type Scratch struct {
	Path string // absolute, without symbolic links
}

// NewScratch makes a folder among the temporary files of the system.
func NewScratch(name string) (*Scratch, error) {
	parent, err := filepath.EvalSymlinks(os.TempDir())
	if err == nil {
		parent, err = filepath.Abs(parent)
	}
	// All names have equal length, because the length of paths moves the stack of a
	// process.
	path := filepath.Join(parent, fmt.Sprintf("ecsbench-%s-%010d", name, rand.Uint32()))
	if err == nil {
		err = os.Mkdir(path, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("make a folder for temporary files: %w: set TMPDIR to a folder that you can write to", err)
	}
	open.Lock()
	defer open.Unlock()
	open.scratches = append(open.scratches, path)
	return &Scratch{path}, nil
}

// Remove removes the folder.
func (s *Scratch) Remove() error { return os.RemoveAll(s.Path) }
