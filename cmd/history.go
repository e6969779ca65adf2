package cmd

import (
	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/history"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/report"
)

func newHistoryCommand() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "history DIR|FILE...",
		Short: "Find the commits that changed the speed of a case",
		Long: `History orders result files by the date of their commit, and looks for commits since which
a case is permanently faster or slower, separately for each machine. It needs at least 10
commits. A folder stands for the result files in it.

The commit is what the file records, a line "commit: HASH" above the results (with
"commit-date: 2006-01-02" outside of the repository), or the name of the file (HASH.txt).
docs/history.md explains the method. The exit code is always 0.`,
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
			return history.Build(files).Verdict().Write(out, format, verdict.Look{All: true, Color: coloured(out), Width: columnsOf(out)})
		},
	}
	choiceFlag(cmd, &format, "format", "text, markdown or json", history.Formats...)
	cmd.AddCommand(newHistoryFillCommand())
	return cmd
}
