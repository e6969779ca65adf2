package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/gate"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

func newGateCommand() *cobra.Command {
	var g gateFlags
	filter, metric, ignore := "*", "all", []string(nil)
	cmd := &cobra.Command{
		Use:   "gate OLD NEW",
		Short: "Compare two result files and fail on a regression",
		Long: `Gate compares two files of Go benchmark results, of ecsbench or of any
go test -bench, and reports whether NEW regressed. A case fails if its
change for the worse is significant after correction for the number of
comparisons and its whole confidence interval lies beyond --max-regression.

Exit codes: 0 no regression; 1 regression; 2 unreadable input; 3 inconclusive
(too few samples, too noisy, different machines, Go versions or seeds, vanished
cases, nothing in common, a suspected regression); 4 a case failed in NEW.

Measure with "ecsbench run" or "ecsbench bench", or alternate 5 or more runs of go test
per side and append them to one file per side: with fewer processes most changes are only
suspected. docs/gate.md explains the rules. "ecsbench ab" measures two revisions
interleaved.`,
		Example: `  ecsbench gate old.txt new.txt
  ecsbench gate --max-regression 10% --format markdown old.txt new.txt >> "$GITHUB_STEP_SUMMARY"`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g.opts.Metric = gate.Metric(strings.TrimPrefix(metric, "all"))
			if g.opts.Metric == gate.ByInstructions && !cmd.Flags().Changed("max-regression") {
				g.opts.MaxRegression = verdict.MaxMoreWork
			}
			if err := g.parse(); err != nil {
				return err
			}
			read := func(path string) (*gate.Side, error) {
				return gate.ReadSide(&results.Files{Paths: []string{path}, Warn: warner(cmd)}, filter, ignore...)
			}
			old, err := read(args[0])
			if err != nil {
				return err
			}
			new, err := read(args[1])
			if err != nil {
				return err
			}
			v, err := gate.Gate(old, new, g.opts)
			if err != nil {
				return err
			}
			return g.finish(cmd, v)
		},
	}
	g.register(cmd)
	choiceFlag(cmd, &metric, "metric", "compare all units, or instructions only (which may grow by 0.5%)", "all", "instructions")
	cmd.Flags().StringVar(&filter, "filter", filter, "use only benchmarks matching benchfilter `query`")
	cmd.Flags().StringSliceVar(&ignore, "ignore", nil, "pool cases that differ in the configuration `keys` only")
	completeFlag(cmd, "ignore", completeKeys)
	return cmd
}

// gateFlags are the flags of gate.
type gateFlags struct {
	verdictFlags
	opts gate.Options
}

func (g *gateFlags) register(cmd *cobra.Command) {
	g.opts = gate.DefaultOptions()
	f := cmd.Flags()
	f.Var((*percent)(&g.opts.MaxRegression), "max-regression", "allowed slowdown")
	f.Var((*percent)(&g.opts.MaxMDE), "mde", "largest minimum detectable effect of a case; cases above it are underpowered")
	f.Var(&g.opts.Underpowered, "underpowered", "underpowered cases that are tolerated: a share of all, or a number")
	f.Float64Var(&g.opts.Alpha, "alpha", g.opts.Alpha, "probability of a false alarm over all comparisons")
	g.verdictFlags.register(cmd, "allowed differences: `list` of machine, go, seed, vanished, failed", verdict.Allowances...)
}

// parse converts the flags to options.
func (g *gateFlags) parse() error {
	g.opts.Allow = g.allowances()
	if err := g.check(); err != nil {
		return err
	}
	return g.opts.Check()
}
