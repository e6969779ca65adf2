// Package outdir writes folders of output without harm to other files in them.
//
// All files are first written to a temporary folder within the target folder. Then files of
// the earlier output without a successor are removed, and each new file replaces its
// predecessor.
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
//		return err // "process 4711 on host milan has the lock ..."
//	}
//	defer held.Release()
package outdir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// ErrForeign is the error for a folder with foreign files.
var ErrForeign = errors.New("not written by ecsbench")

// A Dir is a folder that is being written.
type Dir struct {
	out, temporary, marker string
	isNew                  bool // out did not exist
	lock                   *Lock
}

// open lists the folders being written, for [DiscardAll].
var open struct {
	sync.Mutex
	dirs      []*Dir
	scratches []*Scratch
}

// MakeFolder makes the folder of an option -o, unless there is one.
func MakeFolder(path string) error {
	if err := CheckFolder(path); err != nil {
		return err
	}
	return os.MkdirAll(path, 0o777)
}

// CheckFolder returns the error with which [MakeFolder] would reject a path.
func CheckFolder(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is no folder: choose one with -o", path)
	}
	return hasPlace(path)
}

// hasPlace rejects a folder that neither exists nor can be made.
func hasPlace(path string) error {
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%s is a file, so there is no folder %s: choose another place", dir, path)
		case err == nil:
			return canWrite(dir)
		case dir == filepath.Dir(dir):
			return nil
		}
	}
}

// Create checks that the folder may be written, and makes the temporary one. The marker
// is the name of the file that lists the output.
func Create(out, marker string, force bool) (*Dir, error) {
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	open.Lock()
	defer open.Unlock()
	d := &Dir{out: out, marker: marker}
	_, missing := os.Stat(out)
	d.isNew = missing != nil
	if err := MakeFolder(out); err != nil {
		return nil, err
	}
	have, err := d.look(out)
	if err != nil {
		return nil, err
	}
	if !force && len(have.foreign) > 0 {
		return nil, fmt.Errorf("%s: %w: choose another folder with -o, or keep such files in it with --force", filepath.Join(out, have.foreign[0]), ErrForeign)
	}
	if d.lock, err = TakeLock(filepath.Join(out, lockName(marker))); errors.Is(err, ErrLocked) {
		return nil, fmt.Errorf("%s is being written: %w: wait until that has ended, or choose another folder with -o", out, err)
	} else if err != nil {
		return nil, err
	}
	for _, left := range have.temporary {
		os.RemoveAll(filepath.Join(out, left)) // of killed processes, as this one has the lock
	}
	if d.temporary, err = os.MkdirTemp(out, marker+"-"); err != nil {
		return nil, errors.Join(err, d.lock.Release())
	}
	open.dirs = append(open.dirs, d)
	return d, nil
}

// Path returns the temporary folder to write into.
func (d *Dir) Path() string { return d.temporary }

// Commit moves the output to its place.
func (d *Dir) Commit() error {
	open.Lock()
	defer open.Unlock()
	fresh, err := d.look(d.temporary)
	if err != nil {
		return err
	}
	have, err := d.look(d.out)
	if err != nil {
		return err
	}
	ours, err := d.clear(have, fresh.foreign)
	if err != nil {
		return err
	}
	d.isNew = false
	return d.merge(have.ours, ours)
}

// Discard removes the output. After Commit it only ends the writing.
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
	if d.isNew {
		os.Remove(d.out)
	}
}

// DiscardAll removes all uncommitted output and temporary files. It waits for a running [Dir.Commit] and
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
	for _, s := range open.scratches {
		_ = s.Remove()
	}
}

// A content is the list of files in a folder, by path within it.
type content struct {
	ours      []string // listed in the marker
	foreign   []string // all others, sorted by name
	temporary []string // folders of other processes
}

// look lists a folder, without the marker. A damaged marker is foreign.
func (d *Dir) look(dir string) (c content, err error) {
	listed, err := readMarker(filepath.Join(dir, d.marker))
	if errors.Is(err, errNoMarker) {
		c.foreign = append(c.foreign, d.marker)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	// The separator makes WalkDir follow a link to a folder.
	err = filepath.WalkDir(dir+string(filepath.Separator), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, err = filepath.Rel(dir, path)
		switch {
		case err != nil || path == "." || path == d.marker:
			return err
		case e.IsDir() && isTemporary(path, d.marker):
			c.temporary = append(c.temporary, path)
			return filepath.SkipDir
		case e.IsDir(), e.Type().IsRegular() && path == lockName(d.marker):
		case e.Type().IsRegular() && slices.Contains(listed, path):
			c.ours = append(c.ours, path)
		default:
			c.foreign = append(c.foreign, path)
		}
		return nil
	})
	return c, err
}

func lockName(marker string) string { return marker + ".lock" }

// isTemporary reports whether a path is one of [os.MkdirTemp].
func isTemporary(path, marker string) bool {
	number, ok := strings.CutPrefix(path, marker+"-")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

var errNoMarker = errors.New("not a list of files")

// readMarker returns the listed paths. It rejects those outside the folder.
func readMarker(path string) (list []string, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNoMarker
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(text, &list) != nil {
		return nil, errNoMarker
	}
	for i, path := range list {
		if list[i] = filepath.FromSlash(path); !filepath.IsLocal(list[i]) {
			return nil, errNoMarker
		}
	}
	return list, nil
}

// mark writes the marker.
func (d *Dir) mark(files []string) error {
	list := make([]string, len(files))
	for i, path := range files {
		list[i] = filepath.ToSlash(path)
	}
	slices.Sort(list)
	return WriteJSON(filepath.Join(d.out, d.marker), slices.Compact(list))
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
	mine, errMine := os.ReadFile(a)
	theirs, errTheirs := os.ReadFile(b)
	return errMine == nil && errTheirs == nil && bytes.Equal(mine, theirs)
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
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
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
