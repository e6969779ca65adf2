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

	"github.com/ecsbench/ecsbench/internal/lock"
)

// WriteFile writes a file that appears at once, with all that write has
// written, or not at all: whatever goes wrong, what was at the path before is
// still there. One that exists is replaced only with force. A path that is no
// regular file, such as /dev/stdout, is written to as it is.
func WriteFile(path string, force bool, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file with -o", path)
	case err == nil && !info.Mode().IsRegular():
		return direct(path, write)
	case err == nil && !force:
		return fmt.Errorf("%s exists: choose another name with -o, or overwrite it with --force", path)
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	held, err := lock.Take(hidden(path) + ".lock")
	if busy := (*lock.HeldError)(nil); errors.As(err, &busy) {
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

// WriteJSON writes a value, indented, to a file that appears at once. It replaces
// one that exists. That nobody else writes it is the caller's affair, who holds the
// folder.
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

// hidden is how the names begin of what is beside a file while it is written.
func hidden(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
}

// replace writes a file under another name first.
func replace(path string, mode fs.FileMode, write func(io.Writer) error) error {
	part := hidden(path) + ".part"
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

// fill writes a file and sees to it that all of it is on disk.
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
