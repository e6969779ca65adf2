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
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/measure/gomod"
)

// Write writes a skeleton to a folder of its name in the current one, ready to be built.
// It requires that version of ecsbench, or the sources in a folder: by default, "",
// those of the checkout that the current folder is in.
func Write(ctx context.Context, name, version, sources string) error {
	s := skeleton{name: name, version: version}
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
	if err := s.write(name); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "ecsbench-new-impl-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	for _, args := range [][]string{{"mod", "tidy"}, {"generate", "."}} {
		if _, err := child.Go(ctx, name, temporary, args...); err != nil {
			return fmt.Errorf("%s is written, but not ready: %w; then, in %s: go mod tidy && go generate", name, err, name)
		}
	}
	return nil
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
