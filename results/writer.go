package results

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A Writer appends to a result file and is its only writer. Each call writes whole lines with
// one system call, so a killed run loses at most the current sample.
//
// If another program changes, replaces or deletes the file, the next write is an error.
type Writer struct {
	path   string
	file   *os.File
	text   []byte            // content of the file
	config map[string]string // current configuration of samples

	// Zero for a stream, which is no regular file.
	lock     *outdir.Lock
	identity os.FileInfo
}

// Create creates a file with its head and missing folders. It overwrites an existing file only
// with force, and never a file that another process writes.
func Create(path string, force bool, head Head) (*Writer, error) {
	lines, err := head.lines()
	if err != nil {
		return nil, err
	}
	flags := os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_CREATE | os.O_TRUNC
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("create result file: %w", err)
	}
	w, err := open(path, flags)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists: choose another name with -o, continue it with --resume, or overwrite it with --force", path)
	}
	if err != nil {
		return nil, fmt.Errorf("create result file: %w", err)
	}
	if err := w.append(lines...); err != nil {
		if w.path != Stdout {
			os.Remove(path) // no samples yet
		}
		return nil, errors.Join(fmt.Errorf("create result file: %w: free some space and start again", err), w.release())
	}
	return w, nil
}

// Stdout is the path of a writer to standard output, a pipe or the like.
const Stdout = "-"

// Stream creates a writer for a pipe or terminal. It cannot be read back or resumed.
func Stream(out *os.File, head Head) (*Writer, error) {
	lines, err := head.lines()
	if err != nil {
		return nil, err
	}
	w := &Writer{path: Stdout, file: out}
	return w, w.append(lines...)
}

// Written parses what was written so far.
func (w *Writer) Written() (*File, error) {
	if w.path == Stdout {
		return Parse(bytes.NewReader(w.text), w.path)
	}
	return Read(w.path)
}

// Resume opens a file to continue it, and reads it. [Writer.Continue] makes the first change.
func Resume(path string) (*Writer, *File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, nil, &InputError{File: path, What: "is not a file", Remedy: "name the file that the run wrote"}
	}
	if _, err := Read(path); err != nil { // creates no lock beside other files
		return nil, nil, err
	}
	w, err := open(path, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("continue result file: %w", err)
	}
	var file *File
	if w.text, err = os.ReadFile(path); err == nil { // now that it is locked
		err = checkPlain(path, w.text)
	}
	if err == nil {
		file, err = Parse(bytes.NewReader(w.text), path)
	}
	if err != nil {
		return nil, nil, errors.Join(err, w.release())
	}
	return w, file, nil
}

// A Mark is a state of a file, to return to.
type Mark struct {
	Size  int    `json:"size"` // in bytes
	CRC32 uint32 `json:"crc32"`
}

// Mark returns the state of the file.
func (w *Writer) Mark() Mark { return Mark{len(w.text), crc32.ChecksumIEEE(w.text)} }

// Reopen opens a file to continue it at a mark; later content is cut off. The content before it
// must be the same.
func Reopen(path string, at Mark) (*Writer, error) {
	w, err := open(path, 0)
	if err != nil {
		return nil, fmt.Errorf("continue result file: %w", err)
	}
	if w.text, err = os.ReadFile(path); err == nil {
		w.text = w.text[:max(0, min(at.Size, len(w.text)))]
		if w.Mark() != at {
			err = fmt.Errorf("%s was changed since it was written: begin anew", path)
		} else {
			err = os.Truncate(path, int64(at.Size))
		}
	}
	if err != nil {
		return nil, errors.Join(err, w.release())
	}
	return w, nil
}

// open opens the file for appending, and locks it, or opens a stream.
func open(path string, flags int) (*Writer, error) {
	w := &Writer{path: path}
	var err error
	if w.file, err = outdir.OpenStream(path); err != nil {
		return nil, err
	} else if w.file != nil {
		w.path = Stdout
		return w, nil
	}
	if w.lock, err = outdir.TakeLock(outdir.LockPath(path)); errors.Is(err, outdir.ErrLocked) {
		return nil, fmt.Errorf("%s is being written: %w: wait until that has ended, or choose another file", path, err)
	} else if err != nil {
		return nil, err
	}
	if w.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND|flags, 0o666); err == nil {
		w.identity, err = os.Stat(path)
	}
	if err != nil {
		return nil, errors.Join(err, w.release())
	}
	return w, nil
}

