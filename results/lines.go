package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A textLine is a line of a file with its newline.
type textLine struct {
	text   []byte // valid until the next one
	number int    // from 1
	damage string // why benchfmt cannot read it; "" if it can
}

// end adds a missing newline.
func (l *textLine) end() {
	if len(l.text) > 0 && l.text[len(l.text)-1] != '\n' {
		l.text = append(slices.Clone(l.text), '\n')
	}
}

// check sets the damage of binary data and of lines that benchfmt rejects.
func (l *textLine) check() {
	switch {
	case len(l.text) > bufio.MaxScanTokenSize:
		l.damage = "line longer than 64 KiB, which no benchmark prints"
	case bytes.IndexByte(l.text, 0) >= 0:
		l.damage = "binary data"
	}
}

// A textReader reads the lines of a text.
type textReader struct {
	lines *bufio.Reader
	name  string
	line  int // number of the line read last, from 1
}

// longestLine is the limit at which reading fails: such a file is not text.
const longestLine = 64 << 20

// next reads a line. The last line may lack its newline, and comes with io.EOF.
func (r *textReader) next() (textLine, error) {
	text, err := r.lines.ReadSlice('\n')
	if len(text) > 0 || r.line == 0 {
		r.line++
	}
	l := textLine{text: bytes.TrimPrefix(text, byteOrderMark), number: r.line}
	if l.check(); errors.Is(err, bufio.ErrBufferFull) {
		l.damage = "line longer than 64 KiB, which no benchmark prints"
		for size := len(text); errors.Is(err, bufio.ErrBufferFull) && size < longestLine; size += len(text) {
			text, err = r.lines.ReadSlice('\n')
		}
	}
	bad := (*InputError)(nil)
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return l, &InputError{File: r.name, Line: r.line, What: "line longer than 64 MiB", Remedy: "remove the line or name the right file"}
	case errors.As(err, &bad):
		return l, bad
	case err != nil && !errors.Is(err, io.EOF):
		return l, &InputError{File: r.name, Line: r.line, What: "reading: " + err.Error()}
	}
	return l, err
}

// A lineReader passes on the lines of a file, one per call, and reports those that benchfmt
// skips. It blanks lines that benchfmt cannot read: binary data and more than 64 KiB.
type lineReader struct {
	in      *eventReader
	name    string
	warn    func(error)
	skipped func(line int, text string) error
	lost    func(line int, name string) error // a benchmark without a result
	joiner  joiner

	text    bool          // some line looks like a benchmark
	damaged []*InputError // lines blanked before it

	line int    // number of the line read last, from 1
	unit bool   // it has unit metadata
	rest []byte // unread part of the line
	err  error  // that ended reading, or io.EOF
	ours bool   // written by ecsbench, in whole lines
}

func newLineReader(src io.Reader, name string, warn func(error)) *lineReader {
	in := &textReader{lines: bufio.NewReaderSize(src, bufio.MaxScanTokenSize), name: name}
	return &lineReader{in: &eventReader{in: in, warn: warn}, name: name, warn: warn}
}

// Read implements io.Reader. benchfmt returns the record of a line before it reads the next
// line, so records and skipped lines come in order.
func (l *lineReader) Read(p []byte) (n int, err error) {
	if len(l.rest) == 0 {
		if l.err == nil {
			l.err = l.next()
		}
		if len(l.rest) == 0 {
			return 0, l.err
		}
	}
	n = copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next reads a line. The last line may lack its newline.
func (l *lineReader) next() error {
	next, err := l.in.next()
	if err != nil && !errors.Is(err, io.EOF) {
		l.line = next.number
		return err
	}
	line := next.text
	if next.number > 0 {
		l.line = next.number
	}
	if next.damage != "" {
		if bad := l.replace(next.damage); bad != nil {
			return bad
		}
		return err
	}
	if !l.text && bytes.HasPrefix(line, []byte("Benchmark")) {
		l.text = true
		for _, d := range l.damaged {
			l.warn(d)
		}
	}
	l.ours = l.ours || bytes.HasPrefix(line, []byte("# "+KindHeader+" {"))
	if err != nil && l.ours {
		if len(line) > 0 { // of a killed run, or of a file that was cut
			l.warn(&InputError{File: l.name, Line: l.line, What: "the last line is cut off"})
		}
		return err
	}
	if len(line) > 0 && strings.IndexByte(skippedBytes, line[0]) >= 0 {
		if failed := l.skipped(l.line, string(bytes.TrimRight(line, "\r\n"))); failed != nil {
			return failed
		}
	}
	l.unit = bytes.HasPrefix(line, []byte("Unit"))
	whole, lost := l.joiner.join(l.line, line)
	l.rest = whole
	if err == io.EOF && lost.name == "" {
		lost = l.joiner.take()
	}
	if lost.name != "" {
		if failed := l.lost(lost.line, lost.name); failed != nil {
			return failed
		}
	}
	return err
}

// mostDamaged limits the damaged lines before the first benchmark.
const mostDamaged = 100

// replace blanks a damaged line and warns. If there is no benchmark before it, replace keeps
// the warning, and fails after mostDamaged lines.
func (l *lineReader) replace(what string) error {
	bad := &InputError{File: l.name, Line: l.line, What: what}
	l.rest = []byte("\n")
	if l.text {
		l.warn(bad)
		return nil
	}
	l.damaged = append(l.damaged, bad)
	if len(l.damaged) > mostDamaged {
		return l.empty()
	}
	return nil
}

// empty returns the error for input without results. It names the first damaged line, if any.
func (l *lineReader) empty() *InputError {
	bad := InputError{
		File: l.name, Line: l.line, What: ErrNotResults.Error(), Err: ErrNotResults,
		Remedy: "name a file as written by `ecsbench run` or `go test -bench`",
	}
	if len(l.damaged) > 0 {
		bad.Line, bad.What = l.damaged[0].Line, l.damaged[0].What+", "+bad.What
	}
	return &bad
}

// skippedBytes are the first bytes of reported lines: annotations and go test output.
const skippedBytes = "#-Fp"

// ErrNotResults is wrapped by the error for input without a benchmark result or header.
var ErrNotResults = errors.New("no benchmark results in it")

// An InputError describes a problem of an input, its place, and a fix.
type InputError struct {
	File   string
	Line   int    // 1-based; 0 for the whole file
	What   string // the problem
	Remedy string // the fix; may be empty
	Err    error  // the cause; may be nil
}

func (e *InputError) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	if e.Remedy == "" {
		return fmt.Sprintf("%s: %s", at, e.What)
	}
	return fmt.Sprintf("%s: %s; %s", at, e.What, e.Remedy)
}

func (e *InputError) Unwrap() error { return e.Err }
