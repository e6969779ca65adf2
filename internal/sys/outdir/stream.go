package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// readerWait is how long a named pipe may have no reader.
const readerWait = 3 * time.Second

// OpenStream opens a path that is no file to create or replace: a pipe, a device, or an open
// descriptor such as /dev/stdout. It returns nil for files and folders, and for nothing.
func OpenStream(path string) (*os.File, error) {
	if fd, is := descriptor(path); is {
		return duplicate(fd, path)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return nil, nil
	}
	if info.Mode()&fs.ModeNamedPipe == 0 {
		return os.OpenFile(path, os.O_WRONLY, 0)
	}
	for began := time.Now(); ; time.Sleep(readerWait / 100) {
		f, err := os.OpenFile(path, os.O_WRONLY|Nonblocking, 0)
		switch {
		case !errors.Is(err, syscall.ENXIO):
			return f, err
		case time.Since(began) > readerWait:
			return nil, fmt.Errorf("%s: nothing reads from the pipe; start the program that reads it, or name a file", path)
		}
	}
}

// descriptor returns the number of the open file that a path names.
func descriptor(path string) (fd int, is bool) {
	switch path {
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	for _, folder := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if number, ok := strings.CutPrefix(path, folder); ok {
			fd, err := strconv.Atoi(number)
			return fd, err == nil && fd >= 0
		}
	}
	return 0, false
}