// Continue starts a further session. It cuts off an unfinished last line, completes a partial
// head, and writes the environment and the cases to retry.
func (w *Writer) Continue(head Head, again []Exception) error {
	whole := w.text[:bytes.LastIndexByte(w.text, '\n')+1]
	missing := head.missing(string(whole))
	if len(missing) > 0 && bytes.Contains(whole, []byte("\nBenchmark")) {
		return fmt.Errorf("continue %s: before its samples there is no line %q: put it back, or start a new run", w.path, strings.TrimSpace(missing[0]))
	}
	environment, err := Annotation(KindEnvironment, head.Environment)
	if err != nil {
		return err
	}
	lines := append([]string{environment}, missing...)
	for _, e := range again {
		line, err := Annotation(KindAgain, e)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	if len(whole) < len(w.text) {
		if err := w.unchanged(); err != nil {
			return err
		}
		if err := os.Truncate(w.path, int64(len(whole))); err != nil {
			return fmt.Errorf("continue %s: %w", w.path, err)
		}
		w.text = whole
	}
	return w.keep(w.append(lines...))
}

// Path returns the path of the file.
func (w *Writer) Path() string { return w.path }

// Close closes the file.
func (w *Writer) Close() error {
	return errors.Join(w.unchanged(), w.release())
}

// release closes and unlocks the file without checks.
func (w *Writer) release() error {
	var err error
	if w.file != nil {
		err = w.file.Close()
	}
	return errors.Join(err, w.lock.Release())
}

// Annotate writes an annotation; v is marshalled to one line of JSON.
func (w *Writer) Annotate(kind string, v any) error {
	line, err := Annotation(kind, v)
	if err != nil {
		return fmt.Errorf("%s: %w", w.path, err)
	}
	return w.keep(w.append(line))
}

// Accept writes a disturbed sample that is used.
func (w *Writer) Accept(d Disturbed) error {
	line, err := Annotation(KindAccepted, Accepted{d.Case, d.Noise})
	if err != nil {
		return fmt.Errorf("%s: %w", w.path, err)
	}
	return w.keep(w.append(line, d.Sample.String()+"\n"))
}

// Sample writes the lines of samples at once, with changed configuration before each.
func (w *Writer) Sample(samples ...Sample) error {
	var lines []string
	config := maps.Clone(w.config)
	if config == nil {
		config = make(map[string]string)
	}
	for _, s := range samples {
		for _, kv := range s.Config {
			if have, ok := config[kv[0]]; (ok || kv[1] != "") && have != kv[1] {
				lines = append(lines, setting(kv))
			}
			config[kv[0]] = kv[1]
		}
		lines = append(lines, s.String()+"\n")
	}
	if err := w.keep(w.append(lines...)); err != nil {
		return err
	}
	w.config = config
	return nil
}

// keep adds the state of the file to an error.
func (w *Writer) keep(err error) error {
	switch {
	case err == nil || errors.Is(err, errForeignChange):
		return err
	case w.path == Stdout:
		return fmt.Errorf("write results: %w", err)
	}
	return fmt.Errorf("write results: %w (earlier samples are kept; free some space and continue with --resume)", err)
}

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

// append writes lines at once.
func (w *Writer) append(lines ...string) error {
	if err := w.unchanged(); err != nil {
		return err
	}
	text := strings.Join(lines, "")
	if _, err := w.file.WriteString(text); err != nil {
		if w.identity != nil {
			_ = os.Truncate(w.path, int64(len(w.text))) // remove a partial line; readers skip it if this fails
		}
		return err
	}
	w.text = append(w.text, text...)
	return nil
}

// String returns the sample as a line of the Go benchmark format.
func (s Sample) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Benchmark%s\t%8d", s.Case, s.Iterations)
	for _, v := range s.Values {
		fmt.Fprintf(&b, "\t%12s %s", s.format(v.Value), v.Unit)
	}
	return b.String()
}

// format writes six significant digits, without an exponent for times and counts if they
// stay readable, or twelve.
func (s Sample) format(v float64) string {
	if s.Exact {
		return strconv.FormatFloat(v, 'g', 12, 64)
	}
	if v >= 1e5 && v < 1e8 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// An InterruptedError is returned by an interrupted session. The file or folder, if any, keeps all
// samples.
type InterruptedError struct{ Path string }

func (e *InterruptedError) Error() string {
	if e.Path == "" {
		return "interrupted; nothing was written"
	}
	return "interrupted; the measurements are in " + e.Path
}
