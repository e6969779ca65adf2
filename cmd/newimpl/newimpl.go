// Package newimpl writes the beginning of an implementation in a module of its own: a
// world that is slow and right, its loops, its tests, and a main function that measures
// it beside all others; examples/ownimpl is what it writes. It finds the sources of
// ecsbench that the module is made with, and has the go command complete it.
package newimpl

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/lock"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/measure/gomod"
	"github.com/ecsbench/ecsbench/internal/words"
)

// Write writes a skeleton to a folder of its name in the current one, ready to be built.
// It requires that version of ecsbench, or the sources in a folder: by default, "",
// those of the checkout that the current folder is in.
//
// The program has another library beside the implementation unless beside is "".
func Write(ctx context.Context, name, version, sources string, style Style, beside string) error {
	if !slices.Contains(Styles, string(style)) {
		return fmt.Errorf("--style %s%s", style, words.DidYouMean(string(style), Styles))
	}
	if beside != "" && !slices.Contains(Libraries, beside) {
		return fmt.Errorf("--beside %s%s", beside, words.DidYouMean(beside, Libraries))
	}
	s := skeleton{name: name, version: version, style: style, beside: beside}
	current, err := os.Getwd()
	if err != nil {
		return err
	}
	checkout := checkoutOf(current)
	if sources != "" {
		if checkout, err = filepath.Abs(sources); err != nil {
			return err
		}
		if checkoutOf(checkout) != checkout {
			return fmt.Errorf("--ecsbench %s: that is not the folder of ecsbench's go.mod", sources)
		}
	}
	switch {
	case checkout != "":
		if s.replace, err = filepath.Rel(filepath.Join(current, name), checkout); err != nil {
			return err
		}
	case !semver.IsValid(s.version) || strings.Contains(s.version, "+"):
		return errors.New("this ecsbench was built from a checkout, and so has no version to require: say where that is with --ecsbench FOLDER")
	}
	if err := s.check(); err != nil {
		return err
	}
	held, err := lock.Take(part(name) + ".lock")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer held.Release()
	return s.complete(ctx)
}

// part is the folder that becomes that of the implementation when it is complete.
// Nobody else has it while the lock beside it is held. What a killed call left there
// is removed by the next one.
func part(name string) string { return "." + name + ".new-impl" }

// complete writes the module beside its place, has the go command complete it, and
// moves it to its place in one step.
func (s skeleton) complete(ctx context.Context) error {
	dir := part(s.name)
	if err := removeLeft(dir); err != nil {
		return fmt.Errorf("removing what an interrupted call left: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := s.write(dir); err != nil {
		return err
	}
	temporary, err := filepath.Abs(filepath.Join(dir, ".go"))
	if err != nil {
		return err
	}
	for _, args := range [][]string{{"mod", "tidy"}, {"generate", "."}} {
		if _, err := child.Go(ctx, dir, temporary, args...); err != nil {
			return fmt.Errorf("completing %s: %w; nothing was written", s.name, err)
		}
	}
	if err := os.RemoveAll(temporary); err != nil {
		return err
	}
	if err := s.check(); err != nil {
		return err
	}
	return os.Rename(dir, s.name)
}

// removeLeft removes the folder of a killed call. Compilers that the go command started
// write there for a moment after it was killed, so removing is tried for a while.
func removeLeft(dir string) (err error) {
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if err = os.RemoveAll(dir); err == nil {
			break
		}
	}
	return err
}

// checkoutOf returns the folder of ecsbench's sources that dir is in, or "".
func checkoutOf(dir string) string {
	for folder := range gomod.Above(dir) {
		if gomod.In(folder) == measure.ModulePath {
			return folder
		}
	}
	return ""
}
