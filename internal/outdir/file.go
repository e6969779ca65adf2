package outdir

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CheckFile returns the error with which [WriteFile] would reject a path, so that a
// command can reject it before it measures.
func CheckFile(path string, force bool) error {
	_, err := place(path, force)
	return err
}

// place returns the file at a path, nil for none. It has the one rule for output files:
// an existing file is replaced only with force.
func place(path string, force bool) (fs.FileInfo, error) {
	_, existing := os.Lstat(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder: name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return info, nil
	case existing == nil && !force: // including a dangling link
		return nil, fmt.Errorf("%s exists: choose another name, or overwrite it with --force", path)
	case err != nil:
		return nil, nil
	}
	return info, nil
}

// WriteFile writes a file that appears complete or not at all: after an error the
// previous file is still there. An existing file is replaced only with force. A
// symbolic link is followed. A path that is no regular file, such as /dev/stdout, is
// written directly.
func WriteFile(path string, force bool, write func(io.Writer) error) error {
	info, err := place(path, force)
	switch {
	case err != nil:
		return err
	case info != nil && !info.Mode().IsRegular():
		return direct(path, write)
	}
	path = Target(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	held, err := TakeLock(Beside(path, ".lock"))
	if busy := (*LockHeldError)(nil); errors.As(err, &busy) {
		return fmt.Errorf("%s is being written: %w", path, busy)
	} else if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info != nil {
		mode = info.Mode().Perm()
	}
	return errors.Join(replace(path, mode, write), held.Release())
}

// WriteJSON writes an indented value to a file that appears complete, and replaces an
// existing one. The caller must hold the folder.
func WriteJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return replace(path, 0o644, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// Target resolves symbolic links of a path. The file need not exist.
func Target(path string) string {
	for range 40 { // limit for circular links
		if resolved, err := filepath.EvalSymlinks(path); err == nil {
			return resolved
		}
		link, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return path
}

// Beside returns the path of a temporary companion of a file, the same for all symbolic
// links to it.
func Beside(path, extension string) string {
	path = Target(path)
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+extension)
}

// replace writes a temporary file and renames it.
func replace(path string, mode fs.FileMode, write func(io.Writer) error) error {
	part := Beside(path, ".part")
	err := fill(part, mode, write)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		os.Remove(part)
	}
	return err
}

func direct(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(flush(f, write), f.Close())
}

// fill writes a file and syncs it to disk.
func fill(path string, mode fs.FileMode, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	err = flush(f, write)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func flush(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
