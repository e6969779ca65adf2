package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/mod/semver"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

func newNewImplCommand() *cobra.Command {
	var sources string
	style := templateStyle
	cmd := &cobra.Command{
		Use:   "new-impl NAME",
		Short: "Write a skeleton for your own implementation",
		Long: `Write a skeleton for your own implementation.

The folder NAME becomes a Go module with a slow, correct world, its loops, its tests and a
main function: ecsbench with your implementation. The guide is docs/own-implementation.md.
The module uses the sources of the current checkout, or requires the running version of
ecsbench. A program that was built in a checkout has no version; the module uses its sources.`,
		Example: "  ecsbench new-impl mine\n  cd mine && go test ./... && go run . run --impl mine,ecs --quick",
		Args:    exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if taken := lists.Map(slices.Concat(registry.All(), libraries()), func(i impls.Implementation) string { return i.Name }); slices.Contains(taken, args[0]) {
				return fmt.Errorf("new-impl: %s is an implementation of ecsbench: choose another name", args[0])
			}
			if err := writeModule(interruptible(cmd), args[0], measure.ReadBuild().Version, sources, style); err != nil {
				return fmt.Errorf("new-impl: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: go test . checks its work, go run . is ecsbench with it\n", args[0])
			return nil
		},
	}
	choiceFlag(cmd, &style, "style", "how loops are written: "+strings.Join(skeletonStyles, ", "), skeletonStyles...)
	cmd.Flags().StringVar(&sources, "ecsbench", "", "`folder` with the sources of ecsbench (default those of the current checkout, or those that this program was built from)")
	return cmd
}

// writeModule writes a skeleton to a new folder in the current folder, with the module's name,
// ready to be built. It requires that version of ecsbench, or the sources in a folder: by
// default, "", those of the checkout around the current folder, or those that a program without
// a version was built from.
func writeModule(ctx context.Context, name, version, sources, style string) error {
	s := skeleton{name: name, version: version, style: style}
	current, err := os.Getwd()
	if err != nil {
		return err
	}
	checkout := host.Checkout(current)
	if sources != "" {
		if checkout, err = filepath.Abs(sources); err != nil {
			return err
		}
		if host.Checkout(checkout) != checkout {
			return fmt.Errorf("--ecsbench %s: is not the folder of ecsbench's go.mod", sources)
		}
	}
	if checkout == "" && (!semver.IsValid(s.version) || strings.Contains(s.version, "+")) {
		if checkout = host.BuiltFrom(); checkout == "" {
			return errors.New("this ecsbench was built from a checkout and has no version: name the checkout with --ecsbench FOLDER")
		}
	}
	if checkout != "" {
		if s.replace, err = filepath.Rel(filepath.Join(current, name), checkout); err != nil {
			return err
		}
	}
	if err := s.check(); err != nil {
		return err
	}
	return s.complete(ctx)
}

// complete writes the module to a temporary folder, runs the go command on it, and renames
// it. The next call removes the folder of a killed call.
func (s skeleton) complete(ctx context.Context) error {
	dir := "." + s.name + ".new-impl"
	held, err := outdir.TakeLock(dir + ".lock")
	if err != nil {
		return fmt.Errorf("writing %s: %w", s.name, err)
	}
	defer held.Release()
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
		_, err := child.GoCommand{Dir: dir, Temporary: temporary}.Run(ctx, args...)
		if err != nil && args[0] == "mod" && s.replace == "" && ctx.Err() == nil {
			// The message of the go command is long: it lists the failures of all imports.
			said := strings.TrimSpace(err.Error())
			return fmt.Errorf("the go command cannot download ecsbench %s (%s): name a checkout with --ecsbench FOLDER; nothing was written",
				s.version, strings.TrimSpace(said[strings.LastIndexByte(said, '\n')+1:]))
		}
		if err != nil {
			return fmt.Errorf("completing %s: %w; nothing was written", s.name, err)
		}
	}
	if err := errors.Join(os.RemoveAll(temporary), s.check()); err != nil {
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
