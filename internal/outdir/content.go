package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A content is the list of files in a folder, by path within it.
type content struct {
	marked  list                   // what the marker lists
	modes   map[string]fs.FileMode // of everything but the marker
	ours    map[string]bool        // files as the marker lists them
	foreign []string               // all other files, sorted by name
}

func look(out, marker string) (*content, error) {
	if info, err := os.Stat(out); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is a file: choose a folder with -o", out)
	}
	c := &content{marked: list{}, modes: make(map[string]fs.FileMode), ours: make(map[string]bool)}
	marked, err := readList(filepath.Join(out, marker))
	switch {
	case errors.Is(err, errNoList):
		c.foreign = append(c.foreign, marker)
	case err == nil:
		c.marked = marked
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
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
		case e.Type().IsRegular() && path == lockPath(marker):
			return nil
		}
		c.modes[path] = e.Type()
		switch {
		case e.IsDir():
		case e.Type().IsRegular() && c.marked.match(out, path):
			c.ours[path] = true
		default:
			c.foreign = append(c.foreign, path)
		}
		return nil
	})
	return c, err
}
