package cmd

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

func newGateCommand() *cobra.Command {
	var output verdictFlags
	opts, filter, metric, ignore := gate.DefaultLimits(), "*", "all", []string(nil)
	cmd := &cobra.Command{
		Use:   "gate OLD NEW",
		Short: "Compare two result files and fail on a regression",
		Long: `Gate compares two files of Go benchmark results, of ecsbench or of any go test -bench. A
case fails if its change for the worse is significant after correction for the number of
comparisons and its whole confidence interval lies beyond --max-regression, or beyond +100%
if a side has fewer than 5 processes. A smaller one is suspected: exit code 3.

Measure with "ecsbench run" or "ecsbench bench", or append 5 or more alternating runs of
go test to one file per side. docs/gate.md explains the rules.

Exit codes: 0 no regression; 1 regression; 2 unreadable input; 3 inconclusive; 4 a case
failed in NEW.`,
		Example: `  ecsbench gate old.txt new.txt
  ecsbench gate --max-regression 10% --write markdown=comment.md old.txt new.txt`,
		Args: exactly(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Instructions, opts.Allow = metric == "instructions", output.allowances()
			if opts.Instructions && !cmd.Flags().Changed("max-regression") {
				opts.MaxRegression = verdict.MaxMoreWork
			}
			if err := cmp.Or(output.check(), opts.Check()); err != nil {
				return err
			}
			var sides [2]*gate.Input
			for i, path := range args {
				var err error
				if sides[i], err = gate.ReadInput(&results.Files{Paths: []string{path}, Warn: warner(cmd)}, filter, ignore...); err != nil {
					return err
				}
			}
			v, err := gate.Gate(sides[0], sides[1], opts)
			if err != nil {
				return err
			}
			return output.finish(cmd, v)
		},
	}
	f := cmd.Flags()
	f.Var((*percent)(&opts.MaxRegression), "max-regression", "allowed slowdown")
	f.Var((*percent)(&opts.MaxMDE), "mde", "largest minimum detectable effect of a case; cases above it are underpowered")
	f.Var(&opts.Underpowered, "underpowered", "underpowered cases that are tolerated: a share of all, or a number")
	f.Float64Var(&opts.Alpha, "alpha", opts.Alpha, "probability of a false alarm over all comparisons")
	output.register(cmd, "allowed differences: `list` of machine, go, seed, vanished, failed", verdict.Allowances...)
	choiceFlag(cmd, &metric, "metric", "compare all units, or instructions only (which may grow by 0.5%)", "all", "instructions")
	f.StringVar(&filter, "filter", filter, "use only benchmarks matching benchfilter `query`")
	f.StringSliceVar(&ignore, "ignore", nil, "pool cases that differ in the configuration `keys` only")
	return cmd
}
