package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/measure"
)

// newRootCommand lists the verbs; a new verb is one file and one line here.
func newRootCommand() *cobra.Command {
	var version, quiet bool
	root := &cobra.Command{
		Use:           "ecsbench",
		Short:         "Measure ECS storage designs, compare the results, gate on regressions",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRun: func(verb *cobra.Command, _ []string) {
			if quiet && verb.Root().PersistentFlags().Changed("quiet") {
				verb.SetErr(io.Discard) // errors go to standard error past it
			}
		},
		RunE: func(root *cobra.Command, _ []string) error {
			if version {
				return writeVersion(root.OutOrStdout(), measure.ReadBuild())
			}
			return root.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version, as the verb does")
	root.PersistentFlags().BoolVarP(&quiet, "quiet", "q", false, "no progress and no warnings")
	root.AddCommand(
		newRunCommand(),
		newCompareCommand(),
		newGateCommand(),
		newABCommand(),
		newBisectCommand(),
		newReportCommand(),
		newHistoryCommand(),
		newMergeCommand(),
		newExportCommand(),
		newProfileCommand(),
		newDoctorCommand(),
		newVerifyCommand(),
		newListCommand(),
		newNewImplCommand(),
		newVersionCommand(),
		newWordsTopic(),
	)
	root.AddCommand(newWorkerCommands()...)
	completeInAnyBash(root)
	sayWhatIsMeant(root)
	return root
}
