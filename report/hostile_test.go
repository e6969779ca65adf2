package report_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func TestHostileNamesAreText(t *testing.T) {
	var b strings.Builder
	for i, w := range fixture.HostileWords {
		fmt.Fprintf(&b, "profile: %s\n", w)
		for _, impl := range []string{w, "dense"} {
			fmt.Fprintf(&b, "Benchmark%s/impl=%s/option=%s/n=10-2 1 %d ns/entity\n", w, impl, w, 5+i)
		}
		fmt.Fprintf(&b, "# failed {\"case\":\"X/impl=paged%d/n=10-2\",\"reason\":\"\\u001b[31m\\n::error::x\\n![](http://evil.example)\"}\n", i)
	}
	file := fixture.Parse(t, b.String(), "x.txt")
	r := report.Build([]*results.File{file}, measure.Catalogue())
	for name, test := range map[string]struct {
		write func(io.Writer) error
		check func(testing.TB, string)
	}{
		"text": {func(w io.Writer) error { return report.Text(w, r, 0.02, report.Terminal{Width: 80}) }, fixture.CheckText},
		"overview": {func(w io.Writer) error {
			return report.Overview{Report: r, Precision: 0.02}.Write(w, report.Terminal{Width: 80})
		}, fixture.CheckText},
		"markdown": {func(w io.Writer) error { return report.Markdown(w, r, 0.02) }, fixture.CheckMarkdown},
		"csv":      {func(w io.Writer) error { return report.CSV(w, r) }, fixture.CheckCSV},
		"json":     {func(w io.Writer) error { return report.JSON(w, r) }, fixture.CheckEncoded},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			fixture.Check(t, test.write(&out))
			test.check(t, out.String())
		})
	}
}
