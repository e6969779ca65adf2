//go:build unix

package outdir

import (
	"os"
	"syscall"
)

// Nonblocking opens a pipe without waiting for its other end.
const Nonblocking = syscall.O_NONBLOCK

func duplicate(fd int, path string) (*os.File, error) {
	own, err := syscall.Dup(fd)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(own), path), nil
}
