package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/worlds"
)

func newWorldCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "world",
		Short: "Describe your game in a file and measure it on all libraries",
		Long: `Describe your game in a file and measure it on all libraries.

A world file is YAML, usually of some fifty lines: component types, kinds of
entities, systems, and what changes per frame. docs/your-world.md explains it.`,
		Example: `  ecsbench world new mygame
  ecsbench world run mygame.yaml
  ecsbench world run colony --library ark,donburi`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newWorldNewCommand(), newWorldRunCommand(), newWorldListCommand(), newWorldSchemaCommand(), newWorldImportCommand(), newWorldFitCommand())
	return cmd
}

func newWorldNewCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "new NAME",
		Short:   "Write a commented world file to start from",
		Example: "  ecsbench world new mygame",
		Args:    exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := strings.TrimSuffix(args[0], ".yaml") + ".yaml"
			text, err := format.Beginning(strings.TrimSuffix(args[0], ".yaml"))
			if err != nil {
				return fmt.Errorf("world new: %w", err)
			}
			if _, err := os.Lstat(path); err == nil {
				return fmt.Errorf("world new: %s exists: choose another name", path)
			}
			if err := outdir.MakeFolder(filepath.Dir(path)); err != nil {
				return fmt.Errorf("world new: %w", err)
			}
			if err := os.WriteFile(path, text, 0o666); err != nil {
				return fmt.Errorf("world new: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: edit it, then: %s\n", path, display.Shell("ecsbench", "world", "run", path))
			return nil
		},
	}
}

func newWorldListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the worlds that come with ecsbench",
		Args:  exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeColumns(cmd.OutOrStdout(), func(w io.Writer) error {
				for _, name := range worlds.All() {
					loaded, err := world.Load(name)
					if err != nil {
						return err
					}
					fmt.Fprintf(w, "%s\t%s, %s, %s\n", name, display.Count(loaded.Spec.Total(), "entity"), display.Count(len(loaded.Components), "component type"), display.Count(len(loaded.Systems), "system"))
				}
				return nil
			})
		},
	}
}

func newWorldSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of world files, for editors",
		Example: "  ecsbench world schema > world.schema.json",
		Args:    exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return display.WriteJSON(cmd.OutOrStdout(), format.Schema())
		},
	}
}

type worldRunFlags struct {
	library, format, emit string
	options               world.Options
}

// answerFormats are how an answer can be written.
var answerFormats = map[string]func(*world.Answer, io.Writer) error{
	"text": (*world.Answer).Text, "markdown": (*world.Answer).Markdown, "page": (*world.Answer).Page,
	"json": func(a *world.Answer, w io.Writer) error { return display.WriteJSON(w, a) },
}

func newWorldRunCommand() *cobra.Command {
	f := worldRunFlags{format: "text"}
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Measure a world on all libraries and recommend one",
		Long: `Measure a world on all libraries and recommend one.

FILE is a world file, or the name of a world that comes with ecsbench (see:
ecsbench world list). For each library a program is generated, built with your Go
toolchain and run in fresh processes. The state of every entity is compared with a
reference after the last frame. The go command downloads libraries that are not in
your module cache.`,
		Example: `  ecsbench world run mygame.yaml
  ecsbench world run colony --library ark,donburi --skip capacity
  ecsbench world run colony --format page > colony.html`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.library, "library", "", "libraries to measure, separated by commas, such as ark,donburi@v1.15.8,volt=FOLDER (default all that can be downloaded)")
	choiceFlag(cmd, &f.format, "format", "format of the answer: text, markdown, json or page (HTML)", "text", "markdown", "json", "page")
	flags.IntVar(&f.options.Samples, "samples", 6, "processes per library; with fewer than 6 there are no 95% confidence intervals")
	flags.DurationVar(&f.options.Budget, "budget", 5*time.Minute, "time for all measurements after the build: a short one means fewer frames, wider intervals and parts left out; 0 for no limit")
	flags.StringSliceVar(&f.options.Skip, "skip", nil, "`parts` to leave out: variants, capacity")
	flags.StringVarP(&f.options.Output, "output", "o", "", "`file` for the results of all processes, in the Go benchmark format")
	emitFlag(cmd, &f.emit)
	flags.BoolVar(&f.options.Force, "force", false, "overwrite the file if it exists")
	flags.Uint64Var(&f.options.Seed, "seed", 1, "seed of the order of processes")
	flags.DurationVar(&f.options.Timeout, "timeout", time.Minute, "a process that takes longer has failed")
	completeValues(cmd, "library", play.Names()...)
	completeValues(cmd, "skip", world.Parts...)
	cmd.ValidArgsFunction = cobra.FixedCompletions(worlds.All(), cobra.ShellCompDirectiveDefault)
	return cmd
}

