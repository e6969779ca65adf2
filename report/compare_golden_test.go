package report_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// beyondSix are digits that other processors round otherwise.
var beyondSix = regexp.MustCompile(`(\.\d{6})\d+`)

// Markdown and JSON, which benchstat does not write, of tables with a bit of
// everything: three columns, holes, warnings, zeros, several units and packages.
func TestMarkdownAndJSON(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, name := range []string{"a", "b", "c"} {
		var text strings.Builder
		text.WriteString("goos: linux\npkg: example.org/one\n")
		for k := range 6 {
			fmt.Fprintf(&text, "BenchmarkMove|x-2 100 %d ns/op %d B/op 1 allocs/op\n", 200+k+40*i, 16*i)
			if i != 1 {
				fmt.Fprintf(&text, "BenchmarkStop-2 100 %d ns/op %d B/op\n", 9000-3*k-i, 64+k%2)
			}
		}
		fmt.Fprintf(&text, "pkg: example.org/two\nBenchmarkFew-2 1 %d ns/op\nBenchmarkFew-2 1 %d ns/op\n", 5+i, 5+i)
		path := filepath.Join(dir, name)
		fixture.Check(t, os.WriteFile(path, []byte(text.String()), 0o666))
		paths = append(paths, name+"="+path)
	}
	tables, err := report.Compare(&results.Files{Paths: paths}, report.DefaultCompareOptions())
	fixture.Check(t, err)
	for name, write := range map[string]func(io.Writer) error{"tables.md": tables.WriteMarkdown, "tables.json": tables.WriteJSON} {
		var got strings.Builder
		fixture.Check(t, write(&got))
		fixture.Golden(t, name, beyondSix.ReplaceAllString(got.String(), "$1"))
	}
}
