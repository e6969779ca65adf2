package history_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

func parse(t *testing.T, text, path string) *results.File {
	t.Helper()
	f := fixture.Parse(t, text, path)
	return f
}

// Histories of all kinds are compared with their earlier text.
func TestGoldenHistories(t *testing.T) {
	one := func(int) string { return "one" }
	slow, fast := past(t, 30, 20, one), past(t, 30, 9, func(int) string { return "two" })
	newer := past(t, 14, 7, one)
	for _, f := range newer { // another Go version counts as another machine
		f.Environments[0].GoVersion = "go1.27"
	}
	var varied []*results.File
	for seed := range uint64(3) {
		varied = append(varied, parse(t, string(fixture.VariedRun(seed)), fmt.Sprintf("%d.txt", seed)))
	}
	var b strings.Builder
	for _, h := range []struct {
		name  string
		files []*results.File
	}{
		{"none", past(t, 20, 99, one)},
		{"exactly as many commits as it takes", past(t, history.FewestPoints, 4, one)},
		{"too few", past(t, history.FewestPoints-1, 4, one)},
		{"two machines at each commit", slices.Concat(slow, fast)},
		{"two versions of Go", slices.Concat(slow, newer)},
		{"clocks", clockedPast(t, true)},
		{"clocks on some", slices.Concat(clockedPast(t, true)[:10], clockedPast(t, false)[10:])},
		{"varied", varied},
	} {
		history := history.Build(h.files)
		fmt.Fprintf(&b, "# %s: %d commits on %q\n", h.name, len(history.Commits), history.Machines)
		for _, s := range history.Series {
			fmt.Fprintf(&b, "%s, %s by %s, %+d, at", s.Label, s.Unit, cmp.Or(s.By, "nothing"), s.Better)
			for _, p := range s.Points {
				fmt.Fprintf(&b, " %d:%d=%.4g", p.Commit, p.Machine, p.Stat.Center)
			}
			b.WriteString("\n")
		}
		fixture.Check(t, history.Verdict().WriteText(&b, verdict.Style{All: true}))
	}
	fixture.Golden(t, "said.txt", b.String())
}

// A folder stands for its own visible result files. An unreadable file is reported.
func TestWhatIsRead(t *testing.T) {
	dir := t.TempDir()
	put := func(path, text string) {
		t.Helper()
		fixture.Check(t, os.WriteFile(path, []byte(text), 0o644))
	}
	const line = "BenchmarkA/impl=dense 1 5 ns/op\n"
	put(filepath.Join(dir, "a.txt"), line)
	put(filepath.Join(dir, ".hidden.txt"), line)
	put(filepath.Join(dir, "notes.md"), "no results")
	put(filepath.Join(dir, "newer.txt"), "# ecsbench {\"format\":99}\n"+line)
	fixture.Check(t, os.Mkdir(filepath.Join(dir, "below"), 0o755))
	put(filepath.Join(dir, "below", "b.txt"), line)
	var warnings []string
	warn := func(err error) { warnings = append(warnings, err.Error()) }
	files, err := history.Read([]string{dir, filepath.Join(dir, "below", "b.txt")}, warn)
	if err != nil || len(files) != 2 || filepath.Base(files[0].Path) != "a.txt" || filepath.Base(files[1].Path) != "b.txt" {
		t.Errorf("%v, %d files", err, len(files))
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "left out") || !strings.Contains(warnings[0], "newer.txt") {
		t.Errorf("warnings %q", warnings)
	}
	for _, path := range []string{filepath.Join(dir, "gone"), filepath.Join(dir, "notes.md"), t.TempDir()} {
		if files, err := history.Read([]string{path}, warn); err == nil {
			t.Errorf("%s: %d files", path, len(files))
		}
	}
}
