package cmd

import (
	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func newCompareCommand() *cobra.Command {
	opts := report.DefaultCompareOptions()
	format := "text"
	cmd := &cobra.Command{
		Use:   "compare [label=]FILE...",
		Short: "Compare result files in tables with benchstat's numbers",
		Long: `Compare summarises benchmark results, one column per file ("-" is standard input), and
compares each column with the first. All commands read the output of go test, also with
-json, in UTF-8 or UTF-16, also compressed by gzip. Numbers, flags and their syntax are those of
benchstat; see https://pkg.go.dev/golang.org/x/perf/cmd/benchstat. To fail a build on a
regression use "ecsbench gate".`,
		Example: `  ecsbench compare old.txt new.txt
  ecsbench compare --col /impl --filter '.name:Iterate .unit:ns/entity' run.txt`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files := &results.Files{Paths: args, Warn: warner(cmd)}
			tables, err := report.Compare(files, opts)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch format {
			case "markdown":
				return tables.WriteMarkdown(out)
			case "json":
				return tables.WriteJSON(out)
			}
			return tables.WriteText(out)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.Table, "table", opts.Table, "split results into tables by distinct values of `projection`")
	f.StringVar(&opts.Row, "row", opts.Row, "split results into rows by distinct values of `projection`")
	f.StringVar(&opts.Col, "col", opts.Col, "split results into columns by distinct values of `projection`")
	f.StringVar(&opts.Ignore, "ignore", opts.Ignore, "ignore variations in `keys`")
	f.StringVar(&opts.Filter, "filter", opts.Filter, "use only benchmarks matching benchfilter `query`")
	f.Float64Var(&opts.Alpha, "alpha", opts.Alpha, "consider change significant if p < `alpha`")
	f.Float64Var(&opts.Confidence, "confidence", opts.Confidence, "confidence `level` for ranges")
	choiceFlag(cmd, &format, "format", "text, markdown or json", "text", "markdown", "json")
	return cmd
}
