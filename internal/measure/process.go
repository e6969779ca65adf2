package measure

import (
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

	"github.com/ecsbench/ecsbench/internal/child"
)

// A Process takes samples in fresh processes of a program that answers a
// [Request] on standard input with an [Answer] on standard output, as
// [Serve] does.
type Process struct {
	Program string
	Args    []string
	Env     []string // KEY=value, added to the environment of this process
}

// Self returns a Process that starts this program with the given arguments.
func Self(args ...string) (Process, error) {
	program, err := os.Executable()
	if err != nil {
		return Process{}, fmt.Errorf("find this program to start workers: %w", err)
	}
	return Process{Program: program, Args: args}, nil
}

// Measure takes one sample. A worker that crashes, hangs for longer than the
// timeout or talks nonsense is an Answer with Failed set; an error means that
// the context was cancelled or no process could be started.
func (p Process) Measure(ctx context.Context, r Request, timeout time.Duration) (Answer, error) {
	var answer Answer
	failed, err := p.Ask(ctx, r, &answer, timeout)
	if err != nil || failed != "" {
		return Answer{Failed: failed}, err
	}
	return answer, nil
}

// Verify is [Verifier]. A worker that does not answer proves nothing.
func (p Process) Verify(ctx context.Context, impl string, timeout time.Duration) (wrong string, err error) {
	var answer Answer
	failed, err := p.Ask(ctx, Request{Impl: impl, Verify: true}, &answer, timeout)
	if err != nil || failed != "" || !answer.Wrong {
		return "", err
	}
	return answer.Failed, nil
}

// Ask starts a worker, sends it the request as JSON and decodes its answer.
// What went wrong in the worker comes back as failed; an error means that the
// context was cancelled or no process could be started.
//
// That a worker was killed or stopped from outside says nothing of what it was
// asked, so it is asked again before that counts.
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

// How often a worker is asked that does not answer.
const (
	onceIfBroken     = 1 // it went wrong by itself, and would again
	twiceIfStopped   = 2 // it was not at work for most of its time: stopped, starved, or waiting for ever
	threeTimesKilled = 3 // by a signal: from somebody, for want of memory, or its own fault
)

// mostAnswer bounds what a worker prints, in bytes. Profiles are the largest answers.
const mostAnswer = 16 << 20

// askOnce returns also how many times a worker that failed like this is asked at most.
func (p Process) askOnce(ctx context.Context, request, answer any, timeout time.Duration) (failed string, most int, err error) {
	cmd := exec.Command(p.Program, p.Args...)
	cmd.Env = append(os.Environ(), p.Env...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return "", 0, fmt.Errorf("start worker: %w", err)
	}
	// The pipe stays open while the worker works: when this process dies, the
	// worker sees it close and ends too. A worker that died early does not
	// read; its exit status explains more than the broken pipe.
	go json.NewEncoder(stdin).Encode(request)
	stdout, stderr, err := child.Run(ctx, cmd, child.Limits{Time: timeout, Output: mostAnswer})
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
		if exit.ExitCode() < 0 {
			return failed, threeTimesKilled, nil
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

// stopped tells that a worker was not at work for most of the time it had.
func stopped(user, system, had time.Duration) bool { return user+system < had/2 }

// firstLines returns what a crashed process said first, on one line.
func firstLines(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	text := strings.Join(lines[:min(2, len(lines))], "; ")
	if text == "" {
		return ""
	}
	return ": " + text[:min(len(text), 300)]
}

// Serve reads a request, works, and writes the answer: the other end of
// [Process.Ask]. It ends the process when its input closes before the work is
// done, and leaves Ctrl-C to the process that started it. SIGTERM kills it, as
// a worker that winds up by itself would seem to have failed.
func Serve[Q, A any](in io.Reader, out io.Writer, work func(Q) A) error {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	// The runtime samples allocations in every program that could ask for the
	// profile, as this one can. What is measured is not to pay for that.
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
