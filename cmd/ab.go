package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
)

type abFlags struct {
	sourceFlags
	verdictFlags
	variants       variantFlags
	output, resume string
	options        ab.Options
}

func newABCommand() *cobra.Command {
	f := abFlags{options: ab.Options{
		Started: time.Now(), Metric: ab.ByTime, MaxRegression: 0.02, MaxMDE: 0.10, Underpowered: verdict.DefaultUnderpowered,
	}}
	cmd := &cobra.Command{
		Use:   "ab BASE HEAD [--bench REGEX] [PACKAGE...]",
		Short: "Compare two revisions with interleaved measurements",
		Long: `Compare two revisions with interleaved measurements.

BASE and HEAD are revisions of the Git repository of the current folder; "." is the
working tree, which is only read. --head-go, -env, -pgo, -flags and those of base select
builds. All Go benchmarks here are measured, or those that --bench and packages name.
Without --bench, a checkout of ecsbench or two built programs of it are measured by its
scenarios. With --world, BASE and HEAD are versions of a library: NAME, NAME@VERSION, NAME=FOLDER.
docs/gate.md has the rules.

Exit codes: 0 no regression, 1 regression, 2 wrong usage, 3 inconclusive,
4 a benchmark failed, 130 interrupted.`,
		Example: `  ecsbench ab main .                        # is my tree slower than main?
  ecsbench ab HEAD~1 HEAD --bench 'Encode|Decode' --budget 10m -o results/encode
  ecsbench ab . . --head-go 1.27.0          # does the next Go make it faster?
  ecsbench ab --world iterate ark@v0.8.0 ark@v0.8.3`,
		Args:              twoOrResume,
		ValidArgsFunction: completeRevisions,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	f.sourceFlags.register(cmd)
	f.variants.register(cmd)
	flags.StringVar(&f.world, "world", "", "measure a world `file` or a question on two versions of a library, or on the versions that two revisions of this module require")
	flags.StringVar((*string)(&f.options.Metric), "metric", string(f.options.Metric), "time (and instructions of slower benchmarks), instructions (counted under valgrind, without rounds), or both; of the process: cpu, peak-memory, syscalls; separated by commas")
	completeValues(cmd, "metric", ab.Metrics...)
	flags.DurationVar(&f.options.Budget, "budget", 5*time.Minute, "time for measuring")
	buildTimeoutFlag(cmd, &f.options.BuildTimeout)
	flags.IntVar(&f.options.Rounds, "rounds", 0, "run exactly this number of rounds instead of using up the budget")
	flags.Var((*percent)(&f.options.MaxRegression), "max-regression", "allowed slowdown")
	flags.Var((*percent)(&f.options.MaxMDE), "mde", "largest minimum detectable effect of a case; cases above it are underpowered")
	flags.Var(&f.options.Underpowered, "underpowered", "underpowered cases that are tolerated: a share of all, or a number")
	flags.Float64Var(&f.options.Alpha, "alpha", 0.01, "probability of a false alarm over all comparisons")
	flags.Uint64Var(&f.options.Seed, "seed", 0, "seed of the random order (default random, recorded in the results)")
	flags.StringVarP(&f.output, "output", "o", "", "folder for results (default temporary)")
	flags.StringVar(&f.resume, "resume", "", "resume the experiment in this `folder`")
	f.verdictFlags.register(cmd, "allowed differences: `list` of vanished (benchmarks that HEAD lacks), failed", verdict.AllowVanished, verdict.AllowFailed)
	return cmd
}

// run measures, prints and returns the outcome as an exit code.
func (f *abFlags) run(cmd *cobra.Command, args []string) error {
	if err := cmp.Or(f.check(), f.variants.check()); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	ctx := interruptible(cmd)
	if f.options.Metric.Has(ab.BySyscalls) {
		if err := child.CheckSystemCalls(); err != nil {
			return fmt.Errorf("ab: %w", err)
		}
	}
	progress, taken := newProgress(cmd), ""
	if f.resume == "" {
		args, taken = f.assume(cmd, args)
	}
	if err := inThisProgram(f.cases.impl, func(library string) string { return comparison(library, args, f.cases.scenario) }); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	session, args, err := f.session(cmd, args)
	if err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	defer session.Close()
	check := world.CheckRevisions
	if f.world != "" {
		check = world.CheckWorldRevisions
	}
	if err := check(ctx, args[0], args[1]); err != nil && ctx.Err() == nil {
		return stopped(cmd, err)
	}
	if taken != "" {
		progress.line(taken)
	}
	session.Options.Progress, session.Options.Decided = progress.update, func(v *verdict.Verdict) {
		progress.line(v.Headline())
		if err := f.write(v); err != nil {
			progress.always(err.Error())
		}
	}
	v, err := session.Run(ctx, progress.building("both sides", func(ctx context.Context, building ab.Progress) (ab.Source, error) {
		return f.open(ctx, cmd, args[0], args[1], f.variants, args[2:], session.Options, building)
	}))
	progress.done()
	if err != nil {
		return stopped(cmd, err)
	}
	err = f.finish(cmd, v)
	base, head := filepath.Join(session.Dir, "base.txt"), filepath.Join(session.Dir, "head.txt")
	if _, none := os.Stat(base); none == nil && len(v.Comparisons) > 0 { // there are samples
		progress.line("results: " + display.Shell("benchstat", base, head))
		progress.line("as a page: " + display.Shell("ecsbench", "report", head, "--baseline", base, "-o", filepath.Join(session.Dir, "report")))
	}
	return err
}

// An abRequest has the arguments that the experiment does not store.
type abRequest struct {
	Args  []string            `json:"args"`
	Flags map[string][]string `json:"flags"` // the given sourceFlags and variantFlags
}

// session starts or resumes an experiment; args name what to compare.
func (f *abFlags) session(cmd *cobra.Command, args []string) (*ab.Session, []string, error) {
	if f.resume == "" {
		o := f.options
		o.Allow, o.Environment = f.allowances(), host.Environment()
		if o.Metric == ab.ByInstructions && !cmd.Flags().Changed("max-regression") {
			o.MaxRegression = verdict.MaxMoreWork
		}
		request := abRequest{Args: args, Flags: map[string][]string{}}
		for _, name := range slices.Concat([]string{"bench", "world"}, caseFlagNames, variantFlagNames) {
			if flag := cmd.Flags().Lookup(name); flag.Changed {
				request.Flags[name] = valuesOf(flag)
			}
		}
		session, err := ab.Begin(o, f.output, request)
		return session, args, err
	}
	if err := notWithResume(cmd, f.resume, append(verdictFlagNames, "quiet")...); err != nil {
		return nil, nil, err
	}
	var request abRequest
	session, err := ab.Continue(f.resume, &request)
	if err != nil {
		return nil, nil, err
	}
	if len(request.Args) < 2 {
		err = fmt.Errorf("%s names no two sides; begin a new experiment", f.resume)
	}
	for name, values := range request.Flags {
		for _, value := range values {
			if err == nil {
				err = cmd.Flags().Set(name, value)
			}
		}
	}
	if err != nil {
		session.Close()
	}
	return session, request.Args, err
}
