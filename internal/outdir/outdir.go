// Package outdir writes folders of output without harm to other files in them.
//
// All files are first written to a temporary folder. If the target folder does not exist,
// the temporary one is renamed, so that the target appears at once or not at all. If it
// exists, files of the earlier output without a successor are removed, and each new file
// replaces its predecessor.
//
// A marker in the folder lists the files of an output. Only listed regular files are ever
// replaced or removed. All other files are foreign, including symbolic links, which are not
// followed. Without force a foreign file is an error. With force it is kept. If it is in
// the way of a new file with another content, nothing is written.
//
// A folder has one writer. A second one gets an error with the holder's name. A killed
// writer may leave a mixture of both outputs; the next one owns and cleans it.
//
// [TakeLock] keeps a second process from writing the same results. The lock is a small
// file beside them that names its holder. The operating system releases the lock when its
// holder dies, so a lock is never stale.
//
//	held, err := outdir.TakeLock(path + ".lock")
//	if err != nil {
//		return err // "process 4711 on host milan has it since ..."
//	}
//	defer held.Release()
package outdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ErrForeign is the error for a folder with foreign files.
var ErrForeign = errors.New("not written by ecsbench")

// A Dir is a folder that is being written.
type Dir struct {
	out, temporary, marker string
	isNew                  bool // out did not exist
	lock                   *Lock
}

// Create checks that the folder may be written, and makes the temporary one. The marker
// is the name of the file that lists the output.
func Create(out, marker string, force bool) (*Dir, error) {
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	d := &Dir{out: out, marker: marker}
	if _, err := os.Lstat(out); errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return nil, err
		}
		if err := d.begin(beside(out, marker)); err != nil {
			return nil, err
		}
		if _, err := os.Lstat(out); errors.Is(err, fs.ErrNotExist) {
			d.isNew = true
			return d, nil
		}
		d.Discard() // another process has just made it
	}
	have, err := look(out, marker)
	if err != nil {
		return nil, err
	}
	if !force && len(have.foreign) > 0 {
		return nil, fmt.Errorf("%s: %w: choose another folder with -o, or keep such files in it with --force", filepath.Join(out, have.foreign[0]), ErrForeign)
	}
	tidy(beside(out, marker))
	return d, d.begin(within(out, marker))
}

// Path returns the temporary folder to write into.
func (d *Dir) Path() string { return d.temporary }

// Commit moves the output to its place.
func (d *Dir) Commit() error {
	open.Lock()
	defer open.Unlock()
	fresh, err := look(d.temporary, d.marker)
	if err != nil {
		return err
	}
	if d.isNew {
		if err := d.mark(fresh.foreign); err != nil {
			return err
		}
		if err := os.Chmod(d.temporary, 0o755); err != nil {
			return err
		}
		return os.Rename(d.temporary, d.out)
	}
	have, err := look(d.out, d.marker)
	if err != nil {
		return err
	}
	ours, err := d.clear(have, fresh.foreign)
	if err != nil {
		return err
	}
	return d.merge(have.ours, ours)
}

// clear checks that every new file can take its place. It returns those that move: a
// foreign file with the same content stays.
func (d *Dir) clear(have content, fresh []string) (move []string, err error) {
	refuse := func(path string) ([]string, error) {
		return nil, fmt.Errorf("%s is in the way: %w: choose another folder with -o, or move it", filepath.Join(d.out, path), ErrForeign)
	}
	if slices.Contains(have.foreign, d.marker) {
		return refuse(d.marker)
	}
	for _, path := range fresh {
		if info, err := os.Lstat(filepath.Join(d.out, path)); err == nil && info.IsDir() {
			return refuse(path)
		}
		if slices.Contains(have.foreign, path) {
			if !equal(filepath.Join(d.temporary, path), filepath.Join(d.out, path)) {
				return refuse(path)
			}
			continue
		}
		for up := filepath.Dir(path); up != "."; up = filepath.Dir(up) {
			if slices.Contains(have.foreign, up) {
				return refuse(up)
			}
		}
		move = append(move, path)
	}
	return move, nil
}

// equal reports whether two regular files have the same content.
func equal(a, b string) bool {
	if info, err := os.Lstat(b); err != nil || !info.Mode().IsRegular() {
		return false
	}
	mine, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	theirs, err := os.ReadFile(b)
	return err == nil && bytes.Equal(mine, theirs)
}

// merge removes old files without a successor and moves the new ones into the folder. The
// marker lists all own files at any interruption.
func (d *Dir) merge(old, fresh []string) error {
	if err := d.mark(slices.Concat(old, fresh)); err != nil {
		return err
	}
	for _, path := range old {
		if slices.Contains(fresh, path) {
			continue
		}
		if err := os.Remove(filepath.Join(d.out, path)); err != nil {
			return err
		}
		for up := filepath.Dir(path); up != "."; up = filepath.Dir(up) {
			if os.Remove(filepath.Join(d.out, up)) != nil { // not empty
				break
			}
		}
	}
	for _, path := range fresh {
		to := filepath.Join(d.out, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(d.temporary, path), to); err != nil {
			return err
		}
	}
	if err := d.mark(fresh); err != nil {
		return err
	}
	return os.RemoveAll(d.temporary)
}
