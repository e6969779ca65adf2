package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// Stdin is the path of standard input.
const Stdin = "-"

// Open opens a file, or standard input for [Stdin]. The content of a pipe stays in memory, so
// that it can be opened again and read from its beginning. The error is an [InputError].
func Open(path string) (io.ReadCloser, error) {
	if path == "/dev/stdin" || path == "/dev/fd/0" {
		path = Stdin
	}
	pipes.Lock()
	defer pipes.Unlock()
	if text, ok := pipes.read[path]; ok {
		return io.NopCloser(bytes.NewReader(text)), nil
	}
	file, named := os.Stdin, false
	if path != Stdin {
		var err error
		if file, err = openFile(path); errors.Is(err, fs.ErrNotExist) {
			return nil, &InputError{File: path, What: "no such file", Remedy: "check the path"}
		} else if err != nil {
			return nil, &InputError{File: path, What: "cannot be opened: " + reason(err)}
		}
		info, err := file.Stat()
		if err == nil && info.IsDir() {
			file.Close()
			return nil, &InputError{File: path, What: "is a directory", Remedy: "name a file in it"}
		}
		if err == nil && info.Mode().IsRegular() {
			return file, nil
		}
		named = err == nil && info.Mode()&fs.ModeNamedPipe != 0
		defer file.Close()
	}
	text, err := io.ReadAll(io.LimitReader(file, mostPiped+1))
	for began := time.Now(); named && err == nil && len(text) == 0 && time.Since(began) < writerWait; time.Sleep(writerWait / 100) {
		text, err = io.ReadAll(io.LimitReader(file, mostPiped+1)) // no writer yet, or one that wrote nothing
	}
	switch {
	case err != nil:
		return nil, &InputError{File: path, What: "cannot be read: " + reason(err)}
	case len(text) == 0 && named:
		return nil, &InputError{File: path, What: "nothing comes from the pipe", Remedy: "start the program that writes to it, or name a file"}
	case len(text) > mostPiped:
		return nil, &InputError{File: path, What: fmt.Sprintf("more than %d GB come from a pipe", mostPiped>>30), Remedy: "save them to a file, and name that"}
	}
	pipes.read[path] = text
	return io.NopCloser(bytes.NewReader(text)), nil
}

// writerWait is how long a named pipe may have no writer.
const writerWait = 3 * time.Second

// openFile opens a file for reading. Opening a pipe does not wait for its writer.
func openFile(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return os.OpenFile(path, os.O_RDONLY|outdir.Nonblocking, 0)
	}
	return os.Open(path)
}

// pipes has the content of the pipes that this process read, by path.
var pipes = struct {
	sync.Mutex
	read map[string][]byte
}{read: make(map[string][]byte)}

// mostPiped limits the bytes of a pipe.
const mostPiped = 1 << 30

// ReadInput reads a whole input.
func ReadInput(path string) ([]byte, error) { return readAll(Open(path)) }

// ReadText reads a whole input as UTF-8, unpacked.
func ReadText(path string) ([]byte, error) {
	in, err := Open(path)
	if err == nil {
		in, err = unpacked(path, in)
	}
	text, err := readAll(in, err)
	return bytes.TrimPrefix(text, byteOrderMark), err
}

func readAll(in io.ReadCloser, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}
