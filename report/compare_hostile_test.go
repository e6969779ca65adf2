package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Names in files are text in every output, as row, column, table and note.
func TestHostileNamesAreTextInComparisons(t *testing.T) {
	var b strings.Builder
	for _, w := range fixture.HostileWords {
		for round := range 6 {
			fmt.Fprintf(&b, "goos: %s\nnote: %s%d\nBenchmark%s/x=%s-2 1 %d ns/op\nBenchmarkX/x=%s 1 %d ns/op 1 %s\n", w, w, round, w, w, 100+round, w, round, w)
		}
	}
	for _, change := range []func(*report.CompareOptions){
		func(*report.CompareOptions) {},
		func(o *report.CompareOptions) { o.Col = "/x" },
		func(o *report.CompareOptions) { o.Col, o.Row = "goos", "/x" },
		func(o *report.CompareOptions) { o.Table, o.Col = "/x", "goos,/x" },
		func(o *report.CompareOptions) { o.Row, o.Table = "goos,.name", "" },
	} {
		opts := report.DefaultCompareOptions()
		change(&opts)
		tables, err := report.Compare(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(b.String())}, opts)
		fixture.Check(t, err)
		var text, markdown, json strings.Builder
		for _, err := range []error{tables.WriteText(&text), tables.WriteMarkdown(&markdown), tables.WriteJSON(&json)} {
			fixture.Check(t, err)
		}
		fixture.CheckText(t, text.String())
		fixture.CheckMarkdown(t, markdown.String())
		fixture.CheckEncoded(t, json.String())
	}
}
