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

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/world/play"
)

// runExtended runs the program with an extension, with the same arguments in the same folder.
func runExtended(ctx context.Context, e measure.Extension) error {
	building, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
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

// namedLibraries lists the libraries that --impl flags or resumed files name and that are not in
// this program, each once, in the order of [play.Libraries].
func namedLibraries(args []string) (names []string) {
	var named []string
	for i, arg := range args {
		flag, value, given := strings.Cut(arg, "=")
		if !given && i+1 < len(args) {
			value = args[i+1]
		}
		var specs []string
		switch flag {
		case "--impl", "-impl": // see doubleDashes
			specs = strings.Split(value, ",")
		case "--resume", "-resume":
			specs = measure.PlannedImpls(value)
		}
		for _, spec := range specs {
			named = append(named, libraryName(strings.TrimSpace(spec)))
		}
	}
	for _, l := range missingLibraries() {
		if slices.Contains(named, l.Name) {
			names = append(names, l.Name)
		}
	}
	return names
}

// libraryName returns the name in a spec such as "ark:loop=simd".
func libraryName(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// withLibraries executes a command line that names libraries which are not in this program.
func withLibraries(names []string) error {
	return runExtended(context.Background(), measure.WithLibraries(names...))
}

// offerLibraries makes the libraries that are not in this program known by name. Programs of their
// own measure them.
func offerLibraries() {
	for _, l := range missingLibraries() {
		registry.Hide(planned(l))
	}
}

// planned is a library that programs of their own measure. No world can be opened.
func planned(l play.Library) impls.Implementation {
	return impls.Implementation{
		Name: l.Name, Role: impls.Library, Doc: l.Doc, Version: l.Version, Released: l.Released, Notes: l.Notes,
		Open: func(impls.Config, impls.Values) (impls.World, error) {
			return nil, fmt.Errorf("%s is measured by programs of its own", l.Name)
		},
	}
}

// missingLibraries lists the libraries that are not in this program.
func missingLibraries() []play.Library {
	return lists.Filter(play.Libraries, func(l play.Library) bool {
		return !slices.ContainsFunc(registry.All(), func(i impls.Implementation) bool { return i.Name == l.Name })
	})
}
