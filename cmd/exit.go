package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/escape"
)

// ExitCode is what the process returns to its caller; scripts rely on it.
type ExitCode int

// The exit codes of every verb.
const (
	ExitOK           ExitCode = 0   // fine
	ExitRegression   ExitCode = 1   // a regression was found
	ExitUsage        ExitCode = 2   // wrong usage or unreadable input
	ExitInconclusive ExitCode = 3   // too noisy, too few samples, different machines, nothing in common
	ExitCaseFailed   ExitCode = 4   // some case failed
	ExitInterrupted  ExitCode = 130 // Ctrl-C or SIGTERM; what was measured is kept
)

// An exitError ends the process with a code of its own. Its error may be nil
// where everything worth saying is already printed.
type exitError struct {
	Code ExitCode
	Err  error
}

func (e *exitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *exitError) Unwrap() error { return e.Err }

// warner returns what warns on standard error.
func warner(cmd *cobra.Command) func(error) {
	return func(err error) { complain(cmd.ErrOrStderr(), "warning: ", err) }
}

// complain prints an error or a warning, which may name what stands in files,
// as one line.
func complain(w io.Writer, prefix string, err error) {
	fmt.Fprintln(w, prefix+escape.Text(err.Error()))
}
