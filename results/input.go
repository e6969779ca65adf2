package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
)

// An Input is an open input of a command. Every Input of a path starts at its beginning.
type Input interface {
	io.ReadCloser
	io.ReaderAt
}

// Stdin is the path of standard input.
const Stdin = "-"

// Open opens a file, or standard input for [Stdin]. A pipe is buffered in memory, so that it
// can be opened again. The error is an [InputError].
func Open(path string) (Input, error) {
	pipes.Lock()
	defer pipes.Unlock()
	if path == "/dev/stdin" || path == "/dev/fd/0" {
		path = Stdin
	}
	if p := pipes.opened[path]; p != nil && (path != Stdin || p.from == os.Stdin) {
		return &pipeReader{pipe: p}, nil
	}
	file := os.Stdin
	if path != Stdin {
		// Opening a pipe waits for its writer.
		var err error
		if file, err = os.Open(path); errors.Is(err, fs.ErrNotExist) {
			return nil, &InputError{File: path, What: "no such file", Remedy: "check the path"}
		} else if err != nil {
			return nil, &InputError{File: path, What: "cannot be opened: " + reason(err)}
		}
		info, err := file.Stat()
		if err == nil && info.IsDir() {
			file.Close()
			return nil, &InputError{File: path, What: "is a directory", Remedy: "name a result file in it"}
		}
		if err == nil && info.Mode().IsRegular() {
			return file, nil
		}
	}
	p := &pipe{path: path, from: file}
	pipes.opened[path] = p
	return &pipeReader{pipe: p}, nil
}

// ReadInput reads a whole input.
func ReadInput(path string) ([]byte, error) {
	in, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// pipes has the opened pipes of this process by path.
var pipes = struct {
	sync.Mutex
	opened map[string]*pipe
}{opened: make(map[string]*pipe)}

// mostPiped limits the buffered bytes of a pipe.
const mostPiped = 1 << 30

// A pipe buffers its content.
type pipe struct {
	path string
	from *os.File

	mutex sync.Mutex
	kept  []byte
	err   error // at the end of kept
}

// fill reads from the pipe until the buffer has the given number of bytes.
func (p *pipe) fill(until int64) {
	for int64(len(p.kept)) < until && p.err == nil {
		p.kept = slices.Grow(p.kept, 64<<10)
		var n int
		n, p.err = p.from.Read(p.kept[len(p.kept):cap(p.kept)])
		p.kept = p.kept[:len(p.kept)+n]
		if len(p.kept) > mostPiped {
			p.err = &InputError{File: p.path, What: fmt.Sprintf("more than %d GB come from a pipe", mostPiped>>30), Remedy: "save them to a file, and name that"}
		}
	}
}

// ReadAt implements [io.ReaderAt].
func (p *pipe) ReadAt(b []byte, at int64) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.fill(at + int64(len(b)))
	if n := copy(b, p.kept[min(at, int64(len(p.kept))):]); n < len(b) {
		return n, p.err
	}
	return len(b), nil
}

// A pipeReader reads a pipe from its start.
type pipeReader struct {
	*pipe
	at int64
}

func (r *pipeReader) Read(b []byte) (int, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.fill(r.at + 1)
	n := copy(b, r.kept[r.at:])
	r.at += int64(n)
	if n == 0 && len(b) > 0 {
		return 0, r.err
	}
	return n, nil
}

// Close implements [io.Closer]. The buffer stays.
func (r *pipeReader) Close() error { return nil }
