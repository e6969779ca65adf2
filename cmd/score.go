package cmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
)

func newScoreCommand() *cobra.Command {
	o := gobench.ScoreOptions{Pattern: ".", Slowdown: 0.10, Threshold: 0.005}
	var folder, resume, format string
	var least float64
	cmd := &cobra.Command{
		Use:   "score [--bench REGEX] [PACKAGE...]",
		Short: "List the exported functions whose slowdown no benchmark detects",
		Long: `List the exported functions whose slowdown no benchmark detects.

A loop that makes it slower by --slowdown is injected into each exported function, and the
benchmarks that call it are counted under valgrind with and without the loop. Without
valgrind the change is slowdown times share of a CPU profile. Packages are named as for go
test (default ./...).

Exit codes: 0 at least --min of the slowdowns are detected, 1 fewer, 2 wrong usage,
3 some functions could not be measured, or not within --budget, 130 interrupted.`,
		Example: `  ecsbench score ./...
  ecsbench score --slowdown 5% --min 80% --budget 20m ./codec
  ecsbench score --resume results/score     # resume after an interruption`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Packages = orAllPackages(args)
			switch {
			case o.Budget <= 0:
				return fmt.Errorf("score: --budget %v: use a positive duration such as 10m", o.Budget)
			case !(o.Slowdown > 0 && o.Slowdown <= 10):
				return fmt.Errorf("score: --slowdown %v: use a share between 0 and 1000%%", o.Slowdown)
			case !(o.Threshold > 0 && o.Threshold < o.Slowdown):
				return fmt.Errorf("score: --threshold %v: use a share between 0 and --slowdown", o.Threshold)
			case !(least >= 0 && least <= 1):
				return fmt.Errorf("score: --min %v%%: use a share between 0 and 100%%", 100*least)
			}
			if resume != "" {
				if err := notWithResume(cmd, resume, "budget", "build-timeout", "min", "format", "quiet"); err != nil {
					return fmt.Errorf("score: %w", err)
				}
				begun, err := gobench.BegunScore(resume)
				if err != nil {
					return fmt.Errorf("score: %w", err)
				}
				begun.Budget, begun.BuildTimeout = o.Budget, o.BuildTimeout
				o, folder = begun, resume
			}
			ctx := interruptible(cmd)
			progress := newProgress(cmd)
			o.Progress, o.Say = progress.update, progress.line
			found, err := gobench.RunScore(ctx, o, folder)
			progress.done()
			if _, late := errors.AsType[*engine.BuildTimeoutError](err); late {
				return &exitError{ExitInconclusive, err}
			}
			if err != nil {
				return stopped(cmd, err)
			}
			write := found.WriteText
			if format == "json" {
				write = found.WriteJSON
			}
			if err := write(cmd.OutOrStdout()); err != nil {
				return fmt.Errorf("score: printing the score: %w", err)
			}
			switch {
			case found.Open+found.Unknown() > 0:
				progress.line("continue with: " + display.Shell("ecsbench", "score", "--resume", found.Dir))
				return &exitError{Code: ExitInconclusive}
			case float64(found.Detected()) < least*float64(len(found.Results)):
				return &exitError{Code: ExitRegression}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Pattern, "bench", o.Pattern, "use the Go benchmarks that match, as for go test -bench")
	completeValues(cmd, "bench", ".")
	environmentFlag(cmd)
	f.Var((*percent)(&o.Slowdown), "slowdown", "injected into each function")
	f.Var((*percent)(&o.Threshold), "threshold", "increase of instructions that a benchmark detects")
	f.Var((*percent)(&least), "min", "share of the functions whose slowdown must be detected")
	f.DurationVar(&o.Budget, "budget", 10*time.Minute, "time for everything, without building")
	buildTimeoutFlag(cmd, &o.BuildTimeout)
	f.StringVarP(&folder, "output", "o", "", "folder for the journal (default a new one among the temporary files)")
	f.StringVar(&resume, "resume", "", "resume the score in this `folder`")
	choiceFlag(cmd, &format, "format", "text or json", "text", "json")
	return cmd
}
