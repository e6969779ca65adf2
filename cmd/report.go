package cmd

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/report"
)

func newReportCommand() *cobra.Command {
	format := "html"
	o := page.FolderOptions{}
	cmd := &cobra.Command{
		Use:   "report FILE|DIR... [-o DIR]",
		Short: "Turn result files into plots and one offline HTML page",
		Long: `Report writes a folder: report.html, which needs no network and no other file, a picture
per scenario as PNG and SVG, and the raw results. A folder stands for the result files in
it. With files of several commits the page shows the newest, and the others in its history
section. With --format markdown the summary is also printed; without -o only that.`,
		Example: `  ecsbench report results/A-20261121-120000.txt -o report
  ecsbench report new.txt --baseline old.txt -o report
  ecsbench report run.txt --profile why -o report
  ecsbench report perf -o report
  ecsbench report run.txt -o docs/report --format markdown >> summary.md`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Files, o.Warn, o.Version = args, warner(cmd), measure.ReadBuild().Version
			switch {
			case format == "table" && o.Out != "":
				return fmt.Errorf("report: --format table prints, and -o %s is for a page: use one of them", o.Out)
			case format == "table":
				in, err := page.LoadResults(o)
				if err != nil {
					return err
				}
				return report.Text(cmd.OutOrStdout(), in.Report, measure.DefaultPrecision, terminalOf(cmd.OutOrStdout()))
			case format == "html" && o.Out == "":
				return fmt.Errorf("report: name the folder with -o DIR")
			case o.Out == "":
				in, err := page.LoadResults(o)
				if err != nil {
					return err
				}
				return page.WriteMarkdown(cmd.OutOrStdout(), in.Report, in.Baseline, "", nil)
			}
			in, err := page.WriteFolder(o)
			if err != nil {
				return err
			}
			if format == "markdown" {
				return page.WriteMarkdown(cmd.OutOrStdout(), in.Report, in.Baseline, o.Out, in.Pictures)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(o.Out, "report.html"))
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Out, "output", "o", "", "`folder` to write")
	flags.StringVar(&o.Baseline, "baseline", "", "result `file` to compare with")
	flags.StringArrayVar(&o.Profiles, "profile", nil, "`folder` written by ecsbench profile -o, to show causes; may be repeated")
	choiceFlag(cmd, &format, "format", "html, markdown to also print the summary, or table to print every row", "html", "markdown", "table")
	flags.BoolVar(&o.Force, "force", false, "write into the folder even if it has other files, which are kept")
	return cmd
}
