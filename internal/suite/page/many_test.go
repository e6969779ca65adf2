package page_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/suite/page"
)

// veryMany writes a file of n different things of some kind.
func veryMany(t *testing.T, n int, line func(i int) string) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	path := filepath.Join(t.TempDir(), "many.txt")
	fixture.Check(t, os.WriteFile(path, []byte(b.String()), 0o644))
	return path
}

// The work per item stays constant with very many items, and the page counts the
// omitted ones. With quadratic work the test would not end in a sensible time.
func TestVeryMany(t *testing.T) {
	fixture.Long(t)
	const n = 1_000
	for _, test := range []struct {
		name, folded, told string // in the page and in Markdown
		line               func(i int) string
	}{
		{"configurations", "more heat maps", "more configurations are in the page", func(i int) string {
			return fmt.Sprintf("cpu: c%d\npkg: p%d\nBenchmarkX/impl=dense/n=10-2 1 5 ns/op\nBenchmarkX/impl=soa/n=10-2 1 4 ns/op", i, i)
		}},
		{"configurations of many keys", "", "", func(i int) string {
			return fmt.Sprintf("k%d: v%d\nBenchmarkX/impl=dense/n=10-2 1 5 ns/op", i%100, i)
		}},
		{"failures", "more implementations are left out", "", func(i int) string {
			return fmt.Sprintf("cpu: c%d\nBenchmarkX/impl=dense/n=10-2 1 5 ns/op\n# failed {\"case\":\"X/impl=paged%d/n=10-2\",\"reason\":\"r\"}", i, i)
		}},
		{"implementations", "940 more implementations are left out", "970 more implementations are in the page", func(i int) string {
			return fmt.Sprintf("BenchmarkX/impl=i%d/n=10-2 1 5 ns/op", i)
		}},
		{"sizes", "940 more heat maps", "", func(i int) string {
			return fmt.Sprintf("BenchmarkX/impl=dense/n=%d-2 1 5 ns/op\nBenchmarkX/impl=soa/n=%d-2 1 4 ns/op", i+1, i+1)
		}},
		{"scenarios", "800 more rows are left out", "940 more rows are in the page", func(i int) string {
			return fmt.Sprintf("BenchmarkX%d/impl=dense/n=10-2 1 5 ns/op\nBenchmarkX%d/impl=soa/n=10-2 1 4 ns/op", i, i)
		}},
		{"names", "800 more rows are left out", "940 more rows are in the page", func(i int) string {
			return fmt.Sprintf("BenchmarkX/impl=dense/seed=%d/n=10-2 1 5 ns/op\nBenchmarkX/impl=soa/seed=%d/n=10-2 1 4 ns/op", i, i)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := veryMany(t, n, test.line)
			o := page.FolderOptions{Files: []string{path}, Baseline: path, Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true}
			in, html := written(t, o)
			if !strings.Contains(html, test.folded) {
				t.Errorf("the page does not say %q", test.folded)
			}
			var text bytes.Buffer
			fixture.Check(t, page.WriteMarkdown(&text, in.Report, nil, "", nil))
			if !strings.Contains(text.String(), test.told) || text.Len() > 1<<18 {
				t.Errorf("Markdown of %d bytes does not say %q", text.Len(), test.told)
			}
			files, err := history.Read([]string{path, path}, func(error) {})
			fixture.Check(t, err)
			history.Build(files)
		})
	}
}

// written writes a report and returns its page.
func written(t *testing.T, o page.FolderOptions) (*page.Input, string) {
	t.Helper()
	in, err := page.WriteFolder(o)
	fixture.Check(t, err)
	html := fixture.Read(t, filepath.Join(o.Out, "report.html"))
	return in, string(html)
}
