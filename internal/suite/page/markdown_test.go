package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// drawn are pictures, one of them with values.
var drawn = []*page.Figure{
	{Title: "Iterate: distributions [of a sample]", Name: "distribution-iterate"},
	{Title: "Iterate, entity by entity: time per entity", Name: "time-iterate", Values: true},
	{Title: "Samples in the order of the run", Name: "samples"},
}

func markdownOf(t *testing.T, text, folder string) string {
	t.Helper()
	f := fixture.Parse(t, text, "x.txt")
	var b bytes.Buffer
	fixture.Check(t, page.WriteMarkdown(&b, report.Build([]*results.File{f}, measure.Catalogue()), nil, folder, drawn))
	return b.String()
}

func TestSummaryAndPictures(t *testing.T) {
	got := markdownOf(t, string(fixture.MadeUpRun{Samples: 6}.Text()), "docs/my report")
	for _, want := range []string{
		"- Fastest design: dense. Next: paged 1.01x ± 0.01. Average of 11 rows; profile A, 100,000 entities.",
		"### Times relative to the best of the role: 100,000 entities",
		"| scenario | dense (design) | paged (design) |",
		"| Iterate, entity by entity, 2 components | **1.00x** |",
		"![Iterate, entity by entity: time per entity](docs/my%20report/time-iterate.png)",
		"[report.html](docs/my%20report/report.html)",
		"|\n\n≈ " + report.TieMeans + ".\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(markdownOf(t, string(fixture.MadeUpRun{Samples: 6}.Text()), ""), ".png") {
		t.Error("links to pictures that were not drawn")
	}
}

// testdata/reports.md pins made-up reports: with warnings, with a baseline, with
// pictures, and with too many configurations.
func TestReportsAreWrittenAsTheyWere(t *testing.T) {
	text := fixture.Read(t, filepath.Join("..", "..", "perf", "verdict", "testdata", "everything.json"))
	baseline := &verdict.Verdict{}
	fixture.Check(t, json.Unmarshal(text, baseline))
	const mostTables = 12
	var many strings.Builder
	for i := range mostTables + 4 {
		fmt.Fprintf(&many, "profile: p%02d\nBenchmarkGame/impl=a/n=10-2 1 5 ns/op\n", i)
		if i != 3 { // has nothing to compare
			many.WriteString("BenchmarkGame/impl=b/n=10-2 1 6 ns/op\n")
		}
	}
	var got strings.Builder
	for _, test := range []struct {
		text     string
		baseline *verdict.Verdict
		folder   string
	}{
		{string(fixture.VariedRun(1)), baseline, ""},
		{string(fixture.VariedRun(3)), nil, "pictures"},
		{many.String(), nil, ""},
		{"BenchmarkSum-2 1 5 ns/op\n", nil, "."},
	} {
		f := fixture.Parse(t, test.text, "x.txt")
		fixture.Check(t, page.WriteMarkdown(&got, report.Build([]*results.File{f}, measure.Catalogue()), test.baseline, test.folder, drawn))
	}
	fixture.Golden(t, "reports.md", got.String())
}

// Long tables are cut, with the number of omitted rows and columns.
func TestLongTablesAreCut(t *testing.T) {
	const mostRows, mostColumns = 60, 30
	for _, test := range []struct{ rows, columns, moreRows, moreColumns int }{
		{mostRows, mostColumns, 0, 0}, {mostRows + 2, 2, 2, 0}, {1, mostColumns + 3, 0, 3},
	} {
		var b strings.Builder
		for row := range test.rows {
			for column := range test.columns {
				fmt.Fprintf(&b, "BenchmarkS%d/impl=i%d/n=10-2 1 %d ns/op\n", row, column, 5+column)
			}
		}
		got := markdownOf(t, b.String(), "")
		if n := strings.Count(got, "\n| S"); n != test.rows-test.moreRows {
			t.Errorf("%d rows of %d", n, test.rows)
		}
		for what, more := range map[string]int{"rows": test.moreRows, "implementations": test.moreColumns} {
			said := fmt.Sprintf("\n%d more %s are in the page.\n", more, what)
			if strings.Contains(got, " more "+what) != (more > 0) || more > 0 && !strings.Contains(got, said) {
				t.Errorf("%d rows and %d columns: does not say %q, or says more", test.rows, test.columns, said)
			}
		}
	}
}

// A table row has as many cells as its head, whatever the names.
func TestNamesAreNoMarkup(t *testing.T) {
	got := markdownOf(t, "BenchmarkX|Y/impl=<b>|@someone|[a](http://evil)/n=10-2 1 5 ns/op\nBenchmarkX|Y/impl=dense/n=10-2 1 9 ns/op\n", "")
	for _, bad := range []string{"<b>", "[a](", "http://", " @someone", "|@someone"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q is live in\n%s", bad, got)
		}
	}
	columns := -1
	for _, line := range strings.Split(got, "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		n := strings.Count(line, "|") - strings.Count(line, `\|`)
		if columns < 0 {
			columns = n
		}
		if n != columns {
			t.Errorf("%d separators, the head has %d: %s", n, columns, line)
		}
	}
	if columns != 4 {
		t.Errorf("%d separators in the head, want 4", columns)
	}
}

func TestMarkdownHostileNamesAreText(t *testing.T) {
	var b strings.Builder
	for i, w := range fixture.HostileWords {
		for _, impl := range []string{w, "dense"} {
			fmt.Fprintf(&b, "Benchmark%s/impl=%s/comps=%s/option=%s/n=10-2 1 %d ns/op 1 %s\n", w, impl, w, w, 5+i, w)
		}
		fmt.Fprintf(&b, "# failed {\"case\":\"X/impl=%d/n=10-2\",\"reason\":\"![](http://evil.example)\"}\n", i)
	}
	fixture.CheckMarkdown(t, markdownOf(t, b.String(), ""))
	for _, line := range regexp.MustCompile(`[^\\]\]\([^)]*\)`).FindAllString(markdownOf(t, b.String(), "d(o)c <x>"), -1) {
		if !strings.HasPrefix(line[1:], "](d%28o%29c%20%3Cx%3E/") {
			t.Errorf("a link to %s", line)
		}
	}
}
