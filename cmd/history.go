package cmd

import (
	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/commits"
	"github.com/ecsbench/ecsbench/internal/history"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

func newHistoryCommand() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "history DIR|FILE...",
		Short: "Find the commits since which a case is faster or slower",
		Long: `History orders result files by the date of the commit they were measured at, and
looks for change points in every case: commits
since which it is lastingly faster or slower. The method is E-divisive (Matteson
and James 2014) with a permutation test at p ≤ 0.01, on each machine apart; it
takes at least 10 commits.

The commit is what the file records, a line "commit: HASH" above the results (with
"commit-date: 2006-01-02" outside of the repository), or the name of the file
(HASH.txt). A file without a commit is an error.

A folder stands for the result files in it. What was read of a folder is kept in the user's cache folder, so
that the next time only new files are read.

A step is written as gate writes a change, in all formats: the levels before and
after it, its p, the first commit that was measured after it, and where the newest
commit is. Whatever is found, the exit code is 0.

"ecsbench history fill" measures what is missing. Commits that it has measured in turns
are compared with the commit before them, and no change point is looked for.

Charts of it are in the page of "ecsbench report" on the same files.`,
		Example: `  ecsbench history results
  ecsbench history --format markdown results/*.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := history.Read(args, warner(cmd))
			if err != nil {
				return err
			}
			if err := commits.Require(files); err != nil {
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
