// Package outdir writes folders of output without harm to what others keep in
// them.
//
// Everything is written into a temporary folder first. If the folder that is
// wanted does not exist, the temporary one takes its name, so that it appears
// at once or not at all. If it does, each new file takes its place there at
// once, and files of the earlier output that have no successor go.
//
// What is an earlier output is decided file by file: a marker in the folder
// lists the files that were written, each with the SHA-256 of its content, in
// the format of sha256sum. Only a file that is in that list, and unchanged
// since, is ever replaced or removed. All else belongs to others: without
// force it is a reason to refuse, and with force it stays where it is; and
// where it is in the way of a new file, nothing is written at all. Symbolic
// links within the folder are not followed and belong to others, too.
//
// A folder has one writer: the second one is refused and told who it is. What
// a killed one leaves, a mixture of both outputs at worst, the next one takes
// for its own and clears away.
//
// [TakeLock] keeps a second process from writing the same results. What is locked is a
// small file beside them, which names its holder. The operating system releases the lock
// when its holder dies, so a lock is never stale.
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

// ErrForeign is the error for a folder that holds other files.
var ErrForeign = errors.New("not written by ecsbench, or changed since")

// A Dir is a folder that is being written.
type Dir struct {
	out, temporary, marker string
	isNew                  bool // out did not exist
	lock                   *Lock
}

// Create checks that the folder may be written, and makes the temporary one.
// The marker is the name of the file that lists what an earlier output of the
// same kind consists of.
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
		d.Discard() // somebody has just made it
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

// Commit puts what was written in its place.
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

// clear tells whether every new file can take its place.
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

// merge moves the new files into the folder and removes what they replace.
// Whenever it is interrupted, the marker covers all that is ours.
func (d *Dir) merge(have *content, fresh list) error {
	ours, both := list{}, maps.Clone(have.marked)
	for path, sums := range fresh {
		if _, taken := have.modes[path]; taken && !have.ours[path] {
			continue // theirs, with the same content
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
			if os.Remove(filepath.Join(d.out, up)) != nil { // something is in it
				break
			}
		}
	}
	if err := d.mark(ours); err != nil {
		return err
	}
	return os.RemoveAll(d.temporary)
}

// mark writes the marker, at once. That of a new folder stays within the
// temporary one.
func (d *Dir) mark(files list) error {
	path := filepath.Join(d.temporary, d.marker)
	if err := os.WriteFile(path, []byte(files.String()), 0o644); err != nil || d.isNew {
		return err
	}
	return os.Rename(path, filepath.Join(d.out, d.marker))
}
