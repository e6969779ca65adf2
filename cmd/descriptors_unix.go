//go:build unix

package cmd

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// descriptors is how many more files than are open at the start a command may
// want to have open: results, pipes to a worker, what the run-time needs.
const descriptors = 24

// enoughDescriptors tries to open as many. Where it cannot, commands would fail
// anywhere, and the run-time itself with a trace of its stack.
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
			return fmt.Errorf("only %d more files can be opened, and it takes %d: allow more, with `ulimit -n 256` or so (%w)", len(open), descriptors, err)
		}
		if err != nil {
			return nil // no such device here; that is another matter
		}
		open = append(open, fd)
	}
	return nil
}
