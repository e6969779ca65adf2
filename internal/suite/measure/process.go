package measure

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// A Process takes samples in fresh processes of a program. The program reads a
// [Request] from standard input and writes an [Answer] to standard output, see [Serve].
type Process struct {
	Program     string
	Args        []string
	Environment []string // nil for [child.Environment]
	Env         []string // KEY=value, added to it
	output      int      // most bytes of an answer; 0 for mostAnswer
}

// Self returns a Process that starts this program with the given arguments.
func Self(args ...string) (Process, error) {
	program, err := os.Executable()
	if err != nil {
		return Process{}, fmt.Errorf("find this program to start workers: %w", err)
	}
	return Process{Program: program, Args: args}, nil
}

// Measure takes one sample. If the worker crashes, exceeds the timeout or prints an
// invalid answer, Failed is set. An error means that the context was cancelled or no
// process could be started.
func (p Process) Measure(ctx context.Context, r Request, timeout time.Duration) (Answer, error) {
	if path := programOf(r.Impl); path != "" {
		return measureProgram(ctx, path, r, timeout)
	}
	var answer Answer
	failed, err := p.Ask(ctx, r, &answer, timeout)
	if err != nil || failed != "" {
		return Answer{Failed: failed}, err
	}
	return answer, nil
}

// Verify implements [Verifier]. A worker without an answer is no evidence. A program is verified
// with each sample.
func (p Process) Verify(ctx context.Context, impl string, timeout time.Duration) (wrong string, err error) {
	if programOf(impl) != "" {
		return "", nil
	}
	var answer Answer
	failed, err := p.Ask(ctx, Request{Impl: impl, Verify: true}, &answer, timeout)
	if err != nil || failed != "" || !answer.Wrong {
		return "", err
	}
	return answer.Failed, nil
}

// Ask starts a worker, sends it the request as JSON and decodes its answer. An error of
// the worker is returned as failed. The other error means that the context was
// cancelled or no process could be started.
//
// A worker killed or stopped from outside is no evidence about its request, so Ask
// tries again before it fails.
func (p Process) Ask(ctx context.Context, request, answer any, timeout time.Duration) (failed string, err error) {
	for try := 1; ; try++ {
		failed, most, err := p.askOnce(ctx, request, answer, timeout)
		switch {
		case err != nil || failed == "":
			return "", err
		case try >= most && try > 1:
			return fmt.Sprintf("%s, %d times in a row", failed, try), nil
		case try >= most:
			return failed, nil
		}
	}
}

// The numbers of attempts, by kind of failure.
const (
	onceIfBroken     = 1 // would fail again
	twiceIfCrashed   = 2 // the Go runtime caught a fatal signal: valgrind may cause that at random
	twiceIfStopped   = 2 // idle for most of its time: stopped, starved, or deadlocked
	threeTimesKilled = 3 // by a signal: from outside, for lack of memory, or its own fault
)

// mostAnswer limits the output of a worker, in bytes. Profiles are the largest answers.
const mostAnswer = 16 << 20

// askOnce also returns the most attempts for this kind of failure.
func (p Process) askOnce(ctx context.Context, request, answer any, timeout time.Duration) (failed string, most int, err error) {
	cmd := exec.Command(p.Program, p.Args...)
	cmd.Env = append(p.Environment, p.Env...)
	if p.Environment == nil {
		cmd.Env = append(child.Environment(), p.Env...)
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return "", 0, fmt.Errorf("start worker: %w", err)
	}
	// The pipe stays open while the worker works. If this process dies, the pipe closes
	// and the worker ends. The error is ignored: the exit status of a dead worker
	// explains more than the broken pipe.
	go json.NewEncoder(stdin).Encode(request)
	stdout, stderr, err := child.Run(ctx, cmd, child.Limits{Time: timeout, Output: cmp.Or(p.output, mostAnswer)})
	limit, exit := (*child.LimitError)(nil), (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return "", 0, ctx.Err()
	case errors.Is(err, child.ErrTime):
		failed = fmt.Sprintf("no answer within %v: the worker was killed (more time with --timeout)", timeout)
		if stopped(cmd.ProcessState.UserTime(), cmd.ProcessState.SystemTime(), timeout) {
			return failed, twiceIfStopped, nil
		}
		return failed, onceIfBroken, nil
	case errors.As(err, &limit):
		return fmt.Sprintf("worker: it %v", err), onceIfBroken, nil
	case errors.As(err, &exit):
		failed = fmt.Sprintf("worker: %v%s", err, firstLines(string(stderr)))
		switch crash := child.Crash(err, stderr); {
		case exit.ExitCode() < 0:
			return failed, threeTimesKilled, nil
		case crash != nil:
			return fmt.Sprintf("worker: %v", crash), twiceIfCrashed, nil
		}
		return failed, onceIfBroken, nil
	case err != nil && cmd.ProcessState != nil:
		return fmt.Sprintf("worker: it %v", err), onceIfBroken, nil
	case err != nil:
		return "", 0, fmt.Errorf("start worker: %w", err)
	}
	if err := json.Unmarshal(stdout, answer); err != nil {
		return fmt.Sprintf("worker: answer not understood: %v", err), onceIfBroken, nil
	}
	return "", 0, nil
}

// stopped reports whether a worker was idle for most of its time.
func stopped(user, system, had time.Duration) bool { return user+system < had/2 }

// firstLines joins the first lines of a crashed process.
func firstLines(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	text := strings.Join(lines[:min(2, len(lines))], "; ")
	if text == "" {
		return ""
	}
	return ": " + text[:min(len(text), 300)]
}

// Serve reads a request, works and writes the answer: the other end of [Process.Ask].
// It ends the process if its input closes early, and ignores Ctrl-C. SIGTERM kills it,
// since a handler would look like a failure.
func Serve[Q, A any](in io.Reader, out io.Writer, work func(Q) A) error {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	// Workers do not sample allocations, because that costs time.
	runtime.MemProfileRate = 0
	decoder := json.NewDecoder(in)
	var request Q
	if err := decoder.Decode(&request); err != nil {
		return fmt.Errorf("worker: read request: %w (workers are started by ecsbench, not by hand)", err)
	}
	go func() {
		var more json.RawMessage
		if err := decoder.Decode(&more); errors.Is(err, io.EOF) {
			os.Exit(3)
		}
	}()
	return json.NewEncoder(out).Encode(work(request))
}
