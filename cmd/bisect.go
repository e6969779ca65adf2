package cmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/host"
)

type bisectFlags struct {
	bench, format, output, resume string
	options                       ab.Options
}

func newBisectCommand() *cobra.Command {
	f := bisectFlags{format: "text", options: ab.Options{Started: time.Now(), Metric: ab.ByTime, MaxRegression: 0.02, Alpha: 0.01}}
	cmd := &cobra.Command{
		Use:   "bisect GOOD BAD --bench REGEX [PACKAGE...]",
		Short: "Find the commit that made a Go benchmark slower",
		Long: `Find the commit that made a Go benchmark slower.

GOOD and BAD are commits of the Git repository of the current folder. They are compared as
in ab. The search follows the benchmark with the largest slowdown through the commits
between them, along first parents. Commits that change nothing that the benchmark can reach
are not measured. Commits that do not build are skipped.

Exit codes: 1 the commit was found, 2 wrong usage, 3 BAD is not significantly slower
than GOOD, or the remaining commits cannot be judged, 130 interrupted.`,
		Example: `  ecsbench bisect v1.2.0 main --bench Encode ./codec
  ecsbench bisect HEAD~64 HEAD --bench . --metric instructions
  ecsbench bisect --resume results/encode`,
		Args: twoOrResume,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.bench, "bench", "", "the Go benchmarks that match, as for go test -bench")
	completeValues(cmd, "bench", ".")
	environmentFlag(cmd)
	choiceFlag(cmd, (*string)(&f.options.Metric), "metric", "time, or instructions (counted under valgrind)", string(ab.ByTime), string(ab.ByInstructions))
	flags.DurationVar(&f.options.Budget, "budget", 2*time.Minute, "time for each comparison, without building")
	buildTimeoutFlag(cmd, &f.options.BuildTimeout)
	flags.Var((*percent)(&f.options.MaxRegression), "max-regression", "allowed slowdown")
	flags.StringVarP(&f.output, "output", "o", "", "folder for the results (default a new one among the temporary files)")
	flags.StringVar(&f.resume, "resume", "", "resume the interrupted search in this `folder`")
	choiceFlag(cmd, &f.format, "format", "text or json", "text", "json")
	return cmd
}

// A bisectRequest has the arguments that the search does not store.
type bisectRequest struct {
	Bench    string   `json:"bench"`
	Packages []string `json:"packages"`
}

func (f *bisectFlags) run(cmd *cobra.Command, args []string) error {
	ctx := interruptible(cmd)
	session, request, err := f.session(cmd, args)
	if err != nil {
		return fmt.Errorf("bisect: %w", err)
	}
	progress := newProgress(cmd)
	found, err := session.Run(ctx, &history.BisectBenchmarks{Pattern: request.Bench, Packages: request.Packages, Progress: progress.update, Say: progress.line}, progress.line)
	progress.done()
	if err != nil {
		return stopped(cmd, err)
	}
	write := found.WriteText
	if f.format == "json" {
		write = found.WriteJSON
	}
	if err := write(cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("bisect: print the result: %w", err)
	}
	if len(found.First) == 1 {
		return &exitError{Code: ExitRegression}
	}
	return &exitError{Code: ExitInconclusive}
}

// session starts or resumes a search.
func (f *bisectFlags) session(cmd *cobra.Command, args []string) (*history.Bisection, bisectRequest, error) {
	var request bisectRequest
	if f.resume == "" {
		if !cmd.Flags().Changed("bench") {
			return nil, request, errors.New("name the Go benchmarks with --bench, such as --bench . for all")
		}
		o := f.options
		o.Environment, o.MaxMDE = host.Environment(), max(0.1, 2*o.MaxRegression)
		if o.Metric == ab.ByInstructions && !cmd.Flags().Changed("max-regression") {
			o.MaxRegression = verdict.MaxMoreWork
		}
		o.Seed = ab.DrawSeed()
		request = bisectRequest{f.bench, args[2:]}
		session, err := history.BeginBisection(args[0], args[1], o, f.output, request)
		return session, request, err
	}
	if err := notWithResume(cmd, f.resume, "format", "quiet"); err != nil {
		return nil, request, err
	}
	session, err := history.ContinueBisection(f.resume, &request)
	return session, request, err
}
