package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
)

// otherCommands are all but run; a new verb is one file and one line here.
func otherCommands() []*cobra.Command {
	return []*cobra.Command{
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
	}
}

// addVersionFlag adds --version to the root command.
func addVersionFlag(root *cobra.Command) {
	version, help := false, root.RunE
	root.Flags().BoolVar(&version, "version", false, "print the version, as ecsbench version")
	root.RunE = func(root *cobra.Command, args []string) error {
		if version {
			return writeVersion(root.OutOrStdout(), measure.ReadBuild())
		}
		return help(root, args)
	}
}

func init() {
	workers[profileWorkerVerb] = profiler.Serve
	workers[trialWorkerVerb] = func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.WorkTrial) }
}
