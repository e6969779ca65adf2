package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/page"
)

// hostile are names that are harmful as markup, code or layout.
var hostile = []string{
	`<script>alert(1)</script>`,
	`"><img/src=x/onerror=alert(1)>`,
	`</script><script>alert(1)</script>`,
	`'onmouseover='alert(1)`,
	"\u202egnisrever\u202c",
	"💥🐘",
	"javascript:alert(1)",
	"__proto__", "constructor",
	"{{.Report}}",
	`\u003cscript\u003e`,
	"a&amp;b",
	strings.Repeat("long", 2500),
}

func hostileFile() []byte {
	var b strings.Builder
	b.WriteString("# env {\"cpu\":\"<script>alert(1)</script>\",\"go\":\"<b>\",\"commit\":\"<i>\"}\n")
	b.WriteString("profile: <script>alert(1)</script>\nnote: </script>\u2028\u202e\n")
	for round := range 6 {
		for i, name := range hostile {
			fmt.Fprintf(&b, "BenchmarkX/impl=%s/n=1000-2 1 %d ns/op 1 <script>alert(2)</script>\n", name, 100+10*i+round)
			fmt.Fprintf(&b, "BenchmarkX/impl=%s/n=10-2 1 %d ns/op\n", name, 100+10*i+round)
			if i < 3 { // pictures take time
				fmt.Fprintf(&b, "Benchmark%s/impl=dense/n=1000-2 1 %d ns/op\n", name, 100+10*i+round)
			}
			fmt.Fprintf(&b, "BenchmarkX/impl=dense/comps=%s/%s=%s/n=%s-2 1 %d ns/op\n", name, "opt", name, name, 100+10*i+round)
		}
	}
	for i, name := range hostile {
		if i < len(hostile)-1 { // an annotation of more than 64 KiB is rejected
			fmt.Fprintf(&b, "# failed {\"case\":%q,\"reason\":%q}\n", "X/impl=other/n=1000-2", strings.ReplaceAll(name, `\u`, "u"))
		}
	}
	return []byte(b.String())
}

func TestHostileNamesAreText(t *testing.T) {
	t.Parallel()
	o := page.FolderOptions{Files: write(t, hostileFile()), Out: filepath.Join(t.TempDir(), "out")}
	_, page := written(t, o)
	entries, err := os.ReadDir(o.Out)
	fixture.Check(t, err)
	svgs := 0
	for _, e := range entries {
		if strings.Trim(e.Name(), "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
			t.Errorf("file name %q", e.Name())
		}
		if strings.HasSuffix(e.Name(), ".svg") {
			svgs++
			text := fixture.Read(t, filepath.Join(o.Out, e.Name()))
			if strings.Contains(string(text), "<script") || strings.Contains(string(text), "<img") || strings.Contains(string(text), "\u202e") {
				t.Errorf("%s has live markup in it", e.Name())
			}
		}
	}
	if svgs == 0 {
		t.Error("no pictures")
	}
	// The template has five script elements: raw results, data, flame graphs, library, ours.
	if n := strings.Count(page, "<script"); n < 4 || n > 5 {
		t.Errorf("%d script elements", n)
	}

	inBrowser(t, "hostile", page, o.Files)
}

// odd is unusual or small input.
var odd = []struct{ name, text string }{
	{"one sample", "BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\n"},
	{"one implementation", many("BenchmarkIterate/impl=dense/n=1000-2 1 5%d ns/op", 10)},
	{"no implementation", many("BenchmarkSort-2 1 5%d ns/op", 10)},
	{"zeros", many("BenchmarkIterate/impl=dense/n=1000-2 1 0 ns/op 0 B/op", 6)},
	{"infinite", "BenchmarkIterate/impl=dense/n=1000-2 1 0 ns/op +Inf x/op\n"},
	{"damaged", "BenchmarkIterate/impl=dense/n=5-2 1 3 ns/op\nBenchmarkIterate/impl=dense/n=5-2 one 3 ns/op\n"},
	{"negative", "BenchmarkIterate/impl=dense/n=-5-2 1 -3 ns/op\n"},
	{"missing unit", "BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\nBenchmarkIterate/impl=paged/n=1000-2 1 5 B/op\n"},
	{"only failures", "# ecsbench {\"format\":1}\n# failed {\"case\":\"Iterate/impl=dense/n=10-2\",\"reason\":\"it <b>broke</b>\"}\n"},
	{"nothing but a header", "# ecsbench {\"format\":1}\n"},
	{"mixed machines", "cpu: one\nBenchmarkX/impl=dense-2 1 5 ns/op\ncpu: two\nBenchmarkX/impl=dense-2 1 9 ns/op\n"},
	{"a thousand cases", many("BenchmarkX/impl=dense/seed=%d/n=1000-2 1 5 ns/op", 1000)},
	{"hundreds of scenarios", many("BenchmarkX%d-2 1 5 ns/op", 300)},
	{"huge numbers", "BenchmarkX/impl=dense/n=1e300-2 1 1e300 ns/op\nBenchmarkX/impl=dense/n=1e-300-2 1 1e-300 ns/op\n"},
}

func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i)
	}
	return b.String()
}

func TestOddResultsMakeAPage(t *testing.T) {
	for _, test := range odd {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := page.FolderOptions{Files: write(t, []byte(test.text)), Out: filepath.Join(t.TempDir(), "out")}
			o.WithoutPictures = test.name == "hundreds of scenarios" // pictures take a minute
			_, page := written(t, o)
			inBrowser(t, pageName(test.name), page, o.Files)
		})
	}
}
