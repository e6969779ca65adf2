package history_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Cases with few commits, and cases that ended, are not judged and are listed.
func TestCasesThatAreNotJudged(t *testing.T) {
	var files []*results.File
	for at := range 14 {
		text := fmt.Sprintf("commit: %040d\ncommit-date: 2026-01-%02d\n", at, at+1)
		add := func(name string, from, to int) {
			if at >= from && at < to {
				text += fmt.Sprintf("Benchmark%s-2 1 %d ns/op\n", name, 100+at%3)
			}
		}
		add("Always", 0, 14)
		add("Get/small", 0, 12)
		add("Get/tiny", 12, 14) // the former Get/small
		add("New", 8, 14)
		add("Old", 0, 3)
		f, err := results.Parse(strings.NewReader(text), fmt.Sprintf("%d.txt", at))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	v := history.Build(files).Verdict()
	if !strings.HasPrefix(v.Headline(), "NO STEPS in 1 of 5 cases over 14 commits") {
		t.Error(v.Headline())
	}
	if len(v.Problems) != 1 {
		t.Fatal(v.Problems)
	}
	got := strings.Join(v.Problems[0].Cases, "\n")
	if want := "Get/small-2: ended with 0000000000 (2026-01-12): renamed to Get/tiny-2?\nGet/tiny-2: 2 commits\nNew-2: 6 commits\nOld-2: ended with 0000000000 (2026-01-03)"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, format := range history.Formats {
		var b strings.Builder
		if err := v.Write(&b, format, verdict.Style{All: true}); err != nil || !strings.Contains(b.String(), "4 cases are not judged") || !strings.Contains(b.String(), "New-2: 6 commits") {
			t.Errorf("%s: %v\n%s", format, err, b.String())
		}
	}
}