func (f *worldRunFlags) run(cmd *cobra.Command, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	w, err := world.Load(file)
	if err != nil {
		return err
	}
	if f.emit != "" {
		return printPrograms(cmd, func(say func(error)) ([]string, error) {
			return world.EmitWorld(w, f.options.Libraries, f.emit, say)
		})
	}
	ctx := interruptible(cmd)
	p := newProgress(cmd)
	f.options.Progress, f.options.Build.Say = p.update, p.line
	for _, l := range play.Libraries {
		if reason := l.LeftOut("--library"); reason != "" && f.library == "" {
			p.line(reason)
		}
	}
	a, err := world.Run(ctx, w, f.options)
	p.done()
	if err != nil {
		if ctx.Err() != nil {
			return &exitError{ExitInterrupted, fmt.Errorf("world run: %w", err)}
		}
		return fmt.Errorf("world run: %w", err)
	}
	if err := answerFormats[f.format](a, cmd.OutOrStdout()); err != nil {
		return err
	}
	switch failed, late := a.Failed(); {
	case len(a.Missed) > 0:
		return &exitError{ExitRegression, fmt.Errorf("%s missed; the first: %s", display.Count(len(a.Missed), "threshold"), a.Missed[0])}
	case failed > 0:
		return &exitError{ExitCaseFailed, fmt.Errorf("%s failed", display.Count(failed, "program"))}
	case late > 0:
		return &exitError{ExitInconclusive, fmt.Errorf("--budget %v is too short for %d of %d libraries", f.options.Budget, late, len(a.Libraries))}
	}
	return nil
}

// check completes the options.
func (f *worldRunFlags) check() (err error) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return fmt.Errorf("worlds have components with pointers of 8 bytes, and this is %s", runtime.GOARCH)
	}
	if f.options.Samples < 1 {
		return fmt.Errorf("--samples %d: want a number from 1", f.options.Samples)
	}
	if f.options.Libraries, err = play.Named(f.library); err != nil {
		return fmt.Errorf("--library: %w", err)
	}
	if strings.HasSuffix(f.options.Output, ".html") {
		return fmt.Errorf("-o %s: -o is for raw results in the Go benchmark format; write the page with --format page > %[1]s", f.options.Output)
	}
	for _, part := range f.options.Skip {
		if !slices.Contains(world.Parts, part) {
			return fmt.Errorf("--skip %s%s", part, display.DidYouMean(part, world.Parts))
		}
	}
	f.options.Build.Folder, err = play.CacheFolder()
	return err
}

func newWorldImportCommand() *cobra.Command {
	return newSketchCommand(&cobra.Command{
		Use:   "import STATS",
		Short: "Write a world file from the statistics of a running game on Ark",
		Long: `Write a world file from the statistics of a running game on Ark.

STATS is the JSON of World.Stats(). Component types, their sizes and populations are
taken from it. Systems and changes are missing: edit the file, or record the game
(see: ecsbench world fit).`,
		Example: "  ecsbench world import stats.json -o mygame.yaml",
	})
}

func newWorldFitCommand() *cobra.Command {
	return newSketchCommand(&cobra.Command{
		Use:   "fit RECORDING",
		Short: "Write a world file from a recording of a running game",
		Long: `Write a world file from a recording of a running game.

RECORDING is the output of package recorder. The world file gets its populations, rates,
bursts, order of destruction, stale handles and systems.`,
		Example: "  ecsbench world fit recording.jsonl -o mygame.yaml",
	})
}

// mostSketched is the size of the largest file that is read.
const mostSketched = 512 << 20

// newSketchCommand returns a command that writes a world file by [host.Worldfile].
func newSketchCommand(cmd *cobra.Command) *cobra.Command {
	var output string
	var force bool
	cmd.Args = exactly(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file, err := results.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		text, err := io.ReadAll(io.LimitReader(file, mostSketched))
		if err != nil {
			return fmt.Errorf("world %s: %w", cmd.Name(), err)
		}
		name := strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
		if output != "" {
			name = strings.TrimSuffix(filepath.Base(output), filepath.Ext(output))
		}
		if _, err := format.Beginning(name); err != nil {
			name = "mine"
		}
		made, err := sketch(cmd, name, text)
		if err != nil {
			return fmt.Errorf("world %s: %s: %w", cmd.Name(), args[0], err)
		}
		w, err := format.Parse(name+".yaml", made)
		if err != nil {
			return fmt.Errorf("world %s: %s makes no world: %w", cmd.Name(), args[0], err)
		}
		warn := warner(cmd)
		for _, warning := range w.Warnings {
			warn(fmt.Errorf("%s", warning))
		}
		if output == "" {
			_, err = cmd.OutOrStdout().Write(made)
			return err
		}
		if err := outdir.WriteFile(output, force, func(w io.Writer) error { _, err := w.Write(made); return err }); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: edit it, then: %s\n", output, display.Shell("ecsbench", "world", "run", output))
		return nil
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "world `file` to write (default standard output)")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	return cmd
}

// sketch runs the program that makes a world file.
func sketch(cmd *cobra.Command, name string, text []byte) ([]byte, error) {
	ctx := interruptible(cmd)
	program, err := host.Worldfile.Build(ctx, func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) })
	if err != nil {
		return nil, err
	}
	maker := exec.Command(program, cmd.Name(), name)
	maker.Stdin = bytes.NewReader(text)
	made, stderr, err := child.Run(ctx, maker, child.Limits{Time: time.Minute, Output: mostSketched})
	if reason := strings.TrimSpace(string(stderr)); err != nil && reason != "" {
		err = errors.New(reason)
	}
	return made, err
}
