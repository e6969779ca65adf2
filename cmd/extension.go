package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/ecsbench/ecsbench/internal/sys/host"
)

// runExtended runs the program with an extension, with the same arguments in the same folder.
func runExtended(ctx context.Context, e host.Extension) error {
	building, stop := signal.NotifyContext(ctx, interruptions...)
	program, err := e.Build(building, func(line string) { fmt.Fprintln(os.Stderr, line) })
	interrupted := building.Err() != nil
	stop()
	if interrupted {
		return &exitError{ExitInterrupted, fmt.Errorf("interrupted while building the program with %s: the same command continues", e.Adds)}
	}
	if err != nil {
		return err
	}
	args := append([]string{os.Args[0]}, os.Args[1:]...)
	if err := syscall.Exec(program, args, os.Environ()); err == nil {
		return nil
	}
	// Windows has no exec.
	cmd := exec.Command(program, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	signal.Ignore(os.Interrupt) // the console sends it to the program, too
	err = cmd.Run()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		return &exitError{Code: ExitCode(exit.ExitCode())}
	}
	if err != nil {
		err = fmt.Errorf("run the program with %s: %w", e.Adds, err)
	}
	return err
}
