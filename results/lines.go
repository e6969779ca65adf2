package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A lineReader passes on the lines of a file and keeps those that benchfmt skips. It blanks
// lines that benchfmt cannot read: binary data and more than 64 KiB.
type lineReader struct {
	lines *bufio.Reader
	name  string
	warn  func(error)

	text    bool          // some line looks like a benchmark
	damaged []*InputError // lines blanked before it

	line int    // number of the line read last, from 1
	rest []byte // unread part of the line
	err  error  // of the last read
	ours bool   // written by ecsbench, in whole lines
	kept []keptLine
	unit []int // numbers of the lines with unit metadata
}

// A keptLine is a line that benchfmt skips.
type keptLine struct {
	line int
	text string
}

func newLineReader(r io.Reader, name string, warn func(error)) *lineReader {
	return &lineReader{lines: bufio.NewReaderSize(r, bufio.MaxScanTokenSize), name: name, warn: warn}
}

// Read implements io.Reader. Its errors are InputErrors or io.EOF.
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

// longestLine is the limit at which reading fails: such a file is not text.
const longestLine = 64 << 20

// next reads a line. The last line may lack its newline.
func (l *lineReader) next() error {
	line, err := l.lines.ReadSlice('\n')
	if len(line) > 0 || l.line == 0 {
		l.line++
	}
	what := ""
	if bytes.IndexByte(line, 0) >= 0 {
		what = "binary data"
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		what = "line longer than 64 KiB, which no benchmark prints"
		for size := len(line); errors.Is(err, bufio.ErrBufferFull) && size < longestLine; size += len(line) {
			line, err = l.lines.ReadSlice('\n')
		}
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return &InputError{File: l.name, Line: l.line, What: "line longer than 64 MiB", Remedy: "remove the line or name the right file"}
	case err != nil && !errors.Is(err, io.EOF):
		return &InputError{File: l.name, Line: l.line, What: "reading: " + err.Error()}
	}
	if what != "" {
		if bad := l.replace(what); bad != nil {
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
		return err // unfinished line of a killed run
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

// isUnit reports whether a line has unit metadata.
func (l *lineReader) isUnit(line int) bool {
	_, is := slices.BinarySearch(l.unit, line)
	return is
}

// skipped has the first bytes of kept lines: annotations and go test output.
var skipped = []byte("#-Fp")

// before returns the kept lines above a line number.
func (l *lineReader) before(line int) (lines []keptLine) {
	n := 0
	for n < len(l.kept) && l.kept[n].line < line {
		n++
	}
	lines, l.kept = l.kept[:n], l.kept[n:]
	return lines
}

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
