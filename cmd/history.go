package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/report/history"
)

func newHistoryCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "history DIR|FILE...",
		Short: "Find the commits since which a case is faster or slower",
		Long: `History orders result files by the date of the commit they were measured at,
which each file records, and looks for change points in every case: commits
since which it is lastingly faster or slower. The method is E-divisive (Matteson
and James 2014) with a permutation test at p ≤ 0.01, on each machine apart; it
takes at least 10 commits.

Charts of it are in the page of "ecsbench report" on the same files.`,
		Example: `  ecsbench history results
  ecsbench history --format markdown results/*.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := map[string]func(*history.History, io.Writer) error{
				"text": (*history.History).WriteText, "markdown": (*history.History).WriteMarkdown, "json": (*history.History).WriteJSON,
			}[format]
			if !ok {
				return fmt.Errorf("--format %s: want text, markdown or json", format)
			}
			files, err := history.Read(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return write(history.Build(files), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, markdown or json")
	completeValues(cmd, "format", "text", "markdown", "json")
	return cmd
}
