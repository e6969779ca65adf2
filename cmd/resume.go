package cmd

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// twoOrResume are the arguments of what compares two sides, or goes on with what
// compared them.
func twoOrResume(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("resume") {
		return cobra.NoArgs(cmd, args)
	}
	return cobra.MinimumNArgs(2)(cmd, args)
}

// notWithResume refuses flags that would change what was planned in a file or
// folder, which is what goes on; but for these flags.
func notWithResume(cmd *cobra.Command, in string, but ...string) (misplaced error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "resume" && !slices.Contains(but, flag.Name) {
			misplaced = fmt.Errorf("--%s with --resume: what was planned in %s is what goes on; begin anew for another plan", flag.Name, in)
		}
	})
	return misplaced
}
