package report_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Two implementations side by side, as benchstat -col /impl shows them.
func Example() {
	var file strings.Builder
	for i := range 6 {
		fmt.Fprintf(&file, "BenchmarkMove/impl=dense 1000 %d ns/op\n", 200+i)
		fmt.Fprintf(&file, "BenchmarkMove/impl=hashmap 1000 %d ns/op\n", 900+i)
	}
	opts := report.DefaultCompareOptions()
	opts.Col = "/impl"
	tables, err := report.Compare(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(file.String())}, opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := tables.WriteMarkdown(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// |  | dense sec/op | hashmap sec/op | vs base |
	// |:--|--:|--:|--:|
	// | Move | 202.5n ± 1% | 902.5n ± 0% | +345.68% (p=0.002 n=6) |
}
