package history_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Steps with hostile names of cases, commits and machines.
func TestHostileNamesAreText(t *testing.T) {
	var files []*results.File
	for commit := range 20 {
		var b strings.Builder
		fmt.Fprintf(&b, "# env {\"commit\":%q,\"commitTime\":\"2026-01-%02dT00:00:00Z\",\"cpu\":\"![x](y) @octocat \\u001b[31m\"}\n", fmt.Sprint(commit)+"]@octocat|", commit+1)
		for _, w := range fixture.HostileWords {
			fmt.Fprintf(&b, "pkg: %s\nBenchmark%s/impl=%s-2 1 %d ns/op\n", w, w, w, 1000+commit%3+1000*(commit/10))
		}
		f := fixture.Parse(t, b.String(), "x.txt")
		files = append(files, f)
	}
	h := history.Build(files)
	v := h.Verdict()
	if n := len(v.Comparisons); n < len(fixture.HostileWords) {
		t.Fatalf("%d steps", n)
	}
	var text, markdown, json strings.Builder
	for _, err := range []error{v.WriteText(&text, verdict.Style{All: true}), v.WriteMarkdown(&markdown), v.WriteJSON(&json)} {
		fixture.Check(t, err)
	}
	fixture.CheckText(t, text.String())
	fixture.CheckMarkdown(t, markdown.String())
	fixture.CheckEncoded(t, json.String())
}
