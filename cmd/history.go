package cmd

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/report"
)

func newHistoryCommand() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "history DIR|FILE...",
		Short: "Find the commits that changed the speed of a case",
		Long: `History orders result files by the date of their commit, and finds commits since which
a case is permanently faster or slower, separately for each machine. It needs at least 10
commits, unless history fill measured them. A folder stands for the result files in it.

The commit is recorded in the file, in a line "commit: HASH" above the results (with
"commit-date: 2006-01-02" outside of the repository), or in the name of the file (HASH.txt).
docs/history.md explains the method.

Exit codes: 0 the files were read, 2 wrong usage or unreadable input.`,
		Example: `  ecsbench history results
  ecsbench history --format markdown results/*.txt`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := history.Read(args, warner(cmd))
			if err != nil {
				return err
			}
			if err := report.RequireCommits(files); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			return history.Build(files).Verdict().Write(out, format, verdict.Style{All: true, Color: coloured(out), Width: columnsOf(out)})
		},
	}
	choiceFlag(cmd, &format, "format", "text, markdown or json", history.Formats...)
	cmd.AddCommand(newHistoryFillCommand())
	return cmd
}

func newHistoryFillCommand() *cobra.Command {
	format := "text"
	o := history.FillOptions{Precision: 0.01}
	cmd := &cobra.Command{
		Use:   "fill FIRST..LAST [--bench REGEX] [PACKAGE...]",
		Short: "Measure the commits of a range that have no results yet",
		Long: `Fill measures the commits of a range that have no results yet, and prints the steps.

FIRST..LAST are commits of the Git repository of the current folder, along first
parents. MODULE@v1.2.0..v1.9.0 and MODULE@v1.2.0,v1.5.0 are versions of a module.
Packages are named as for go test (default ./...). The folder -o gets one result file per
commit; use one folder per selection of benchmarks. The same command continues after the
budget ended or after Ctrl-C. docs/history.md explains the method.`,
		Example: `  ecsbench history fill v0.3.0..main --bench . -o perf
  ecsbench history fill HEAD~30.. --bench Encode ./codec --budget 10m -o perf
  ecsbench history fill github.com/mlange-42/ark@v0.4.0..v0.8.3 ./ecs -o ark`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.Rounds == 0 && o.Budget <= 0:
				return fmt.Errorf("history fill: --budget %v: use a positive duration such as 10m", o.Budget)
			case o.Rounds < 0 || o.Rounds > 0 && o.Rounds < statistics.MedianMinSamples:
				return fmt.Errorf("history fill: --rounds %d: use at least %d", o.Rounds, statistics.MedianMinSamples)
			case !(o.Precision > 0 && o.Precision < 1):
				return fmt.Errorf("history fill: --precision %v: use a share such as 1%%", o.Precision)
			}
			ctx := interruptible(cmd)
			progress := newProgress(cmd)
			defer progress.done()
			o.Packages = orAllPackages(args[1:])
			o.Environment, o.Progress, o.Say = host.Environment(), progress.update, progress.line
			o.Seed = ab.DrawSeed()
			series, err := history.ParseRange(ctx, args[0])
			if err != nil {
				return fmt.Errorf("history fill: %w", err)
			}
			defer series.Close()
			o.Started = time.Now()
			outcome, err := history.Fill(ctx, series, o)
			progress.done()
			if err != nil && ctx.Err() != nil {
				return &exitError{ExitInterrupted, fmt.Errorf("history fill: interrupted; the same command continues in %s", o.Dir)}
			}
			if err != nil {
				return fmt.Errorf("history fill: %w", err)
			}
			for _, failed := range outcome.Failed {
				progress.always("not measured: " + failed)
			}
			progress.always(outcome.Summary())
			switch {
			case outcome.History == nil && outcome.Left > 0:
				return &exitError{ExitInconclusive, fmt.Errorf("history fill: the budget of %v ended before any commit was measured: use a larger --budget, or the same command again", o.Budget)}
			case outcome.History == nil:
				return &exitError{ExitCaseFailed, fmt.Errorf("history fill: no commit can be measured")}
			}
			out := cmd.OutOrStdout()
			return outcome.History.Verdict().Write(out, format, verdict.Style{All: true, Color: coloured(out), Width: columnsOf(out)})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Pattern, "bench", ".", "measure the Go benchmarks that match, as for go test -bench")
	completeValues(cmd, "bench", ".")
	environmentFlag(cmd)
	f.StringVarP(&o.Dir, "output", "o", "history", "`folder` of the result files")
	f.DurationVar(&o.Budget, "budget", 10*time.Minute, "time for everything, without building")
	buildTimeoutFlag(cmd, &o.BuildTimeout)
	f.IntVar(&o.Rounds, "rounds", 0, "measure exactly this number of rounds, ignoring the budget and --precision")
	f.Var((*percent)(&o.Precision), "precision", "half-width of the interval of the median at which a commit is done")
	choiceFlag(cmd, &format, "format", "text, markdown or json", history.Formats...)
	return cmd
}
