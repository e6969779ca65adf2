package cmd

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
)

// ExitCode is the exit code of the process; scripts rely on it.
type ExitCode int

// Exit codes of all verbs.
const (
	ExitOK           ExitCode = 0   // fine
	ExitRegression   ExitCode = 1   // a regression was found
	ExitUsage        ExitCode = 2   // wrong usage or unreadable input
	ExitInconclusive ExitCode = 3   // too noisy, too few samples, different machines, no common cases, cases without time
	ExitCaseFailed   ExitCode = 4   // some case failed
	ExitInterrupted  ExitCode = 130 // Ctrl-C or SIGTERM; samples are kept
)

// An exitError ends the process with a specific code. Its error is nil if the message is
// already printed.
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

// incomplete returns the error of cases for which the budget had no time, nil if there are none.
func incomplete(unmeasured, cases int, budget, enough time.Duration) error {
	if unmeasured == 0 {
		return nil
	}
	return &exitError{ExitInconclusive, fmt.Errorf("%d of %s not measured in the budget of %s: use --budget %s or fewer cases",
		unmeasured, display.Count(cases, "case"), display.Duration(budget), display.Duration(display.RoundUp(enough)))}
}

// concluded returns the error of failed cases, or else of cases that were not measured within the
// budget.
func concluded(cmd *cobra.Command, failed, incomplete error) error {
	if failed != nil && incomplete != nil {
		complain(cmd.ErrOrStderr(), "warning: ", incomplete)
	}
	return cmp.Or(failed, incomplete)
}

// warner returns a function that prints warnings to standard error.
func warner(cmd *cobra.Command) func(error) {
	return func(err error) { complain(cmd.ErrOrStderr(), "warning: ", err) }
}

// complain prints an error or warning as one line; text from files is escaped.
func complain(w io.Writer, prefix string, err error) {
	fmt.Fprintln(w, prefix+display.Escape(err.Error()))
}
