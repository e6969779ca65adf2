package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/compare/ab"
)

// abFlags are the flags of ab.
type abFlags struct {
	sourceFlags
	format, output         string
	quiet                  bool
	allow                  []string
	maxRegression, visible percent
	options                ab.Options
}

func newABCommand() *cobra.Command {
	f := abFlags{maxRegression: 0.02, visible: 0.10}
	f.options.Started = time.Now()
	cmd := &cobra.Command{
		Use:   "ab BASE HEAD [--bench REGEX [PACKAGE...]]",
		Short: "Measure two revisions in turns and tell whether the second is slower",
		Long: `Measure two revisions in turns and tell whether the second is slower.

BASE and HEAD are revisions of the Git repository of the current folder; "." is
the working tree with all its changes. Both are built in folders of their own;
the working tree, the index and the branches are not touched.

With --bench the Go benchmarks of any module are measured. Without it they are
two revisions of ecsbench itself, or two built programs of it, and what is
measured are its scenarios.

All benchmarks of both sides run in random order in fresh processes, round by
round, until the budget is used up. A slow-down is called a regression where it
is significant after correction for the number of comparisons, larger than
--max-regression with its whole 99% interval (--alpha 0.01), and found again in
fresh rounds. A second copy of BASE and a planted slow-down run along in a few
benchmarks; unless they are judged rightly, the verdict is inconclusive.

Exit codes: 0 no regression, 1 regression, 2 wrong usage, 3 inconclusive,
4 a benchmark failed, 130 interrupted.`,
		Example: `  ecsbench ab main . --bench . ./...        # is my working tree slower than main?
  ecsbench ab HEAD~1 HEAD --bench 'Encode|Decode' --budget 10m -o results/encode
  ecsbench ab main . --impl dense,paged     # ecsbench's own scenarios`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	f.sourceFlags.register(cmd)
	flags.DurationVar(&f.options.Budget, "budget", 5*time.Minute, "time for everything, building included")
	flags.IntVar(&f.options.Rounds, "rounds", 0, "run exactly so many rounds instead of using up the budget")
	flags.Var(&f.maxRegression, "max-regression", "slow-down that is allowed")
	flags.Var(&f.visible, "visible", "be inconclusive where a slow-down of this size could stay unseen")
	flags.Float64Var(&f.options.Alpha, "alpha", 0.01, "probability of suspecting anything where nothing changed")
	flags.Uint64Var(&f.options.Seed, "seed", 0, "seed of the random order (default random, recorded in the results)")
	flags.StringSliceVar(&f.allow, "allow", nil, "what is meant: `list` of vanished (benchmarks that HEAD has no more), failed")
	flags.StringVarP(&f.output, "output", "o", "", "folder for the results (default a new one among the temporary files)")
	flags.StringVar(&f.format, "format", "text", "text, markdown, json, junit or github (workflow annotations)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress")
	completeValues(cmd, "format", "text", "markdown", "json", "junit", "github")
	completeValues(cmd, "allow", "vanished", "failed")
	return cmd
}

// run measures, prints and turns the outcome into an exit code.
func (f *abFlags) run(cmd *cobra.Command, args []string) error {
	write, ok := abFormats[f.format]
	if !ok {
		return fmt.Errorf("ab: --format %s: use text, markdown, json, junit or github", f.format)
	}
	o := f.options
	o.Allow = allowances(f.allow)
	o.MaxRegression, o.Visible = float64(f.maxRegression), float64(f.visible)
	if err := o.Check(); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	if o.Seed == 0 {
		o.Seed = randomSeed()
	}
	if f.output == "" {
		f.output = filepath.Join(os.TempDir(), "ecsbench-"+o.Started.Format("20060102-150405.000"))
	}
	progress := newProgress(cmd.ErrOrStderr(), f.quiet)
	progress.say("building both sides")
	src, err := f.open(cmd, args[0], args[1], args[2:], o.Seed)
	if err != nil {
		return interrupted(cmd, err, "")
	}
	defer src.Close()
	o.Progress = progress.update
	verdict, err := ab.Run(cmd.Context(), src, o, f.output)
	progress.done()
	if err != nil {
		return interrupted(cmd, err, f.output)
	}
	if err := write(verdict, cmd.OutOrStdout()); err != nil {
		return err
	}
	progress.say("results: benchstat " + filepath.Join(f.output, "base.txt") + " " + filepath.Join(f.output, "head.txt"))
	return abExit(verdict)
}

// abFormats are the values of --format.
var abFormats = map[string]func(*ab.Verdict, io.Writer) error{
	"text":     (*ab.Verdict).Text,
	"markdown": (*ab.Verdict).Markdown,
	"json":     func(v *ab.Verdict, w io.Writer) error { return encodeJSON(w, v) },
	"junit":    func(v *ab.Verdict, w io.Writer) error { return v.Gate().WriteJUnit(w) },
	"github":   func(v *ab.Verdict, w io.Writer) error { return v.Gate().WriteGitHub(w) },
}

// interrupted tells Ctrl-C from other errors.
func interrupted(cmd *cobra.Command, err error, kept string) error {
	if cmd.Context().Err() == nil {
		return fmt.Errorf("%s: %w", cmd.Name(), err)
	}
	if kept == "" {
		return &exitError{Code: ExitInterrupted, Err: fmt.Errorf("%s: interrupted", cmd.Name())}
	}
	return &exitError{Code: ExitInterrupted, Err: fmt.Errorf("%s: interrupted; what was measured is in %s", cmd.Name(), kept)}
}

// abExit turns an outcome into an exit code; everything is said already.
func abExit(v *ab.Verdict) error {
	switch v.Outcome {
	case ab.Regressed:
		return &exitError{Code: ExitRegression}
	case ab.Failed:
		return &exitError{Code: ExitCaseFailed}
	case ab.Inconclusive:
		return &exitError{Code: ExitInconclusive}
	}
	return nil
}

// randomSeed returns a seed that is short enough to be typed again.
func randomSeed() uint64 { return uint64(rand.Uint32()) }
