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

// measuring are the verbs with progress. Of these, --quiet keeps the warnings, which are about the
// result.
var measuring = []string{"run", "ab", "bench", "score", "bisect", "fill", "profile", "doctor"}

// newRootCommand builds the command tree.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "ecsbench",
		Short:         "Measure ECS libraries and storage designs, compare results, detect regressions",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(verb *cobra.Command, _ []string) error {
			if quiet(verb) && !slices.Contains(measuring, verb.Name()) {
				verb.SetErr(io.Discard) // errors are printed by execute
			}
			if err := wrongValue(verb); err != nil {
				return err
			}
			if o := verb.Flags().Lookup("output"); o != nil && o.Value.String() == results.Stdout && !slices.Contains(streams, verb.Name()) {
				return fmt.Errorf("%s -o -: the output is a folder of files: name the folder", verb.Name())
			}
			return nil
		},
		RunE: func(root *cobra.Command, _ []string) error { return root.Help() },
	}
	root.PersistentFlags().BoolP("quiet", "q", false, "no progress; without one, no warnings")
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

// quiet reports whether --quiet is given.
func quiet(verb *cobra.Command) bool {
	is, err := verb.Flags().GetBool("quiet")
	return is && err == nil
}
