package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func TestOf(t *testing.T) {
	env := func(commit, date string, dirty bool) string {
		return fmt.Sprintf("# env {\"commit\":%q,\"commitTime\":%q,\"dirty\":%v}\n", commit, date, dirty)
	}
	started := "# ecsbench {\"format\":1,\"start\":\"2026-11-05T12:00:00Z\"}\n"
	const line = "BenchmarkA/impl=dense 1 5 ns/op\n"
	list := func(texts ...string) (out []string) {
		var files []*results.File
		for i, text := range texts {
			f, err := results.Parse(strings.NewReader(text+line), fmt.Sprintf("%c.txt", 'a'+i))
			fixture.Check(t, err)
			files = append(files, f)
		}
		for _, c := range report.CommitsOf(files) {
			date := "-"
			if !c.Date.IsZero() {
				date = c.Date.Format(time.DateOnly)
			}
			paths := ""
			for _, f := range c.Files {
				paths += " " + f.Path
			}
			out = append(out, c.Label+" "+date+paths)
		}
		return out
	}
	second, third := "0123456789abcdef", "fedcba"
	for _, test := range []struct {
		name  string
		texts []string
		want  []string
	}{
		{"no file", nil, nil},
		{"nothing is known of one", []string{started}, []string{"a.txt 2026-11-05 a.txt"}},
		{"nothing is known", []string{"", started, ""}, []string{"a.txt - a.txt b.txt c.txt"}},
		{"by date, not by place", []string{env(third, "2026-11-09T12:00:00Z", false), env(second, "2026-11-08T12:00:00Z", false)},
			[]string{"0123456789 2026-11-08 b.txt", "fedcba 2026-11-09 a.txt"}},
		{"files of a commit are together", []string{env(second, "2026-11-08T12:00:00Z", false), env(third, "2026-11-09T12:00:00Z", false), started + env(second, "2026-11-08T12:00:00Z", false)},
			[]string{"0123456789 2026-11-08 a.txt c.txt", "fedcba 2026-11-09 b.txt"}},
		{"but not what was changed", []string{env(second, "2026-11-08T12:00:00Z", true), env(second, "2026-11-08T12:00:00Z", true)},
			[]string{"0123456789 with changes 2026-11-08 a.txt", "0123456789 with changes 2026-11-08 b.txt"}},
		{"the start of a run where the date is unknown", []string{env(second, "2026-11-08T12:00:00Z", false), started + env(third, "", false), started},
			[]string{"fedcba 2026-11-05 b.txt", "c.txt 2026-11-05 c.txt", "0123456789 2026-11-08 a.txt"}},
		{"the first that is known", []string{env("", "", false) + env(second, "2026-11-08T12:00:00Z", false) + env(third, "2026-11-09T12:00:00Z", true)},
			[]string{"0123456789 2026-11-08 a.txt"}},
	} {
		if got := list(test.texts...); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%q, want\n%q", test.name, got, test.want)
		}
	}
}

// The name of a file and its lines about the commit are data.
func TestLabelsAreText(t *testing.T) {
	for path, want := range map[string]string{
		"\u202e.txt": "�.txt", strings.Repeat("x", 60): strings.Repeat("x", 60), strings.Repeat("x", 61): strings.Repeat("x", 60) + "…",
	} {
		of := report.CommitsOf([]*results.File{{Path: "folder/" + path}})
		if got := of[0].Label; got != want {
			t.Errorf("%q is labelled %q, want %q", path, got, want)
		}
	}
	of := report.CommitsOf([]*results.File{{Path: "a.txt", Environments: []results.Environment{{Commit: "\x1b[31m456789abc"}}}})
	if got := of[0].Label; got != "�[31m45678" {
		t.Errorf("a commit is labelled %q", got)
	}
}

// The commit of a file of go test is a configuration key or the name of the file; without
// either the file has no place in a history.
func TestCommitsOfGoTestFiles(t *testing.T) {
	file := func(path string, config map[string]string) *results.File {
		return &results.File{Path: path, Cases: []*results.Case{{Name: "A", Config: config}}}
	}
	for _, test := range []struct {
		file    *results.File
		id      string
		message string
	}{
		{file("old.txt", nil), "", "does not state its commit"},
		{file("old.txt", map[string]string{"commit": "v1.2.0", "commit-date": "2026-11-01"}), "v1.2.0", ""},
		{file("old.txt", map[string]string{"commit": "v1.2.0"}), "v1.2.0", "the date of commit v1.2.0 is unknown"},
		{file("0123456789abcdef.txt", map[string]string{"commit-date": "2026-11-01T10:00:00Z"}), "0123456789abcdef", ""},
	} {
		err := report.RequireCommits([]*results.File{test.file})
		if test.message == "" && err != nil || test.message != "" && (err == nil || !strings.Contains(err.Error(), test.message)) {
			t.Errorf("%s %v: %v", test.file.Path, test.file.Cases[0].Config, err)
		}
		if got := report.CommitsOf([]*results.File{test.file})[0].ID; got != test.id {
			t.Errorf("%s is of %q, want %q", test.file.Path, got, test.id)
		}
	}
}
