package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/export"
	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/words"
	"github.com/ecsbench/ecsbench/results"
)

// exporters are the formats that are one file.
var exporters = map[string]func(w io.Writer, paths []string, warn func(error)) error{
	"parquet": export.Parquet, "csv": export.CSV,
	"bmf": export.BMF, "customSmallerIsBetter": export.SmallerIsBetter, "otava": export.Otava,
}

func newExportCommand() *cobra.Command {
	var to, output string
	var force, hive bool
	formats := []string{"parquet", "csv", "bmf", "customSmallerIsBetter", "otava"}
	cmd := &cobra.Command{
		Use:   "export FILE... --to FORMAT [-o FILE]",
		Short: "Write results for other tools: Parquet, CSV, Bencher, github-action-benchmark, Otava",
		Long: `Export writes result files, those of go test -bench too, as

  parquet, csv            every value of every sample as a row, with all that is
                          known about it: for DuckDB, Spark, ClickHouse ...
  bmf                     the medians of one commit as Bencher Metric Format
  customSmallerIsBetter   the same for github-action-benchmark
  otava                   the medians of many commits, a row for each, as Apache
                          Otava reads CSV

The columns of rows are
` + columnHelp() + `
With --hive, -o is a folder to which each file adds Parquet files below
commit=.../machine=.../, whatever else is in it. What was added before is not
written again. A file appears whole or not at all.`,
		Example: `  ecsbench export results/*.txt --to parquet -o samples.parquet
  ecsbench export new.txt --to parquet --hive -o samples
  ecsbench export run.txt --to bmf | bencher run --adapter json --file /dev/stdin`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := exporters[to]
			if output == results.Stdout && to != "parquet" {
				output = ""
			}
			warn := warner(cmd)
			switch {
			case !ok:
				return fmt.Errorf("export to which format? Name it with --to: %s", strings.Join(formats, ", "))
			case hive && (to != "parquet" || output == ""):
				return fmt.Errorf("--hive: it is for --to parquet, with the folder as -o")
			case hive:
				added, err := export.Hive(output, args, warn)
				if err == nil || added > 0 {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s added to %s\n", words.Count(added, "file"), output)
				}
				return err
			case output == "" && to == "parquet":
				return fmt.Errorf("export to which file? Name it with -o")
			case output == "":
				return write(cmd.OutOrStdout(), args, warn)
			}
			return outdir.WriteFile(output, force, func(w io.Writer) error { return write(w, args, warn) })
		},
	}
	flags := cmd.Flags()
	choiceFlag(cmd, &to, "to", strings.Join(formats, ", "), formats...)
	flags.StringVarP(&output, "output", "o", "", "file to write (default -, standard output), with --hive a folder")
	flags.BoolVar(&force, "force", false, "overwrite the file if it exists")
	flags.BoolVar(&hive, "hive", false, "add Parquet files to folders by commit and machine")
	return cmd
}

func columnHelp() string {
	var b strings.Builder
	for _, c := range export.Columns {
		fmt.Fprintf(&b, "  %-16s %s\n", c.Name, c.Doc)
	}
	return b.String()
}
