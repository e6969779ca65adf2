package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A lineReader passes a file on, line by line, and keeps those that benchfmt
// skips and others must not. It stops at binary data and at lines that benchfmt
// cannot take.
type lineReader struct {
	lines *bufio.Reader
	name  string

	line int    // number of the line read last, from 1
	rest []byte // of it, not yet handed on
	err  error  // that ended the reading
	ours bool   // a run of ecsbench writes whole lines
	kept []keptLine
	unit []int // numbers of the lines that say something of a unit
}

// A keptLine is one that benchfmt skips.
type keptLine struct {
	line int
	text string
}

func newLineReader(r io.Reader, name string) *lineReader {
	return &lineReader{lines: bufio.NewReaderSize(r, bufio.MaxScanTokenSize), name: name}
}

// Read implements io.Reader. Its errors are InputErrors, but for io.EOF.
func (l *lineReader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(l.rest) == 0 {
			if n > 0 && l.lines.Buffered() == 0 {
				return n, nil
			}
			if l.err == nil {
				l.err = l.next()
			}
			if l.err != nil && len(l.rest) == 0 {
				if n > 0 {
					return n, nil
				}
				return 0, l.err
			}
		}
		c := copy(p[n:], l.rest)
		l.rest, n = l.rest[c:], n+c
	}
	return n, nil
}

// next reads a line. At the end of the file there may be one without an end.
func (l *lineReader) next() error {
	line, err := l.lines.ReadSlice('\n')
	if len(line) > 0 || l.line == 0 {
		l.line++
	}
	bad := &InputError{File: l.name, Line: l.line}
	switch {
	case bytes.IndexByte(line, 0) >= 0:
		bad.What, bad.Remedy, bad.Err = "binary data, no benchmark results in it", "name a text file as written by `ecsbench run` or `go test -bench`", ErrNotResults
		return bad
	case errors.Is(err, bufio.ErrBufferFull):
		bad.What, bad.Remedy = "line longer than 64 KiB, which no benchmark prints", "remove the line or name the right file"
		return bad
	case err != nil && !errors.Is(err, io.EOF):
		bad.What = "reading: " + err.Error()
		return bad
	}
	l.ours = l.ours || bytes.HasPrefix(line, []byte("# "+KindHeader+" {"))
	if err != nil && l.ours {
		return err // a killed run left this line unfinished: all of ours end
	}
	if len(line) > 0 && bytes.IndexByte(skipped, line[0]) >= 0 {
		l.kept = append(l.kept, keptLine{l.line, string(bytes.TrimRight(line, "\r\n"))})
	}
	if bytes.HasPrefix(line, []byte("Unit")) {
		l.unit = append(l.unit, l.line)
	}
	l.rest = line
	return err
}

// isUnit tells whether a line says something of a unit.
func (l *lineReader) isUnit(line int) bool {
	_, is := slices.BinarySearch(l.unit, line)
	return is
}

// skipped holds the first bytes of lines that are kept: annotations, and what
// go test prints of failures and packages.
var skipped = []byte("#-Fp")

// before hands out the lines that were kept above a line number.
func (l *lineReader) before(line int) (lines []keptLine) {
	n := 0
	for n < len(l.kept) && l.kept[n].line < line {
		n++
	}
	lines, l.kept = l.kept[:n], l.kept[n:]
	return lines
}

// ErrNotResults is in the error for input without a single benchmark result or
// header in it.
var ErrNotResults = errors.New("no benchmark results in it")

// An InputError says what is wrong with an input, where, and what to do.
type InputError struct {
	File   string
	Line   int    // 1-based; 0 where the whole file is meant
	What   string // what is wrong
	Remedy string // what to do about it; may be empty
	Err    error  // what kind of error it is; may be nil
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
