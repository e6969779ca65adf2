package results

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/outdir"
)

// note stores the modification time of the file.
func (w *Writer) note() {
	if now, err := w.file.Stat(); err == nil {
		w.modified = now.ModTime()
	}
}

// settle checks before each write that the file has its earlier content. If it was edited,
// replaced, moved or deleted, everything is written to a new file beside it.
func (w *Writer) settle() error {
	if w.identity == nil {
		return nil
	}
	now, err := os.Stat(w.path)
	if err == nil && os.SameFile(now, w.identity) && now.Size() == int64(len(w.text)) && now.ModTime().Equal(w.modified) {
		return nil
	}
	text, err := os.ReadFile(w.path)
	switch {
	case err == nil && bytes.Equal(text, w.text): // touched, or saved unchanged
		return w.reopen()
	case errors.Is(err, fs.ErrNotExist):
		return w.anew("was moved or deleted")
	case err != nil:
		return w.anew("cannot be read any more")
	}
	return w.anew("was changed by something else, and is left as it is")
}

// reopen opens the file again.
func (w *Writer) reopen() error {
	file, err := os.OpenFile(w.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	w.file.Close()
	w.file = file
	if w.identity, err = os.Stat(w.path); err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	w.modified = w.identity.ModTime()
	return nil
}

// anew writes everything to another file: beside the old one, or in the temporary folder if
// that is impossible.
func (w *Writer) anew(why string) error {
	var first error
	for _, path := range []string{w.path, filepath.Join(os.TempDir(), filepath.Base(w.path))} {
		other, err := w.copyBeside(path)
		if err != nil {
			first = cmp.Or(first, err)
			continue
		}
		if w.Warn != nil {
			w.Warn(fmt.Sprintf("warning: %s %s; all samples are in %s, where the run continues", w.path, why, other.path))
		}
		_ = w.release() // the caller already has the reason
		w.path, w.file, w.lock, w.identity, w.modified = other.path, other.file, other.lock, other.identity, other.modified
		return nil
	}
	return fmt.Errorf("%s %s during the run, and the samples could not be written to a new file: %w", w.path, why, first)
}

// copyBeside writes everything to an unused path beside the file.
func (w *Writer) copyBeside(path string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	extension := filepath.Ext(path)
	for i := 1; ; i++ {
		name := fmt.Sprintf("%s-kept%d%s", strings.TrimSuffix(path, extension), i, extension)
		other, err := open(name, os.O_CREATE|os.O_EXCL)
		if held := (*outdir.LockHeldError)(nil); errors.Is(err, fs.ErrExist) || errors.As(err, &held) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if _, err := other.file.Write(w.text); err != nil {
			os.Remove(name)
			return nil, errors.Join(err, other.release())
		}
		other.note()
		return other, nil
	}
}
