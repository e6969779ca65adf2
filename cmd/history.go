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
		Long: `History orders result files by the date of the commit they were measured at, and
looks for change points in every case: commits since which it is permanently faster or
slower. The method is E-divisive (Matteson and James 2014) with a permutation test at
p ≤ 0.01, separately for each machine. It needs at least 10 commits.

The commit is what the file records, a line "commit: HASH" above the results (with
"commit-date: 2006-01-02" outside of the repository), or the name of the file
(HASH.txt). A file without a commit is an error.

A folder stands for the result files in it.

A step has the same form as a change in gate: the levels before and after it, its p, the
first commit measured after it, and the newest level. The exit code is always 0.

"ecsbench history fill" measures missing commits. Commits that it measured interleaved
are compared with the commit before them instead of by change points.

"ecsbench report" draws charts of the same files.`,
		Example: `  ecsbench history results
  ecsbench history --format markdown results/*.txt`,
		Args: cobra.MinimumNArgs(1),
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
