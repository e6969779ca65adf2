package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
)

// The verbs by which the program starts itself: for each sample of run, each look
// of profile and each trial of ab.
const (
	workerVerb        = "worker"
	profileWorkerVerb = "profile-worker"
	trialWorkerVerb   = "trial-worker"
)

// newWorkerCommands are the other ends of these processes.
func newWorkerCommands() (all []*cobra.Command) {
	for _, w := range []struct {
		verb, short string
		serve       func(in io.Reader, out io.Writer) error
	}{
		{workerVerb, "Take one sample (started by run)", func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.Work) }},
		{profileWorkerVerb, "Take one look (started by profile)", profiler.Serve},
		{trialWorkerVerb, "Run one trial (started by ab)", func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.WorkTrial) }},
	} {
		all = append(all, &cobra.Command{
			Use: w.verb, Short: w.short, Hidden: true, Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return w.serve(cmd.InOrStdin(), cmd.OutOrStdout()) },
		})
	}
	return all
}
