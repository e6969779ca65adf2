package cmd

import (
	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/measure"
)

const workerVerb = "worker"

// newWorkerCommand is how the program starts itself for each sample.
func newWorkerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    workerVerb,
		Short:  "Take one sample (started by run)",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return measure.ServeWorker(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
