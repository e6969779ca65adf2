package results

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// byteOrderMark may begin a line of UTF-8: editors and PowerShell write it, and files are joined.
var byteOrderMark = []byte("\ufeff")

// An unpacking reads a file as UTF-8.
type unpacking struct {
	io.Reader
	io.Closer
}

// unpacked reads a compressed file, or one in UTF-16, whatever its name. Other files are read
// unchanged.
func unpacked(path string, file io.ReadCloser) (io.ReadCloser, error) {
	text := bufio.NewReader(file)
	if isPacked(text) {
		packed, err := gzip.NewReader(text)
		if err != nil {
			file.Close()
			return nil, badPacked(path, err)
		}
		text = bufio.NewReader(&packedReader{path, packed})
	}
	if low, is := wide(text); is {
		return unpacking{&utf16Reader{name: path, in: text, low: low, line: 1}, file}, nil
	}
	return unpacking{text, file}, nil
}

// A packedReader reads a compressed file. Its errors name the file.
type packedReader struct {
	name   string
	packed *gzip.Reader
}

// Read implements io.Reader.
func (p *packedReader) Read(b []byte) (int, error) {
	n, err := p.packed.Read(b)
	if err != nil && err != io.EOF {
		err = badPacked(p.name, err)
	}
	return n, err
}

func badPacked(name string, err error) *InputError {
	return &InputError{File: name, What: "cannot be unpacked: " + err.Error(), Remedy: "compress it again with gzip"}
}

// isPacked reports whether a file is compressed by gzip.
func isPacked(text *bufio.Reader) bool {
	magic, _ := text.Peek(2)
	return string(magic) == "\x1f\x8b"
}

// checkPlain rejects a file to which text cannot be appended.
func checkPlain(path string, content []byte) error {
	text := bufio.NewReader(bytes.NewReader(content))
	if _, is := wide(text); is || isPacked(text) {
		return &InputError{File: path, What: "is compressed or in UTF-16, and cannot be continued", Remedy: "name the file that the run wrote"}
	}
	return nil
}

// wide reports whether a file is in UTF-16, and the index of the low byte in its units. Without a
// byte order mark, two ASCII characters at the start decide.
func wide(text *bufio.Reader) (low int, is bool) {
	b, _ := text.Peek(4)
	ascii := func(at int) bool {
		return len(b) == 4 && b[at] > ' ' && isASCII(b[at]) && isASCII(b[at+2]) && b[1-at] == 0 && b[3-at] == 0
	}
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")) || ascii(0):
		return 0, true
	case bytes.HasPrefix(b, []byte("\xfe\xff")) || ascii(1):
		return 1, true
	}
	return 0, false
}

// isASCII reports whether a byte is a character of text in ASCII.
func isASCII(b byte) bool { return b >= ' ' && b <= '~' || b == '\n' || b == '\r' || b == '\t' }

// narrow is a text in ASCII that UTF-16 never contains as bytes, and that all results contain.
var narrow = []byte("enchmark")

// A utf16Reader translates UTF-16 to UTF-8. Instead of a damaged character it returns a zero byte,
// so that the line counts as damaged.
type utf16Reader struct {
	name   string
	in     *bufio.Reader
	low    int // index of the low byte in a unit
	line   int
	latest [10]byte // read
	rest   []byte
	err    error
}

// Read implements io.Reader.
func (u *utf16Reader) Read(p []byte) (n int, err error) {
	for len(u.rest) < len(p) && u.err == nil {
		var r rune
		if r, u.err = u.next(); u.err == nil {
			u.rest = utf8.AppendRune(u.rest, r)
		}
	}
	n = copy(p, u.rest)
	u.rest = append(u.rest[:0], u.rest[n:]...)
	if n == 0 {
		return 0, u.err
	}
	return n, nil
}

// next returns the next character.
func (u *utf16Reader) next() (rune, error) {
	first, err := u.unit()
	switch {
	case err != nil:
		return 0, err
	case first == '\n':
		u.line++
	case bytes.Contains(u.latest[:], narrow):
		return 0, &InputError{File: u.name, Line: u.line, What: "UTF-16 and after it text in another encoding", Remedy: "write all of it in UTF-8"}
	case utf16.IsSurrogate(first):
		if ahead, err := u.in.Peek(2); err == nil {
			if r := utf16.DecodeRune(first, u.runeOf(ahead)); r != utf8.RuneError {
				_, err := u.in.Discard(2)
				return r, err
			}
		}
		return 0, nil
	}
	return first, nil
}

// unit returns the next unit; zero for half of one.
func (u *utf16Reader) unit() (rune, error) {
	var b [2]byte
	if _, err := io.ReadFull(u.in, b[:]); errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	copy(u.latest[:], u.latest[2:])
	copy(u.latest[len(u.latest)-2:], b[:])
	return u.runeOf(b[:]), nil
}

func (u *utf16Reader) runeOf(b []byte) rune { return rune(b[u.low]) | rune(b[1-u.low])<<8 }
