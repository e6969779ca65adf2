// Package outdir writes folders of output without harm to other files in them.
//
// All files are first written to a temporary folder. If the target folder does not exist,
// the temporary one is renamed, so that the target appears at once or not at all. If it
// exists, each new file replaces its predecessor at once, and files of the earlier output
// without a successor are removed.
//
// A marker in the folder lists the files of an output, each with its SHA-256 sum, in the
// format of sha256sum. Only listed and unchanged files are ever replaced or removed. All
// other files are foreign, including symbolic links, which are not followed. Without force
// a foreign file is an error. With force it is kept. If it is in the way of a new file,
// nothing is written.
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
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// ErrForeign is the error for a folder with foreign files.
var ErrForeign = errors.New("not written by ecsbench, or changed since")

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
	fresh, err := listOf(d.temporary)
	if err != nil {
		return err
	}
	if d.isNew {
		if err := d.mark(fresh); err != nil {
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
	if err := d.clear(have, fresh); err != nil {
		return err
	}
	return d.merge(have, fresh)
}

// clear checks that every new file can take its place.
func (d *Dir) clear(have *content, fresh list) error {
	refuse := func(path string) error {
		return fmt.Errorf("%s is in the way: %w: choose another folder with -o, or move it", filepath.Join(d.out, path), ErrForeign)
	}
	if slices.Contains(have.foreign, d.marker) {
		return refuse(d.marker)
	}
	for _, path := range fresh.paths() {
		if _, taken := have.modes[path]; taken && !have.ours[path] && !fresh.match(d.out, path) {
			return refuse(path)
		}
		for up := filepath.Dir(path); up != "."; up = filepath.Dir(up) {
			if mode, taken := have.modes[up]; taken && !mode.IsDir() {
				return refuse(up)
			}
		}
	}
	return nil
}

// merge moves the new files into the folder and removes replaced ones. The marker
// covers all own files at any interruption.
func (d *Dir) merge(have *content, fresh list) error {
	ours, both := list{}, maps.Clone(have.marked)
	for path, sums := range fresh {
		if _, taken := have.modes[path]; taken && !have.ours[path] {
			continue // foreign, with the same content
		}
		ours[path] = sums
		both[path] = slices.Concat(both[path], sums)
	}
	if err := d.mark(both); err != nil {
		return err
	}
	for _, path := range ours.paths() {
		to := filepath.Join(d.out, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(d.temporary, path), to); err != nil {
			return err
		}
	}
	for path := range have.ours {
		if fresh[path] != nil {
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
	if err := d.mark(ours); err != nil {
		return err
	}
	return os.RemoveAll(d.temporary)
}

// mark writes the marker through a temporary file. That of a new folder stays within
// the temporary one.
func (d *Dir) mark(files list) error {
	path := filepath.Join(d.temporary, d.marker)
	if err := os.WriteFile(path, []byte(files.String()), 0o644); err != nil || d.isNew {
		return err
	}
	return os.Rename(path, filepath.Join(d.out, d.marker))
}
