package cmd

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// twoOrResume requires two sides, or --resume.
func twoOrResume(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("resume") {
		return cobra.NoArgs(cmd, args)
	}
	return atLeast(2)(cmd, args)
}

// notWithResume rejects flags other than but that would change the plan of a resumed file or
// folder.
func notWithResume(cmd *cobra.Command, in string, but ...string) (misplaced error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "resume" && !slices.Contains(but, flag.Name) {
			misplaced = fmt.Errorf("--%s cannot be used with --resume: %s has its own plan; start a new run for another plan", flag.Name, in)
		}
	})
	return misplaced
}
