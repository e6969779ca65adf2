package cmd

import (
	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/measure"
)

const trialWorkerVerb = "trial-worker"

// newTrialWorkerCommand is how ab starts the programs that it compares.
func newTrialWorkerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    trialWorkerVerb,
		Short:  "Run one trial (started by ab)",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return measure.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), measure.WorkTrial)
		},
	}
}
