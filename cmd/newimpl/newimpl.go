// Package newimpl writes the skeleton of an implementation in its own module: a slow, correct
// world, its loops, its tests and a main function. examples/ownimpl is its output. The go
// command completes the module with the sources of ecsbench.
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
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/outdir"
)

// Write writes a skeleton to a folder with its name in the current folder, ready to be built.
// It requires that version of ecsbench, or the sources in a folder: by default, "", those of
// the checkout around the current folder. beside, if not "", adds a library to the program.
func Write(ctx context.Context, name, version, sources string, style Style, beside string) error {
	if !slices.Contains(Styles, string(style)) {
		return fmt.Errorf("--style %s%s", style, display.DidYouMean(string(style), Styles))
	}
	if beside != "" && !slices.Contains(Libraries, beside) {
		return fmt.Errorf("--beside %s%s", beside, display.DidYouMean(beside, Libraries))
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
			return fmt.Errorf("--ecsbench %s: is not the folder of ecsbench's go.mod", sources)
		}
	}
	switch {
	case checkout != "":
		if s.replace, err = filepath.Rel(filepath.Join(current, name), checkout); err != nil {
			return err
		}
	case !semver.IsValid(s.version) || strings.Contains(s.version, "+"):
		return errors.New("this ecsbench was built from a checkout and has no version: name the checkout with --ecsbench FOLDER")
	}
	if err := s.check(); err != nil {
		return err
	}
	held, err := outdir.TakeLock(part(name) + ".lock")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer held.Release()
	return s.complete(ctx)
}

// part is the temporary folder that is renamed when complete. The lock beside it protects it.
// The next call removes the folder of a killed call.
func part(name string) string { return "." + name + ".new-impl" }

// complete writes the module to the temporary folder, runs the go command on it, and
// renames it.
func (s skeleton) complete(ctx context.Context) error {
	dir := part(s.name)
	if err := removeLeft(dir); err != nil {
		return fmt.Errorf("remove the folder of an interrupted call: %w", err)
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

// removeLeft removes the folder of a killed call. Compilers of that call may still write to it,
// so it retries.
func removeLeft(dir string) (err error) {
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if err = os.RemoveAll(dir); err == nil {
			break
		}
	}
	return err
}

// checkoutOf returns the checkout of ecsbench that contains dir, or "".
func checkoutOf(dir string) string {
	for folder := range measure.FoldersAbove(dir) {
		if measure.ModuleOf(folder) == measure.ModulePath {
			return folder
		}
	}
	return ""
}
