package folder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report/folder"
)

// hostile are names that do harm where they are taken for markup, code or
// layout.
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
			if i < 3 { // each scenario is drawn in pictures of its own, which takes time
				fmt.Fprintf(&b, "Benchmark%s/impl=dense/n=1000-2 1 %d ns/op\n", name, 100+10*i+round)
			}
			fmt.Fprintf(&b, "BenchmarkX/impl=dense/comps=%s/%s=%s/n=%s-2 1 %d ns/op\n", name, "opt", name, name, 100+10*i+round)
		}
	}
	for i, name := range hostile {
		if i < len(hostile)-1 { // an annotation of more than 64 KiB is refused
			fmt.Fprintf(&b, "# failed {\"case\":%q,\"reason\":%q}\n", "X/impl=other/n=1000-2", strings.ReplaceAll(name, `\u`, "u"))
		}
	}
	return []byte(b.String())
}

func TestHostileNamesAreText(t *testing.T) {
	t.Parallel()
	o := folder.Options{Files: write(t, hostileFile()), Out: filepath.Join(t.TempDir(), "out")}
	if _, err := folder.Write(o); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	svgs := 0
	for _, e := range entries {
		if strings.Trim(e.Name(), "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
			t.Errorf("file name %q", e.Name())
		}
		if strings.HasSuffix(e.Name(), ".svg") {
			svgs++
			text, err := os.ReadFile(filepath.Join(o.Out, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "<script") || strings.Contains(string(text), "<img") || strings.Contains(string(text), "\u202e") {
				t.Errorf("%s has live markup in it", e.Name())
			}
		}
	}
	if svgs == 0 {
		t.Error("no pictures")
	}
	path := filepath.Join(o.Out, "report.html")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The template has five script elements: raw results, data, flame graphs, library, ours.
	if n := strings.Count(string(page), "<script"); n < 4 || n > 5 {
		t.Errorf("%d script elements", n)
	}

	browserPath(t)
	b := open(t, path, "", 390, screen)
	b.waitFor(`document.querySelectorAll("#scenario-list section").length > 3`)
	b.do(`{ window.alert = () => { document.title = "alerted"; }; document.querySelectorAll("details").forEach((d) => { d.open = true; }); dispatchEvent(new Event("beforeprint")); }`)
	if title := eval[string](b, `document.title`); title != "ecsbench report" {
		t.Errorf("a name ran as a script: %s", title)
	}
	if n := eval[int](b, `document.querySelectorAll("img, main script, main b b, main i i, [onerror], [onmouseover]").length`); n > 0 {
		t.Errorf("%d elements were made of names", n)
	}
	shown := eval[string](b, `document.querySelector("#scenario-list").textContent`)
	for _, want := range []string{`<script>alert(1)</script>`, `"><img/src=x/onerror=alert(1)>`, "💥🐘", "{{.Report}}", "a&amp;b", "__proto__"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	b.fits(390)
	b.look("hostile", "#heat")
	b.noProblems()
}

// A policy that lets nothing in but what it names: a script or a handler that
// got into the page all the same would not run.
func TestPolicyStopsOtherScripts(t *testing.T) {
	browserPath(t)
	t.Parallel()
	path := report(t, folder.Options{Files: write(t, []byte("BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\n"))})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), "</main>", `<script>document.title = "ran"</script><img src="data:," onerror="document.title = 'ran'"></main>`, 1)
	if err := os.WriteFile(path, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	b := open(t, path, "", 1280, screen)
	b.waitFor(`document.querySelectorAll("#scenario-list section").length === 1`)
	if title := eval[string](b, `document.title`); title != "ecsbench report" {
		t.Error("a foreign script ran")
	}
	if len(b.bad) == 0 {
		t.Error("the browser says nothing of a script that was stopped, so this test would not see one")
	}
}

// Pages of little or odd input say so.
func TestOddResultsMakeAPage(t *testing.T) {
	many := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return b.String()
	}
	for _, test := range []struct{ name, text, want string }{
		{"one sample", "BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\n", "too few samples for an interval"},
		{"one implementation", many("BenchmarkIterate/impl=dense/n=1000-2 1 5%d ns/op", 10), "Only dense was measured"},
		{"no implementation", many("BenchmarkSort-2 1 5%d ns/op", 10), "name no implementations"},
		{"zeros", many("BenchmarkIterate/impl=dense/n=1000-2 1 0 ns/op 0 B/op", 6), "no value above zero"},
		{"infinite", "BenchmarkIterate/impl=dense/n=1000-2 1 0 ns/op +Inf x/op\n", "no value above zero"},
		{"damaged", "BenchmarkIterate/impl=dense/n=5-2 1 3 ns/op\nBenchmarkIterate/impl=dense/n=5-2 one 3 ns/op\n", "could not be read and are left out (1)"},
		{"negative", "BenchmarkIterate/impl=dense/n=-5-2 1 -3 ns/op\n", "no value above zero"},
		{"missing unit", "BenchmarkIterate/impl=dense/n=1000-2 1 5 ns/op\nBenchmarkIterate/impl=paged/n=1000-2 1 5 B/op\n", "2 cases"},
		{"only failures", "# ecsbench {\"format\":1}\n# failed {\"case\":\"Iterate/impl=dense/n=10-2\",\"reason\":\"it <b>broke</b>\"}\n", "it <b>broke</b>"},
		{"nothing but a header", "# ecsbench {\"format\":1}\n", "There is no scenario to show"},
		{"mixed machines", "cpu: one\nBenchmarkX/impl=dense-2 1 5 ns/op\ncpu: two\nBenchmarkX/impl=dense-2 1 9 ns/op\n", "Results of 2 machines are mixed"},
		{"a thousand cases", many("BenchmarkX/impl=dense/seed=%d/n=1000-2 1 5 ns/op", 1000), "Show all 1,000 rows"},
		{"hundreds of scenarios", many("BenchmarkX%d-2 1 5 ns/op", 300), "X299"},
		{"huge numbers", "BenchmarkX/impl=dense/n=1e300-2 1 1e300 ns/op\nBenchmarkX/impl=dense/n=1e-300-2 1 1e-300 ns/op\n", "X"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := folder.Options{Files: write(t, []byte(test.text)), Out: filepath.Join(t.TempDir(), "out")}
			o.WithoutPictures = test.name == "hundreds of scenarios" // the same code, in a minute
			if _, err := folder.Write(o); err != nil {
				t.Fatal(err)
			}
			browserPath(t)
			b := open(t, filepath.Join(o.Out, "report.html"), "", 800, screen)
			b.waitFor(`document.querySelectorAll("#scenario-list > *").length > 0`)
			if test.name != "hundreds of scenarios" {
				b.do(`dispatchEvent(new Event("beforeprint"))`)
			}
			if text := eval[string](b, `document.body.innerText + document.querySelector("main").textContent`); !strings.Contains(text, test.want) {
				t.Errorf("the page does not say %q", test.want)
			}
			b.noProblems()
		})
	}
}
