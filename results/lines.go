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
// skips and others must not. It replaces lines that benchfmt cannot take by empty ones:
// those with binary data and those longer than 64 KiB.
type lineReader struct {
	lines *bufio.Reader
	name  string
	warn  func(error)

	text    bool          // some line looks like a benchmark's
	damaged []*InputError // lines that were replaced before that

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

func newLineReader(r io.Reader, name string, warn func(error)) *lineReader {
	return &lineReader{lines: bufio.NewReaderSize(r, bufio.MaxScanTokenSize), name: name, warn: warn}
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

// longestLine ends the reading: such files are no text.
const longestLine = 64 << 20

// next reads a line. At the end of the file there may be one without an end.
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

// mostDamaged is how many lines may be damaged before the first benchmark.
const mostDamaged = 100

// replace puts an empty line in the place of a damaged one, and warns of it. Without
// a benchmark in the file there is an error instead of warnings.
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

// empty is the error for an input without results. It names the first damaged line,
// if there is one.
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
