package outdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A content is the list of files in a folder, by path within it.
type content struct {
	ours    []string // listed in the marker
	foreign []string // all others, sorted by name
}

// look lists a folder, without the marker. A damaged marker is foreign.
func look(out, marker string) (c content, err error) {
	if info, err := os.Stat(out); err != nil {
		return c, err
	} else if !info.IsDir() {
		return c, fmt.Errorf("%s is a file: choose a folder with -o", out)
	}
	listed, err := readMarker(filepath.Join(out, marker))
	if errors.Is(err, errNoMarker) {
		c.foreign = append(c.foreign, marker)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	// The separator makes WalkDir follow a link to a folder.
	err = filepath.WalkDir(out+string(filepath.Separator), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, err = filepath.Rel(out, path)
		switch {
		case err != nil || path == "." || path == marker:
			return err
		case e.IsDir() && isTemporary(path, marker):
			return filepath.SkipDir
		case e.IsDir(), e.Type().IsRegular() && path == lockPath(marker):
		case e.Type().IsRegular() && slices.Contains(listed, path):
			c.ours = append(c.ours, path)
		default:
			c.foreign = append(c.foreign, path)
		}
		return nil
	})
	return c, err
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

// mark writes the marker through a temporary file. That of a new folder stays within
// the temporary one.
func (d *Dir) mark(files []string) error {
	list := make([]string, len(files))
	for i, path := range files {
		list[i] = filepath.ToSlash(path)
	}
	slices.Sort(list)
	text, err := json.MarshalIndent(slices.Compact(list), "", "\t")
	if err != nil {
		return err
	}
	path := filepath.Join(d.temporary, d.marker)
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil || d.isNew {
		return err
	}
	return os.Rename(path, filepath.Join(d.out, d.marker))
}
