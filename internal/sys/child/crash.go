package child

import (
	"bytes"
	"errors"
	"os/exec"
	"regexp"
)

// A CrashError means that a signal ended a program. That is no property of its input: it was
// killed from outside, or the machine or valgrind failed.
type CrashError struct {
	Signal string // as printed by the system or the Go runtime
	err    error
}

func (e *CrashError) Error() string { return e.Signal }
func (e *CrashError) Unwrap() error { return e.err }

// signalLine is the first line of the trace of a Go program that received a fatal signal. The
// runtime catches the signal and exits with 2. A panic has another first line.
var signalLine = regexp.MustCompile(`(?m)^(SIG[A-Z]+: .+|fatal error: unexpected signal .+)$`)

// Crash returns the error of a program that a signal ended, nil if it ended otherwise. The
// arguments are results of [Run].
func Crash(err error, stderr []byte) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) || errors.As(err, new(*LimitError)) {
		return nil
	}
	if line := signalLine.Find(stderr); line != nil {
		return &CrashError{string(bytes.TrimSpace(line)), err}
	}
	if exit.ExitCode() < 0 {
		return &CrashError{exit.Error(), err}
	}
	return nil
}
