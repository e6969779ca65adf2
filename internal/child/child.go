// Package child runs programs that may do anything: benchmarks of strangers
// loop for ever, print without end, take all memory, and leave processes
// behind. What [Run] starts has a time limit and a bounded output, is killed
// before it takes the memory of the machine where the system tells how much it
// has (Linux), and all processes that it has started end with it, unless they
// left its process group.
package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Limits say what a program may use.
type Limits struct {
	Time   time.Duration // 0 for as long as the context lasts
	Output int           // bytes of standard output, and as many of standard error
}

// A LimitError tells which limit a program has met; it was killed.
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
	if err := cmd.Start(); err != nil {
		return nil, nil, err
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
	stdout, stderr = streams[0].text(), streams[1].text()
	if err == nil && (streams[0].cut || streams[1].cut) {
		err = tooMuch
	}
	return stdout, stderr, err
}

// patience is for what a program has printed to arrive after its end: all at
// once, unless a process that left the group holds the other end open.
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
