// Command ecsbench measures Entity-Component-System storage designs, compares
// the results and tells whether a change made them slower.
//
// Every verb is one file of this package that parses flags, calls one function
// of a package below and prints. Results go to standard output; progress and
// warnings go to standard error. The exit code is part of the contract, see
// [ExitCode].
package main

import (
	"errors"
	"os"
)

func main() {
	err := enoughDescriptors()
	if err == nil {
		err = execute()
	}
	if err != nil {
		var exit *exitError
		if !errors.As(err, &exit) {
			exit = &exitError{Code: ExitUsage, Err: err}
		}
		if exit.Err != nil {
			complain(os.Stderr, "ecsbench: ", exit.Err)
		}
		os.Exit(int(exit.Code))
	}
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
