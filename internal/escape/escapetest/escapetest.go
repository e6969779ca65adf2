// Package escapetest checks, for tests of writers, that nothing of what hostile
// files say is more than text in their output.
package escapetest

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// Words are hostile names without blanks, as they can stand in the lines of
// benchmark files: to terminals, to CI systems, to spreadsheets and to GitHub.
var Words = []string{
	"\x1b[31mred", "\x1b]8;;http://evil.example\x07link\x1b]8;;\x07", "bell\x07", "\u009b31mred", "\u202egnisrever", "bro\xffken",
	"::error::broken", "##vso[task.complete]",
	"=cmd()", "+1+1", "@SUM(A1)", "-1;=1",
	"![](http://evil.example/pixel)", "[link](javascript:alert(1))", "<img/src=x>", "<script>alert(1)</script>", "</details>", "https://evil.example", "www.evil.example",
	"@octocat", "octo/cat#12", "`@octocat", "a|b", "*em*", "_em_", "~~gone~~", `back\slash`, "&#64;octocat",
}

// Text checks output for terminals and logs.
func Text(t testing.TB, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		for _, r := range line {
			if !unicode.IsPrint(r) {
				t.Errorf("%U in %q", r, line)
				break
			}
		}
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##vso[") {
			t.Errorf("a command to a CI system: %q", line)
		}
	}
}

// Encoded checks JSON and XML.
func Encoded(t testing.TB, out string) {
	t.Helper()
	for _, r := range out {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Errorf("%U in what a terminal may show", r)
			return
		}
	}
}

// CSV checks comma-separated values.
func CSV(t testing.TB, out string) {
	t.Helper()
	Text(t, out)
	r := csv.NewReader(strings.NewReader(out))
	r.FieldsPerRecord = -1
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		for _, cell := range line {
			if cell == "" || !strings.ContainsAny(cell[:1], "=+-@") {
				continue
			}
			if _, err := strconv.ParseFloat(strings.TrimSuffix(cell, "%"), 64); err != nil {
				t.Errorf("a formula: %q", cell)
			}
		}
	}
}

var (
	renderer = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	code     = regexp.MustCompile(`<code>[^<]*</code>`)
	tag      = regexp.MustCompile(`</?[a-z0-9]+`)
)

// tags that our own Markdown becomes.
const tags = " h1 h2 h3 p strong ul li blockquote table thead tbody tr th td details summary code br "

// Markdown checks Markdown as GitHub shows it.
func Markdown(t testing.TB, out string) {
	t.Helper()
	Text(t, out)
	var b bytes.Buffer
	if err := renderer.Convert([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	shown := code.ReplaceAllString(b.String(), "")
	for line := range strings.Lines(shown) {
		for _, found := range tag.FindAllString(line, -1) {
			if !strings.Contains(tags, " "+strings.TrimLeft(found, "</")+" ") {
				t.Errorf("%s> in %s", found, line)
			}
		}
		for _, mention := range []string{"@octocat", "#12"} {
			if strings.Contains(line, mention) {
				t.Errorf("%s in %s", mention, line)
			}
		}
	}
	if n, m := strings.Count(shown, "<details"), strings.Count(shown, "</details"); n != m {
		t.Errorf("%d details begin and %d end", n, m)
	}
}
