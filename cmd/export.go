package cmd

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// An exporter writes result files in another format. Damaged lines are passed to warn.
type exporter = func(w io.Writer, paths []string, warn func(error)) error

// exporters are those of this program, by format.
var exporters = map[string]exporter{
	"csv": report.SamplesCSV, "bmf": inOrder(report.BMF), "customSmallerIsBetter": inOrder(report.SmallerIsBetter),
}

// inOrder is an exporter that sorts cases as the catalogue does.
func inOrder(write func(io.Writer, []string, report.Catalogue, func(error)) error) exporter {
	return func(w io.Writer, paths []string, warn func(error)) error {
		return write(w, paths, measure.Catalogue(), warn)
	}
}

// AddExporter adds a format that export lists and this program lacks. Call it before [Main].
func AddExporter(format string, write exporter) { exporters[format] = write }

func newExportCommand() *cobra.Command {
	var to, output string
	var force bool
	formats := []string{"parquet", "csv", "bmf", "customSmallerIsBetter"}
	cmd := &cobra.Command{
		Use:   "export FILE... --to FORMAT [-o FILE]",
		Short: "Write results for other tools, such as Parquet, CSV, Bencher",
		Long: `Export writes result files, also those of go test -bench, as

  parquet, csv            one row per value of every sample, with its whole
                          context: for DuckDB, Spark, ClickHouse ...
  bmf                     the medians of one commit as Bencher Metric Format
  customSmallerIsBetter   the same for github-action-benchmark

The columns of rows are in: ecsbench help columns. Files are written atomically.`,
		Example: `  ecsbench export results/*.txt --to parquet -o samples/all.parquet
  ecsbench export run.txt --to bmf -o bencher.json`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write := exporters[to]
			if output == results.Stdout && to != "parquet" {
				output = ""
			}
			warn := warner(cmd)
			switch {
			case !slices.Contains(formats, to):
				return fmt.Errorf("export: name the format with --to: %s", strings.Join(formats, ", "))
			case output == "" && to == "parquet":
				return fmt.Errorf("export: name the file with -o")
			case write == nil:
				if err := canOpen(args); err != nil { // before building
					return err
				}
				if err := outdir.CheckFile(output, force); err != nil {
					return err
				}
				return runExtended(cmd.Context(), host.WithParquet)
			case output == "":
				return write(cmd.OutOrStdout(), args, warn)
			}
			return outdir.WriteFile(output, force, func(w io.Writer) error { return write(w, args, warn) })
		},
	}
	flags := cmd.Flags()
	choiceFlag(cmd, &to, "to", strings.Join(formats, ", "), formats...)
	flags.StringVarP(&output, "output", "o", "", "file to write (default -, standard output)")
	flags.BoolVar(&force, "force", false, "overwrite the file if it exists")
	return cmd
}

// canOpen opens named files. Pipes can be read only once.
func canOpen(paths []string) error {
	for _, path := range paths {
		if info, err := os.Stat(path); path != results.Stdin && (err != nil || info.Mode().IsRegular() || info.IsDir()) {
			file, err := results.Open(path)
			if err != nil {
				return err
			}
			file.Close()
		}
	}
	return nil
}
