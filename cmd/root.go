package cmd

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/results"
)

// streams are the verbs that write one file and accept -o -.
var streams = []string{"run", "export", "merge"}

// newRootCommand builds the command tree.
func newRootCommand() *cobra.Command {
	var quiet bool
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
		RunE: func(root *cobra.Command, _ []string) error { return root.Help() },
	}
	root.PersistentFlags().BoolVarP(&quiet, "quiet", "q", false, "no progress, and no warnings in commands without progress")
	root.AddCommand(newRunCommand())
	addVersionFlag(root)
	root.AddCommand(otherCommands()...)
	root.AddCommand(newAdvancedTopic(root))
	setHelp(root)
	completeNumbers(root)
	root.InitDefaultCompletionCmd()
	suggestNames(root)
	return root
}
