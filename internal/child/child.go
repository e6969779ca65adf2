// Package child is the one runner of other programs: benchmarks, workers, Git and the
// go command. Benchmarks may do anything: loop for ever, print without end, take all
// memory, and leave processes behind. [Run] gives a program a time limit and a bounded
// output. Where the system reports memory (Linux), it kills the program before it takes
// the memory of the machine.
//
// When a program ends, so do all processes that it has started: first its process group,
// then on Linux every other descendant, in whatever group or session. Elsewhere a process
// that leaves the group goes on.
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

// Limits are what a program may use.
type Limits struct {
	Time   time.Duration // 0 for as long as the context lasts
	Output int           // bytes of standard output, and as many of standard error
}

// A LimitError is that of a program that was killed because it met a limit.
type LimitError struct {
	What string
	kind error
}

func (e *LimitError) Error() string { return e.What }
func (e *LimitError) Unwrap() error { return e.kind }

// ErrTime is in the LimitError of a program that took too long.
var ErrTime = errors.New("took too long")

// Run starts a command made by [exec.Command] and waits for its end. What it
// printed is returned with every error: that of the context, a [LimitError], or
// the command's own.
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

// noThreads tells whether a Go program ended because the system gave it no more threads.
func noThreads(stderr []byte) bool {
	return bytes.Contains(stderr, []byte("runtime: failed to create new OS thread")) || bytes.Contains(stderr, []byte("pthread_create failed: Resource temporarily unavailable"))
}

// explain adds the remedy to the two errors that are about the system rather than about
// the program.
func explain(err error, program string) error {
	switch {
	case errors.Is(err, fs.ErrPermission) && noexec(program):
		return fmt.Errorf("%s is on a file system that is mounted noexec: set TMPDIR to a folder that programs may run from: %w", filepath.Dir(program), err)
	case errors.Is(err, syscall.EAGAIN):
		return fmt.Errorf("no more processes may be started: end others, or raise the limit (ulimit -u): %w", err)
	}
	return err
}

// patience bounds the wait for output after the end of a program. All of it arrives at
// once, unless a process that survived holds the other end open.
const patience = time.Second

// A stream keeps what arrives in a pipe.
type stream struct {
	limit       int
	full        func()
	read, write *os.File
	done        chan struct{}

	mutex sync.Mutex
	kept  []byte
	cut   bool // there was more
}

// open returns the end that is for the program.
func (s *stream) open() (_ io.Writer, err error) {
	s.read, s.write, err = os.Pipe()
	return s.write, err
}

// copy begins to read, once the program has its end.
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

// keep adds to what is kept.
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

// text is what was printed.
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
