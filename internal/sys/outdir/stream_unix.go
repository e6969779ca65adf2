//go:build unix

package outdir

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// canWrite rejects a folder in which no file can be made.
func canWrite(dir string) error {
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		return fmt.Errorf("folder %s: %w: choose another place", dir, err)
	}
	return nil
}

// Nonblocking opens a pipe without waiting for its other end.
const Nonblocking = syscall.O_NONBLOCK

func duplicate(fd int, path string) (*os.File, error) {
	own, err := syscall.Dup(fd)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(own), path), nil
}
