package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A Writer appends to a result file. Each call writes whole lines with one
// system call, so a killed run loses at most the sample in flight.
type Writer struct {
	file *os.File
	path string
}

// Create starts a new file. It does not overwrite one that exists unless
// force is set; missing folders are made.
func Create(path string, force bool) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("create result file: %w", err)
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s exists: choose another name with -o, continue it with --resume, or overwrite it with --force", path)
	}
	if err != nil {
		return nil, fmt.Errorf("create result file: %w", err)
	}
	return &Writer{file: f, path: path}, nil
}

// Reopen continues a file. A last line that a killed run left unfinished is
// cut off.
func Reopen(path string) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("continue result file: %w", err)
	}
	w := &Writer{file: f, path: path}
	if err := w.cutUnfinishedLine(); err != nil {
		f.Close()
		return nil, fmt.Errorf("continue result file %s: %w", path, err)
	}
	return w, nil
}

func (w *Writer) cutUnfinishedLine() error {
	end, err := w.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	tail := make([]byte, min(end, 1<<16))
	if _, err := w.file.ReadAt(tail, end-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	complete := int64(bytes.LastIndexByte(tail, '\n') + 1)
	keep := end - int64(len(tail)) + complete
	if err := w.file.Truncate(keep); err != nil {
		return err
	}
	_, err = w.file.Seek(keep, io.SeekStart)
	return err
}

// Path returns the path of the file.
func (w *Writer) Path() string { return w.path }

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }

// Annotate writes an annotation; v is marshalled to one line of JSON.
func (w *Writer) Annotate(kind string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s to %s: %w", kind, w.path, err)
	}
	return w.write(fmt.Sprintf("# %s %s\n", kind, text))
}

// Configure writes configuration lines, in this order; keys begin with a lower
// case letter.
func (w *Writer) Configure(pairs ...[2]string) error {
	var b strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&b, "%s: %s\n", p[0], strings.Join(strings.Fields(p[1]), " "))
	}
	return w.write(b.String())
}

// DescribeUnits writes the metadata of all units.
func (w *Writer) DescribeUnits() error {
	var b strings.Builder
	for _, u := range units {
		b.WriteString(u.metadata())
	}
	return w.write(b.String())
}

// Sample writes the line of a sample.
func (w *Writer) Sample(s Sample) error { return w.write(s.String() + "\n") }

func (w *Writer) write(text string) error {
	if _, err := w.file.WriteString(text); err != nil {
		return fmt.Errorf("write results: %w (what was written before is kept; free some space and continue with --resume)", err)
	}
	return nil
}

// String returns the sample as a line of the Go benchmark format.
func (s Sample) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Benchmark%s\t%8d", s.Case, s.Iterations)
	for _, v := range s.Values {
		fmt.Fprintf(&b, "\t%12s %s", formatValue(v.Value), v.Unit)
	}
	return b.String()
}

// formatValue keeps six significant digits; times in nanoseconds and counts
// stay free of exponents as long as they can be read.
func formatValue(v float64) string {
	if v >= 1e5 && v < 1e8 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}
