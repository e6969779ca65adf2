package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/measure"
)

// become runs the program with an extension, with the same arguments in the same folder.
func become(ctx context.Context, e measure.Extension) error {
	program, err := e.Build(ctx, func() {
		fmt.Fprintf(os.Stderr, "building the program with %s (only once)\n", e.Adds)
	})
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

// namesLibrary reports whether an --impl flag names a library that is not in this program.
func namesLibrary(args []string) bool {
	for i, arg := range args {
		name, list, given := strings.Cut(arg, "=")
		if name != "--impl" && name != "-impl" { // see doubleDashes
			continue
		}
		if !given && i+1 < len(args) {
			list = args[i+1]
		}
		for _, spec := range strings.Split(list, ",") {
			if isMissingLibrary(strings.TrimSpace(spec)) {
				return true
			}
		}
	}
	return false
}

// isMissingLibrary reports whether a spec such as "ark:loop=simd" names a library that is not
// in this program.
func isMissingLibrary(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	return slices.ContainsFunc(missingLibraries(), func(l measure.Library) bool { return l.Name == name })
}

// offerLibraries adds the names of the libraries that can be built to the suggestions for unknown
// implementations.
func offerLibraries() {
	if !measure.WithLibraries.Available() {
		return
	}
	for _, l := range missingLibraries() {
		registry.Suggest(l.Name)
	}
}

// missingLibraries lists the libraries that are not in this program.
func missingLibraries() []measure.Library {
	return lists.Filter(measure.Libraries, func(l measure.Library) bool {
		_, err := registry.Find(l.Name)
		return err != nil
	})
}
