package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

func writeRun(t *testing.T, path string, run fixture.MadeUpRun) {
	t.Helper()
	fixture.Check(t, os.WriteFile(path, textOf(run), 0o644))
}

// fewCases is a run of 14 cases.
func fewCases() fixture.MadeUpRun {
	return fixture.MadeUpRun{Impls: []string{"dense", "soa"}, Entities: []int{10, 1000}, Samples: 12}
}

// textOf returns the text of a run with two scenarios only, because drawing is slow. Package
// report tests the others.
func textOf(run fixture.MadeUpRun) []byte {
	var kept []byte
	for line := range bytes.Lines(run.Text()) {
		if !bytes.HasPrefix(line, []byte("Benchmark")) || bytes.HasPrefix(line, []byte("BenchmarkIterate/")) || bytes.HasPrefix(line, []byte("BenchmarkMixed/")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

func TestReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeRun(t, filepath.Join(dir, "run.txt"), fewCases())
	slower := fewCases()
	slower.Slower = 1.5
	writeRun(t, filepath.Join(dir, "slow.txt"), slower)

	expect(t, dir, ExitOK, []string{filepath.Join("out", "report.html")}, "report", "run.txt", "-o", "out")
	for _, name := range []string{"report.html", "time-iterate.png", "time-iterate.svg", filepath.Join("results", "run.txt")} {
		if info, err := os.Stat(filepath.Join(dir, "out", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := expect(t, dir, ExitOK, []string{"REGRESSION: 6 of 15 cases", "![Iterate, entity by entity: time per entity](cmp/time-iterate.png)"},
		"report", "slow.txt", "--baseline", "run.txt", "-o", "cmp", "--format", "markdown")
	if c.stderr != "" {
		t.Errorf("standard error: %s", c.stderr)
	}
	page := fixture.Read(t, filepath.Join(dir, "cmp", "report.html"))
	if !strings.Contains(string(page), "REGRESSION: 6 of 15 cases") {
		t.Error("the page differs from the gate")
	}
	expect(t, dir, ExitOK, []string{"168 samples of 14 cases"}, "report", "run.txt", "--format", "markdown")
}

func TestHistory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fixture.Check(t, os.Mkdir(filepath.Join(dir, "runs"), 0o755))
	var files []string // by commit
	for i := range 14 {
		run := fewCases()
		run.Commit, run.Date = strings.Repeat(fmt.Sprintf("%07x", (i+1)*1000003), 6), fmt.Sprintf("2026-10-%02dT00:00:00Z", i+1)
		if i >= 8 {
			run.Slower = 1.3
		}
		files = append(files, filepath.Join("runs", fmt.Sprintf("%02d.txt", (i*5)%14)))
		writeRun(t, filepath.Join(dir, files[i]), run)
	}
	fixture.Check(t, os.WriteFile(filepath.Join(dir, "runs", "notes.md"), []byte("not results\n"), 0o644))
	c := expect(t, dir, ExitOK, []string{"14 cases over 14 commits", "2026-10-09", "Iterate/impl=dense/comps=1/n=1000-2"}, "history", "runs")
	found := strings.Count(c.stdout, "Iterate/impl=dense")
	if found != 6 {
		t.Errorf("%d of 6 steps are printed:\n%s", found, c.stdout)
	}
	printed := expect(t, dir, ExitOK, []string{`"command": "ecsbench history"`, `"cases": 14`, `"date": "2026-10-09"`}, "history", "--format", "json", "runs")
	byName := slices.Sorted(slices.Values(files))
	expect(t, dir, ExitOK, nil, append([]string{"export", "--to", "csv", "-o", filepath.Join("samples", "all.csv")}, byName...)...)
	expect(t, dir, ExitUsage, []string{"samples: holds no result files; name a folder with files of ecsbench history fill, bench or run"}, "history", "samples")
	expect(t, dir, ExitOK, nil, append([]string{"report", "-o", "page"}, byName...)...)
	page, err := os.ReadFile(filepath.Join(dir, "page", "report.html"))
	if err != nil || !strings.Contains(string(page), `<section id="history">`) {
		t.Errorf("no history in the page: %v", err)
	}
	var v printedVerdict
	fixture.Check(t, json.Unmarshal([]byte(printed.stdout), &v))
	historyAgrees(t, dir, v, files...)
}
