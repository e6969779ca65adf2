package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// interruptions are the signals that end a command. The end of a terminal or of a connection sends the
// last one; nohup ignores it.
var interruptions = lists.Filter([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, func(s os.Signal) bool { return s != syscall.SIGHUP || !signal.Ignored(s) })

// An interruption handles Ctrl-C, SIGTERM and SIGHUP. The first one ends the program, unless the
// command called [interruptible]: then its context is cancelled, and the second one ends the program.
type interruption struct {
	context.Context
	cancel    context.CancelFunc
	windingUp atomic.Bool
}

// awaitInterruption returns the context of all commands.
func awaitInterruption() *interruption {
	in := &interruption{}
	in.Context, in.cancel = context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, interruptions...)
	go func() {
		<-signals
		if in.windingUp.Load() {
			in.cancel()
			<-signals
		}
		outdir.DiscardAll()
		fmt.Fprintln(os.Stderr, "ecsbench: interrupted")
		os.Exit(int(ExitInterrupted))
	}()
	return in
}

// interruptible returns the context that is cancelled by an interruption. The caller must then return
// soon.
func interruptible(cmd *cobra.Command) context.Context {
	in := cmd.Context().(*interruption)
	in.windingUp.Store(true)
	return in
}

// stopped adds the command that resumes to an interruption, and the command name to other
// errors.
func stopped(cmd *cobra.Command, err error) error {
	interrupted, is := errors.AsType[*results.InterruptedError](err)
	switch {
	case !is:
		return fmt.Errorf("%s: %w", cmd.Name(), err)
	case interrupted.Path == results.Stdout:
		return &exitError{ExitInterrupted, fmt.Errorf("%s: interrupted; the samples are on standard output and cannot be continued", cmd.Name())}
	case interrupted.Path == "":
		return &exitError{ExitInterrupted, fmt.Errorf("%s: %w", cmd.Name(), interrupted)}
	}
	return &exitError{ExitInterrupted, fmt.Errorf("%s: interrupted; continue with: %s", cmd.Name(), display.Shell("ecsbench", cmd.Name(), "--resume", interrupted.Path))}
}

// twoOrResume requires two sides, or --resume.
func twoOrResume(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("resume") {
		return exactly(0)(cmd, args)
	}
	return atLeast(2)(cmd, args)
}

// notWithResume rejects flags other than but that would change the plan of a resumed file or
// folder.
func notWithResume(cmd *cobra.Command, in string, but ...string) (misplaced error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "resume" && flag.Name != "env" && !slices.Contains(but, flag.Name) {
			misplaced = fmt.Errorf("--%s cannot be used with --resume: %s has its own plan; start a new run for another plan", flag.Name, in)
		}
	})
	return misplaced
}
