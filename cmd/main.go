// Package cmd is the command ecsbench: it measures Entity-Component-System libraries and
// storage designs, compares the results and detects regressions.
//
// Every verb is one file that parses flags, calls one function of another package and prints.
// Results go to standard output, progress and warnings to standard error. Exit codes are
// described by [ExitCode].
//
// A program with further implementations is one line long, see [Main].
package cmd

import (
	"errors"
	"io"
	"os"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// Main runs the command line and exits. Further implementations are listed, measured and
// verified like those of the project. The program starts itself for every sample, so main must
// only call Main.
func Main(more ...impls.Implementation) {
	if code := run(more...); code != ExitOK {
		os.Exit(int(code))
	}
}

// run is Main without the exit.
func run(more ...impls.Implementation) ExitCode {
	work, isWorker := workers[append(os.Args, "", "")[1]]
	isWorker = isWorker && len(os.Args) == 2
	if !isWorker {
		offerLibraries()
	}
	err := registry.Add(more...)
	switch {
	case err != nil:
	case isWorker:
		err = work(os.Stdin, os.Stdout)
	default:
		if err = child.Enough(); err == nil {
			err = execute(awaitInterruption(), os.Args[1:], os.Stdout, os.Stderr)
		}
	}
	return exitCode(err, os.Stderr)
}

// exitCode prints an error and returns its exit code.
func exitCode(err error, stderr io.Writer) ExitCode {
	if err == nil {
		return ExitOK
	}
	exit, is := errors.AsType[*exitError](err)
	if !is {
		exit = &exitError{Code: ExitUsage, Err: err}
	}
	if exit.Err != nil {
		complain(stderr, "ecsbench: ", exit.Err)
	}
	return exit.Code
}

// execute runs a command line.
func execute(in *interruption, args []string, stdout, stderr io.Writer) error {
	root := newRootCommand()
	root.SetArgs(doubleDashes(root, args))
	out := &output{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	if err := root.ExecuteContext(in); err != nil {
		return err
	}
	return out.err
}

// Arguments with which the program starts itself: for each sample of run, each look of profile
// and each trial of ab.
const (
	workerVerb        = "worker"
	profileWorkerVerb = "profile-worker"
	trialWorkerVerb   = "trial-worker"
)

// workers serve these processes. They are not commands, because building all commands would
// slow the start of a worker.
var workers = map[string]func(in io.Reader, out io.Writer) error{
	workerVerb: func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.Work) },
}
