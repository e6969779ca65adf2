package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/compare/ab/child"
	"github.com/ecsbench/ecsbench/impls/skeleton"
	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/measure/gomod"
)

func newNewImplCommand() *cobra.Command {
	var sources string
	cmd := &cobra.Command{
		Use:   "new-impl NAME",
		Short: "Write the beginning of an implementation of your own",
		Long: `Write the beginning of an implementation of your own.

The folder NAME becomes a Go module with a world that is slow and right, its
loops, its tests and a main function: the command with your implementation
beside all others. Replace its storage by your library, part by part, and let the
tests tell whether it still does the same work. docs/own-implementation.md is
the guide.

The module requires the version of ecsbench that runs. Inside a checkout, and
with --ecsbench, it is made with the sources there.`,
		Example: "  ecsbench new-impl mine\n  cd mine && go test ./... && go run . run --impl mine,archetype --quick",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := newImpl(cmd.Context(), args[0], sources); err != nil {
				return fmt.Errorf("new-impl: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: go test . tells whether it does the same work as all others, go run . is ecsbench with it\n", args[0])
			return nil
		},
	}
	cmd.Flags().StringVar(&sources, "ecsbench", "", "`folder` with the sources of ecsbench (default those of the current checkout)")
	return cmd
}

func newImpl(ctx context.Context, name, sources string) error {
	s := skeleton.Skeleton{Name: name, Version: measure.ReadBuild().Version}
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
		if s.Replace, err = filepath.Rel(filepath.Join(current, name), checkout); err != nil {
			return err
		}
	case !semver.IsValid(s.Version) || strings.Contains(s.Version, "+"):
		return errors.New("this ecsbench was built from a checkout, and so has no version to require: say where that is with --ecsbench FOLDER")
	}
	if err := s.Write(name); err != nil {
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
