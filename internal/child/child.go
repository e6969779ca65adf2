// Package child runs other programs: benchmarks, workers, Git and the go command.
// Benchmarks may loop forever, print without end, take all memory, and leave processes
// behind. [Run] gives a program a time limit and a bounded output. On Linux it also
// limits memory.
//
// When a program ends, its process group ends too. A process that leaves the group
// survives.
package child

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"time"
)

// Limits are the resources of a program.
type Limits struct {
	Time   time.Duration // 0 is no limit besides the context
	Output int           // bytes of standard output and of standard error each
}

// A LimitError means that a program was killed at a limit.
type LimitError struct {
	What string
	kind error
}

func (e *LimitError) Error() string { return e.What }
func (e *LimitError) Unwrap() error { return e.kind }

// ErrTime is wrapped by the LimitError of a timeout.
var ErrTime = errors.New("took too long")

// patience limits the wait for output after the end of a program. A surviving process
// may hold the pipe open.
const patience = time.Second

// Run starts a command made by [exec.Command] and waits for its end. It returns the
// output even with an error. The error is that of the context, a [LimitError], or the
// command's.
func Run(ctx context.Context, cmd *exec.Cmd, l Limits) (stdout, stderr []byte, err error) {
	limited, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if l.Time > 0 {
		timer := time.AfterFunc(l.Time, func() { stop(&LimitError{fmt.Sprintf("not finished after %v", l.Time), ErrTime}) })
		defer timer.Stop()
	}
	var tooMuch error = &LimitError{fmt.Sprintf("printed more than %d MB", l.Output>>20), nil}
	full := func() { stop(tooMuch) }
	out, complaints := output{room: l.Output, full: full}, output{room: l.Output, full: full}
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &complaints, patience
	own(cmd)
	if err := cmd.Start(); errors.Is(err, fs.ErrPermission) {
		return nil, nil, fmt.Errorf("%w: if that is on a file system that is mounted noexec: set TMPDIR to a folder that programs may run from", err)
	} else if err != nil {
		return nil, nil, err
	}
	limitMemory(cmd.Process.Pid)
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	select {
	case err = <-exited:
		if errors.Is(err, exec.ErrWaitDelay) {
			err = nil
		}
	case <-limited.Done():
		end(cmd.Process)
		<-exited
		err = context.Cause(limited)
	}
	end(cmd.Process)
	if err == nil && context.Cause(limited) == tooMuch {
		err = tooMuch
	}
	return out.kept, complaints.kept, err
}

// An output keeps the first bytes of a stream.
type output struct {
	kept []byte
	room int
	full func() // called with each byte more
}

func (o *output) Write(data []byte) (int, error) {
	n := min(o.room, len(data))
	o.kept, o.room = append(o.kept, data[:n]...), o.room-n
	if n < len(data) {
		o.full()
	}
	return len(data), nil
}
