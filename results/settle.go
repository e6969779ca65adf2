package results

import (
	"errors"
	"fmt"
	"os"
)

// errForeignChange means that another program changed, replaced, moved or deleted the file.
var errForeignChange = errors.New("another program changed, moved or deleted it during the run: the run ends, and the file is left as it is")

// unchanged checks before each write that the file is the one of the last write.
func (w *Writer) unchanged() error {
	if w.identity == nil {
		return nil
	}
	if now, err := os.Stat(w.path); err != nil || !os.SameFile(now, w.identity) || now.Size() != int64(len(w.text)) {
		return fmt.Errorf("write %s: %w", w.path, errForeignChange)
	}
	return nil
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
	return nil
}
