package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/ab/gobench"
	"github.com/spf13/cobra"
)

func newABCommand() *cobra.Command {
	var (
		bench         string
		format        string
		output        string
		quiet         bool
		maxRegression = percent(0.02)
		visible       = percent(0.10)
		o             = ab.Options{Started: time.Now()}
	)
	cmd := &cobra.Command{
		Use:   "ab BASE HEAD --bench REGEX [PACKAGE...]",
		Short: "Measure two revisions in turns and tell whether the second is slower",
		Long: `Measure two revisions in turns and tell whether the second is slower.

BASE and HEAD are revisions of the Git repository of the current folder; "." is
the working tree with all its changes. Both are built in folders of their own;
the working tree, the index and the branches are not touched.

All benchmarks of both sides run in random order in fresh processes, round by
round, until the budget is used up. A slow-down is called a regression where it
is significant after correction for the number of comparisons, larger than
--max-regression with its whole 99% interval (--alpha 0.01), and found again in
fresh rounds. A second copy of BASE and a planted slow-down run along in a few
benchmarks; unless they are judged rightly, the verdict is inconclusive.

Exit codes: 0 no regression, 1 regression, 2 wrong usage, 3 inconclusive,
4 a benchmark failed, 130 interrupted.`,
		Example: `  ecsbench ab main . --bench . ./...        # is my working tree slower than main?
  ecsbench ab HEAD~1 HEAD --bench 'Encode|Decode' --budget 10m -o results/encode`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if bench == "" {
				return errors.New("ab: name the benchmarks to run, for example --bench . ./... for all of them")
			}
			write, ok := abFormats[format]
			if !ok {
				return fmt.Errorf("ab: --format %s: use text, markdown or json", format)
			}
			o.MaxRegression, o.Visible = float64(maxRegression), float64(visible)
			if o.Seed == 0 {
				o.Seed = rand.Uint64()
			}
			if output == "" {
				output = filepath.Join(os.TempDir(), "ecsbench-"+o.Started.Format("20060102-150405.000"))
			}
			progress := newProgress(cmd.ErrOrStderr(), quiet)
			progress.say("building both revisions")
			src, err := gobench.Open(cmd.Context(), gobench.Config{Base: args[0], Head: args[1], Pattern: bench, Packages: args[2:]})
			if err != nil {
				return interrupted(cmd, err, "")
			}
			defer src.Close()
			o.Progress = progress.update
			verdict, err := ab.Run(cmd.Context(), src, o, output)
			progress.done()
			if err != nil {
				return interrupted(cmd, err, output)
			}
			if err := write(verdict, cmd.OutOrStdout()); err != nil {
				return err
			}
			progress.say("results: benchstat " + filepath.Join(output, "base.txt") + " " + filepath.Join(output, "head.txt"))
			return abExit(verdict)
		},
	}
	f := cmd.Flags()
	f.StringVar(&bench, "bench", "", "run the Go benchmarks that match, as for go test -bench")
	f.DurationVar(&o.Budget, "budget", 5*time.Minute, "time for everything, building included")
	f.IntVar(&o.Rounds, "rounds", 0, "run exactly so many rounds instead of using up the budget")
	f.Var(&maxRegression, "max-regression", "slow-down that is allowed")
	f.Var(&visible, "visible", "be inconclusive where a slow-down of this size could stay unseen")
	f.Float64Var(&o.Alpha, "alpha", 0.01, "probability of suspecting anything where nothing changed")
	f.Uint64Var(&o.Seed, "seed", 0, "seed of the random order (default random, recorded in the results)")
	f.BoolVar(&o.AllowMissing, "allow-missing", false, "benchmarks that are missing in HEAD do not make the verdict inconclusive")
	f.StringVarP(&output, "output", "o", "", "folder for the results (default a new one among the temporary files)")
	f.StringVar(&format, "format", "text", "text, markdown or json")
	f.BoolVarP(&quiet, "quiet", "q", false, "no progress")
	return cmd
}

// abFormats are the values of --format.
var abFormats = map[string]func(*ab.Verdict, io.Writer) error{
	"text":     (*ab.Verdict).Text,
	"markdown": (*ab.Verdict).Markdown,
	"json":     func(v *ab.Verdict, w io.Writer) error { return encodeJSON(w, v) },
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
