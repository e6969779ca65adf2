package outdir

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// CheckFile returns the error with which [WriteFile] would reject a path, so that a
// command can reject it before it measures.
func CheckFile(path string, force bool) error {
	_, err := place(path, force)
	return err
}

// place returns the file at a path, nil for none. It implements the rule for output files: an
// existing file is replaced only with force.
func place(path string, force bool) (fs.FileInfo, error) {
	if _, open := descriptor(path); open {
		return nil, nil
	}
	_, existing := os.Lstat(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder: name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return info, nil
	case existing == nil && !force: // including a dangling link
		return nil, existsError(path)
	case err != nil:
		return nil, hasPlace(filepath.Dir(target(path)))
	}
	return info, nil
}

func existsError(path string) error {
	return fmt.Errorf("%s exists: choose another name, or overwrite it with --force", path)
}

// WriteFile writes a file that appears complete or not at all: after an error the
// previous file is still there. An existing file is replaced only with force. A
// symbolic link is followed. Into what is no file, see [OpenStream], it is written directly.
func WriteFile(path string, force bool, write func(io.Writer) error) error {
	f, err := OpenStream(path)
	if err != nil {
		return err
	}
	if f != nil {
		return errors.Join(flush(f, write), f.Close())
	}
	info, err := place(path, force)
	if err != nil {
		return err
	}
	path = target(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if info == nil && !force {
		return replace(path, nil, putNew, write)
	}
	return replace(path, info, os.Rename, write)
}

// WriteJSON writes an indented value to a file that appears complete, and replaces an
// existing one. The caller must hold the folder.
func WriteJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return replace(path, nil, os.Rename, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// target follows symbolic links of a path. The file need not exist.
func target(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	if link, err := os.Readlink(path); err == nil { // to a file that does not exist
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		return link
	}
	return path
}

// LockPath returns the path of the lock of a file, the same for all symbolic links to it.
func LockPath(path string) string {
	path = target(path)
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
}

// putNew moves a file to a path that another process may have written meanwhile, which is an error.
func putNew(from, path string) error {
	switch err := os.Link(from, path); {
	case errors.Is(err, fs.ErrExist):
		return existsError(path)
	case err != nil: // no hard links here
		return os.Rename(from, path)
	}
	return os.Remove(from)
}

// replace writes a temporary file, syncs it to disk and puts it to the path. The file keeps the
// permissions of an old one; those of a new one follow the umask.
func replace(path string, old fs.FileInfo, put func(from, path string) error, write func(io.Writer) error) error {
	name := fmt.Sprintf(".%s-%d.part", filepath.Base(path), rand.Uint64())
	f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err = flush(f, write); old != nil {
		err = errors.Join(err, f.Chmod(old.Mode().Perm()))
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = put(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func flush(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
