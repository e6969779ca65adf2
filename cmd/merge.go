package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

func newMergeCommand() *cobra.Command {
	var output string
	var force bool
	cmd := &cobra.Command{
		Use:   "merge FILE|DIR... -o FILE",
		Short: "Merge the shards of a run",
		Long: `Merge joins the files of "ecsbench run --shard" into one, independent of their order. A
folder stands for its *.txt files. Shards of other plans, versions or seeds, and two
different files for one shard are rejected.

Exit codes: 0 the plan is complete; 2 the files do not belong together, and nothing is
written; 4 shards are missing, unfinished, or have failed cases.`,
		Example: `  ecsbench merge shard-*.txt -o matrix.txt`,
		Args:    atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if output == "" {
				return fmt.Errorf("merge: name the output file with -o")
			}
			merged, err := measure.MergeShards(args)
			if err != nil {
				return err
			}
			if output == results.Stdout {
				err = merged.Write(cmd.OutOrStdout())
				output = "standard output"
			} else {
				err = outdir.WriteFile(output, force, merged.Write)
			}
			if err != nil {
				return fmt.Errorf("write %s: %w", output, err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%d of %s, %s, %s from %s in %s\n", merged.Shards, display.Count(merged.Of, "shard"), display.Count(merged.Cases, "case"), display.Count(merged.Samples, "sample"), strings.Join(merged.Machines, "; "), output)
			for _, p := range merged.Problems {
				complain(cmd.ErrOrStderr(), "", fmt.Errorf("%s", p))
			}
			if len(merged.Problems) > 0 {
				return &exitError{ExitCaseFailed, fmt.Errorf("%s is incomplete: see above", output)}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "merged file, or - for standard output")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the merged file if it exists")
	return cmd
}
