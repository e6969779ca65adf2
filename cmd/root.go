package cmd

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// streams are the verbs that write one file and accept -o -.
var streams = []string{"run", "export", "merge"}

// newRootCommand builds the command tree; a new verb is one file and one line here.
func newRootCommand() *cobra.Command {
	var version, quiet bool
	root := &cobra.Command{
		Use:           "ecsbench",
		Short:         "Measure ECS libraries and storage designs, compare results, detect regressions",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(verb *cobra.Command, _ []string) error {
			if quiet && verb.Root().PersistentFlags().Changed("quiet") {
				verb.SetErr(io.Discard) // errors are printed by execute
			}
			if o := verb.Flags().Lookup("output"); o != nil && o.Value.String() == results.Stdout && !slices.Contains(streams, verb.Name()) {
				return fmt.Errorf("%s -o -: the output is a folder of files: name the folder", verb.Name())
			}
			return nil
		},
		RunE: func(root *cobra.Command, _ []string) error {
			if version {
				return writeVersion(root.OutOrStdout(), measure.ReadBuild())
			}
			return root.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version, as ecsbench version")
	root.PersistentFlags().BoolVarP(&quiet, "quiet", "q", false, "no progress, and no warnings in commands without progress")
	root.AddCommand(
		newRunCommand(),
		newCompareCommand(),
		newGateCommand(),
		newABCommand(), newBenchCommand(), newScoreCommand(),
		newBisectCommand(),
		newReportCommand(),
		newHistoryCommand(),
		newMergeCommand(),
		newExportCommand(),
		newProfileCommand(),
		newDoctorCommand(),
		newWorldCommand(),
		newListCommand(),
		newNewImplCommand(),
		newVersionCommand(),
		newWordsTopic(), newColumnsTopic(),
	)
	root.AddCommand(newAdvancedTopic(root))
	setHelp(root)
	completeNumbers(root)
	root.InitDefaultCompletionCmd()
	suggestNames(root)
	return root
}
