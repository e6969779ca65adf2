// Package child runs other programs: benchmarks, workers, Git and the go command.
// Benchmarks may loop forever, print without end, take all memory, and leave processes
// behind. [Run] gives a program a time limit and a bounded output. On Linux it also
// limits memory.
//
// When a program ends, its processes end too: first its process group, then on Linux all
// other descendants in any group or session. On other systems a process that leaves the
// group survives.
//
// A [Variant] is what the user asks a side of a comparison to be built and run with: a version of Go,
// variables, a profile for the compiler, and flags of the go command. [Variant.Prepare] finds the
// toolchain, reads the profile and returns a [Setup], the environment of the go command and of the
// built programs.
package child

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// Limits are the resources of a program.
type Limits struct {
	Time   time.Duration // 0 is no limit besides the context
	Output int           // bytes of standard output and of standard error each
	Usage  *Usage        // filled after the end of the process, if it is not nil
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

// patience limits the wait for output after the end of a program. A surviving process may hold
// the pipe open.
const patience = time.Second

// noThreads matches the trace of a Go program to which the system refused a thread.
var noThreads = regexp.MustCompile("failed to create new OS thread|pthread_create failed: Resource temporarily unavailable")

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
	begin()
	defer func() {
		if survivors := endOrphans(); err == nil {
			err = survivors
		}
	}()
	finish, err := l.Usage.start(cmd)
	if err != nil {
		return nil, nil, explain(err)
	}
	defer finish()
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
	switch {
	case err == nil && context.Cause(limited) == tooMuch:
		err = tooMuch
	case errors.As(err, new(*exec.ExitError)) && noThreads.Match(complaints.kept):
		err = &LimitError{"could not start more threads: end other processes, or raise the limit (ulimit -u)", err}
	}
	return out.kept, complaints.kept, err
}

// explain adds the fix to errors of the system.
func explain(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: if that is on a file system that is mounted noexec: set TMPDIR to a folder that programs may run from", err)
	case errors.Is(err, syscall.EAGAIN):
		return fmt.Errorf("%w: end other processes, or raise the limit (ulimit -u)", err)
	}
	return err
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

// neededFiles is the number of additional files that a command may open: results, pipes to
// a worker, files of the runtime.
const neededFiles = 24

// Enough returns an error if this process may not open enough files or start enough
// threads. Otherwise commands would fail anywhere, and the runtime with a stack trace.
func Enough() error {
	for have := range neededFiles {
		// Package os would need more files.
		fd, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if errors.Is(err, syscall.EMFILE) {
			return fmt.Errorf("may open only %d of %d needed files: use `ulimit -n 256`", have, neededFiles)
		}
		if err != nil {
			break // this system has no such device
		}
		defer syscall.Close(fd)
	}
	return enoughThreads()
}

// buildLimits allow any module with dependencies to download.
var buildLimits = Limits{Time: time.Hour, Output: 256 << 20}

// A GoCommand is the go command in a folder.
type GoCommand struct {
	Dir       string
	Temporary string   // folder for temporary files of it and the compilers
	Program   string   // "" for the one in PATH
	Env       []string // variables besides those of this process
}

// List runs a go command that prints JSON, such as go list -json, and decodes its values.
func List[T any](ctx context.Context, g GoCommand, args ...string) (list []T, err error) {
	out, err := g.Run(ctx, args...)
	if err != nil {
		return nil, err
	}
	for all := json.NewDecoder(bytes.NewReader(out)); all.More(); {
		var one T
		if err := all.Decode(&one); err != nil {
			return nil, fmt.Errorf("reading the answer of the go command: %w", err)
		}
		list = append(list, one)
	}
	return list, nil
}

// Run returns the output of the go command. Its error contains the command's message.
func (g GoCommand) Run(ctx context.Context, args ...string) ([]byte, error) {
	temporary := filepath.Join(g.Temporary, "go")
	if err := os.MkdirAll(temporary, 0o777); err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	cmd := exec.Command(cmp.Or(g.Program, "go"), args...)
	cmd.Dir = g.Dir
	cmd.Env = append(cmd.Environ(), g.Env...)
	for _, name := range []string{"GOTMPDIR", "TMPDIR", "TMP", "TEMP"} {
		cmd.Env = append(cmd.Env, name+"="+temporary)
	}
	stdout, stderr, err := Run(ctx, cmd, buildLimits)
	if err == nil {
		return stdout, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if said := strings.TrimSpace(string(stderr)); said != "" && !errors.As(err, new(*LimitError)) {
		return nil, fmt.Errorf("go %s: %s", args[0], said)
	}
	return nil, fmt.Errorf("go %s: %w", args[0], err)
}

// GoMessage returns the first lines of an error of the go command as one, without the names of
// packages before the lines of the compiler.
func GoMessage(err error, most int) string {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		if before, _, named := strings.Cut(strings.TrimSpace(line), "# "); !named {
			lines = append(lines, strings.TrimSpace(line))
		} else if before != "" {
			lines = append(lines, strings.TrimSpace(before))
		}
	}
	return strings.Join(lines[:min(most, len(lines))], " ")
}

// Git runs git in the current folder, to read. No command that the settings of the
// repository name is executed, such as a file watcher.
func Git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "log.showSignature=false", "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0") // the user may commit meanwhile
	out, _, err := Run(ctx, cmd, Limits{Time: time.Minute, Output: 16 << 20})
	return strings.TrimSpace(string(out)), err
}
