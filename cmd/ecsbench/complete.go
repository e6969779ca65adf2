package main

import "github.com/spf13/cobra"

// completeValues offers values for a flag in shell completion.
func completeValues(cmd *cobra.Command, flag string, values ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // no such flag: a mistake in this package
	}
}
