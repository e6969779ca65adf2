// Package child runs other programs: benchmarks, workers, Git and the go command.
// Benchmarks may loop forever, print without end, take all memory, and leave processes
// behind. [Run] gives a program a time limit and a bounded output. On Linux it also
// limits memory.
//
// When a program ends, its processes end too: first its process group, then on Linux
// all other descendants in any group or session. On other systems a process that leaves
// the group survives.
package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
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
	tooMuch := &LimitError{fmt.Sprintf("printed more than %d MB", l.Output>>20), nil}
	full := func() { stop(tooMuch) }
	streams := [2]stream{{limit: l.Output, full: full}, {limit: l.Output, full: full}}
	defer streams[0].close()
	defer streams[1].close()
	for i, to := range []*io.Writer{&cmd.Stdout, &cmd.Stderr} {
		if *to, err = streams[i].open(); err != nil {
			return nil, nil, fmt.Errorf("starting %s: %w", cmd.Path, err)
		}
	}
	own(cmd)
	if err := start(cmd); err != nil {
		return nil, nil, explain(err, cmd.Path)
	}
	for i := range streams {
		streams[i].copy()
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	go watchMemory(limited, cmd.Process.Pid, func(what string) { stop(&LimitError{what, nil}) })
	select {
	case err = <-exited:
	case <-limited.Done():
		end(cmd.Process)
		<-exited
		err = context.Cause(limited)
	}
	end(cmd.Process)
	if survivors := endOrphans(cmd.Process.Pid); err == nil {
		err = survivors
	}
	stdout, stderr = streams[0].text(), streams[1].text()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && noThreads(stderr) {
		err = &LimitError{"could not start more threads: end other processes, or raise the limit (ulimit -u)", err}
	}
	if err == nil && (streams[0].cut || streams[1].cut) {
		err = tooMuch
	}
	return stdout, stderr, err
}

// noThreads reports whether a Go program ended because the system refused a thread.
func noThreads(stderr []byte) bool {
	return bytes.Contains(stderr, []byte("runtime: failed to create new OS thread")) || bytes.Contains(stderr, []byte("pthread_create failed: Resource temporarily unavailable"))
}

// explain adds the fix to two errors caused by the system.
func explain(err error, program string) error {
	switch {
	case errors.Is(err, fs.ErrPermission) && noexec(program):
		return fmt.Errorf("%s is on a file system that is mounted noexec: set TMPDIR to a folder that programs may run from: %w", filepath.Dir(program), err)
	case errors.Is(err, syscall.EAGAIN):
		return fmt.Errorf("no more processes may be started: end others, or raise the limit (ulimit -u): %w", err)
	}
	return err
}

// patience limits the wait for output after the end of a program. A surviving process
// may hold the pipe open.
const patience = time.Second

// A stream collects the output of a pipe.
type stream struct {
	limit       int
	full        func()
	read, write *os.File
	done        chan struct{}

	mutex sync.Mutex
	kept  []byte
	cut   bool // output was dropped
}

// open returns the program's end of the pipe.
func (s *stream) open() (_ io.Writer, err error) {
	s.read, s.write, err = os.Pipe()
	return s.write, err
}

// copy starts to read, after the program has its end.
func (s *stream) copy() {
	s.write.Close()
	s.done = make(chan struct{})
	go func() {
		defer close(s.done)
		buffer := make([]byte, 32<<10)
		for {
			n, err := s.read.Read(buffer)
			s.keep(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
}

func (s *stream) keep(data []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	room := s.limit - len(s.kept)
	s.kept = append(s.kept, data[:min(room, len(data))]...)
	if len(data) > room {
		s.cut = true
		s.full()
	}
}

func (s *stream) text() []byte {
	select {
	case <-s.done:
	case <-time.After(patience):
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.kept[:len(s.kept):len(s.kept)]
}

func (s *stream) close() {
	for _, f := range []*os.File{s.read, s.write} {
		if f != nil {
			f.Close()
		}
	}
}
