package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/measure"
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
// this program, each once, in the order of [measure.Libraries].
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

// isMissingLibrary reports whether a spec names a library that is not in this program.
func isMissingLibrary(spec string) bool {
	return slices.ContainsFunc(missingLibraries(), func(l measure.Library) bool { return l.Name == libraryName(spec) })
}

// onlyPlanned reports whether a command line only plans, which takes no program with libraries.
func onlyPlanned(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		planned, err := strconv.ParseBool(value)
		return strings.HasPrefix(arg, "-") && name == "dry-run" && (!given || err == nil && planned)
	})
}

// withLibraries executes a command line that names libraries which are not in this program.
func withLibraries(args, names []string) error {
	if !onlyPlanned(args) {
		e := measure.WithLibraries(names...)
		if args[0] == "run" {
			e = e.OnlyRun()
		}
		return runExtended(context.Background(), e)
	}
	for _, l := range missingLibraries() {
		if slices.Contains(names, l.Name) {
			if err := registry.Add(l.Planned()); err != nil {
				return err
			}
		}
	}
	return execute()
}

// offerLibraries adds the names of the libraries that can be built to the suggestions for unknown
// implementations.
func offerLibraries() {
	if !measure.WithLibraries().Available() {
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
