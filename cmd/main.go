// Package cmd is the command ecsbench: it measures Entity-Component-System
// storage designs, compares the results and tells whether a change made them
// slower.
//
// Every verb is one file of this package that parses flags, calls one function
// of a package below and prints. Results go to standard output; progress and
// warnings go to standard error. The exit code is part of the contract, see
// [ExitCode].
//
// Programs that measure implementations of their own beside those of the
// project are one line long, see [Main].
package cmd

import (
	"context"
	"errors"
	"os"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
)

// Main is the whole program: it runs the command of the command line and exits.
// The implementations are listed, measured and verified like the project's own.
// As the program starts itself for every sample, Main is all that its main
// function does.
func Main(more ...impls.Implementation) {
	if code := run(more...); code != ExitOK {
		os.Exit(int(code))
	}
}

// run is Main but for the exit.
func run(more ...impls.Implementation) ExitCode {
	err := registry.Add(more...)
	switch work, ok := workers[append(os.Args, "", "")[1]]; {
	case err != nil:
	case ok && len(os.Args) == 2:
		err = work(os.Stdin, os.Stdout)
	default:
		var handed bool
		if handed, err = handOver(context.Background()); err != nil || handed {
			break
		}
		if err = enoughDescriptors(); err == nil {
			err = execute()
		}
	}
	if err == nil {
		return ExitOK
	}
	var exit *exitError
	if !errors.As(err, &exit) {
		exit = &exitError{Code: ExitUsage, Err: err}
	}
	if exit.Err != nil {
		complain(os.Stderr, "ecsbench: ", exit.Err)
	}
	return exit.Code
}

// execute runs the command of the command line.
func execute() error {
	root := newRootCommand()
	root.SetArgs(doubleDashes(root, os.Args[1:]))
	out := &output{Writer: os.Stdout}
	root.SetOut(out)
	if err := root.ExecuteContext(awaitInterruption()); err != nil {
		return err
	}
	return out.err
}
