// Package outdir writes folders that appear at once or not at all: everything
// is written into a temporary folder beside the one that is wanted, which takes
// its name at the end. A folder that holds anything but an earlier output of
// the same kind is not touched unless forced.
package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrForeign is the error for a folder that holds other files.
var ErrForeign = errors.New("the folder holds other files")

// A Dir is a folder that is being written.
type Dir struct {
	out, temporary, marker string
}

// Create checks that the folder may be written, and makes the temporary one.
// The marker is the name of the file by which an earlier output of the same
// kind is known; it lists what is in the folder.
func Create(out, marker string, force bool) (*Dir, error) {
	out = filepath.Clean(out)
	if !force {
		if err := check(out, marker); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return nil, err
	}
	temporary, err := mkdirTemp(filepath.Dir(out), "."+filepath.Base(out)+"-")
	if err != nil {
		return nil, err
	}
	return &Dir{out: out, temporary: temporary, marker: marker}, nil
}

// check refuses to replace what is not ours.
func check(out, marker string) error {
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	ours, err := os.ReadFile(filepath.Join(out, marker))
	names := strings.Split(strings.TrimSpace(string(ours)), "\n")
	for _, e := range entries {
		if err != nil || e.Name() != marker && !slices.Contains(names, e.Name()) {
			return fmt.Errorf("%s: %w (%s): choose another folder with -o, or replace it with --force", out, ErrForeign, e.Name())
		}
	}
	return nil
}

// Path returns the temporary folder to write into.
func (d *Dir) Path() string { return d.temporary }

// Discard removes what was written. After Commit it does nothing.
func (d *Dir) Discard() { os.RemoveAll(d.temporary) }

// Commit writes the marker and puts the folder in its place. The one that was
// there is kept until the new one is.
func (d *Dir) Commit() error {
	temporary.Lock()
	defer temporary.Unlock()
	entries, err := os.ReadDir(d.temporary)
	if err != nil {
		return err
	}
	var names strings.Builder
	for _, e := range entries {
		fmt.Fprintln(&names, e.Name())
	}
	if err := os.WriteFile(filepath.Join(d.temporary, d.marker), []byte(names.String()), 0o644); err != nil {
		return err
	}
	if err := os.Chmod(d.temporary, 0o755); err != nil {
		return err
	}
	old := d.temporary + ".old"
	err = os.Rename(d.out, old)
	if errors.Is(err, fs.ErrNotExist) {
		return os.Rename(d.temporary, d.out)
	}
	if err != nil {
		return err
	}
	if err := os.Rename(d.temporary, d.out); err != nil {
		return errors.Join(err, os.Rename(old, d.out))
	}
	return os.RemoveAll(old)
}
