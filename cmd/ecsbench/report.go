package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/report/folder"
)

func newReportCommand() *cobra.Command {
	var o folder.Options
	cmd := &cobra.Command{
		Use:   "report FILE... -o DIR",
		Short: "Turn result files into plots and one offline HTML page",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Files = args
			if _, err := folder.Write(o); err != nil {
				return &exitError{Code: ExitUsage, Err: err}
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), o.Out+"/report.html")
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Out, "output", "o", "report", "folder to write")
	flags.StringVar(&o.Baseline, "baseline", "", "result file to compare with")
	flags.BoolVar(&o.Force, "force", false, "replace a folder that holds other files")
	return cmd
}
