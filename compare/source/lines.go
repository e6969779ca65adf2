package source

import (
	"bytes"
	"io"
)

// maxLine is the longest line, in bytes, that benchfmt's scanner takes.
const maxLine = 64 << 10

// A lineReader passes a file on unchanged. It counts lines, stops at binary
// data and at lines that benchfmt cannot take, and hands those lines to
// onLine whose first byte is in interest.
type lineReader struct {
	r        io.Reader
	name     string
	interest [256]bool
	onLine   func(line int, text []byte)

	line    int  // number of the current line, from 1
	length  int  // bytes of the current line seen so far
	keeping bool // the current line is collected in kept
	kept    []byte
}

// newLineReader calls onLine for every line that begins with one of the bytes
// of first; it calls it before benchfmt sees the line after it.
func newLineReader(r io.Reader, name, first string, onLine func(int, []byte)) *lineReader {
	l := &lineReader{r: r, name: name, onLine: onLine, line: 1}
	for i := range len(first) {
		l.interest[first[i]] = true
	}
	return l
}

// Read implements io.Reader. Its errors are InputErrors, but for io.EOF.
func (l *lineReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if bad := l.scan(p[:n]); bad != nil {
		return 0, bad
	}
	if err == io.EOF {
		l.endLine()
	} else if err != nil {
		err = &InputError{File: l.name, Line: l.line, What: "reading: " + err.Error()}
	}
	return n, err
}

// scan follows the lines through one piece of the file.
func (l *lineReader) scan(p []byte) error {
	if i := bytes.IndexByte(p, 0); i >= 0 {
		return &InputError{
			File: l.name, Line: l.line + bytes.Count(p[:i], []byte{'\n'}),
			What:   "binary data, not benchmark results",
			Remedy: "name a text file as written by `ecsbench run` or `go test -bench`",
		}
	}
	for len(p) > 0 {
		if l.length == 0 {
			l.keeping = l.interest[p[0]]
		}
		end := bytes.IndexByte(p, '\n')
		part := p
		if end >= 0 {
			part = p[:end]
		}
		l.length += len(part)
		if l.length >= maxLine {
			return &InputError{
				File: l.name, Line: l.line,
				What:   "line longer than 64 KiB, which no benchmark prints",
				Remedy: "remove the line or name the right file",
			}
		}
		if l.keeping {
			l.kept = append(l.kept, part...)
		}
		if end < 0 {
			return nil
		}
		l.endLine()
		l.line++
		p = p[end+1:]
	}
	return nil
}

func (l *lineReader) endLine() {
	if l.keeping && len(l.kept) > 0 {
		l.onLine(l.line, bytes.TrimSuffix(l.kept, []byte{'\r'}))
	}
	l.keeping, l.kept, l.length = false, l.kept[:0], 0
}
