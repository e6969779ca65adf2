package report_test

import (
	"io"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Whatever the query and the file, Read returns tables that can be printed,
// or one line of what is wrong.
func FuzzRead(f *testing.F) {
	const file = "goos: linux\nnote: a\nBenchmarkA/impl=x/n=1-2 1 1 ns/op 3 B/op\nBenchmarkA/impl=y/n=1-2 1 2 ns/op\nnote: b\nBenchmarkA/impl=x/n=1-2 1 0 ns/op\n"
	f.Add(".name:A .unit:ns/op", ".config", ".fullname", ".file", "", file)
	f.Add("-(/impl:/x|y/ OR a:b)", "goos@alpha", ".name,/n@num", "/impl@(y x)", "note", file)
	f.Add(`"a b":"c"`, "", "", "", ".fullname", file)
	f.Add("*", ".config@num", "/gomaxprocs", "note,.file", "", file)
	f.Fuzz(func(t *testing.T, filter, table, row, col, ignore, file string) {
		opts := report.DefaultCompareOptions()
		opts.Filter, opts.Table, opts.Row, opts.Col, opts.Ignore = filter, table, row, col, ignore
		tables, err := report.Compare(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(file)}, opts)
		if err != nil {
			if text := err.Error(); text == "" || strings.Contains(text, "\n") {
				t.Errorf("error %q is not one line", text)
			}
			return
		}
		for _, write := range []func(io.Writer) error{
			tables.WriteText, tables.WriteMarkdown, tables.WriteJSON,
		} {
			if err := write(io.Discard); err != nil {
				t.Error(err)
			}
		}
	})
}
