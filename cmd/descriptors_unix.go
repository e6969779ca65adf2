//go:build unix

package cmd

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// descriptors is the number of additional files that a command may open: results, pipes to a
// worker, files of the runtime.
const descriptors = 24

// enoughDescriptors opens that many files. Otherwise commands would fail anywhere, and the
// runtime with a stack trace.
func enoughDescriptors() error {
	var open []int
	defer func() {
		for _, fd := range open {
			syscall.Close(fd)
		}
	}()
	for range descriptors {
		fd, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			return fmt.Errorf("only %d more files can be opened, %d are needed: use `ulimit -n 256` (%w)", len(open), descriptors, err)
		}
		if err != nil {
			return nil // this system has no such device
		}
		open = append(open, fd)
	}
	return nil
}
