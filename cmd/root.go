package cmd

import "github.com/spf13/cobra"

// newRootCommand lists the verbs; a new verb is one file and one line here.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "ecsbench",
		Short:         "Measure ECS storage designs, compare the results, gate on regressions",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
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
		newWorkerCommand(),
		newProfileWorkerCommand(),
		newTrialWorkerCommand(),
	)
	return root
}
