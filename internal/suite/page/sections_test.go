package page_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/results"
)

// A full run of all implementations, against a baseline.
func TestPageIsSmall(t *testing.T) {
	t.Parallel()
	run := fixture.MadeUpRun{Profiles: []string{"AAA"}, Samples: 30}
	files := write(t, run.Text())
	run.Slower = 1.1
	o := page.FolderOptions{Files: write(t, run.Text()), Baseline: files[0], Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true}
	_, html := written(t, o)
	if len(html) > 4<<20 {
		t.Errorf("%d bytes", len(html))
	}
}

// With two files of one experiment the page and the summary show the verdict and the
// cause of ab.
func TestReportShowsTheVerdictOfAB(t *testing.T) {
	t.Parallel()
	run := fixture.MadeUpRun{Profiles: []string{"A"}, Impls: []string{"dense"}, Entities: []int{1000}, Samples: 15}
	key := results.Key{Profile: "A", Types: "32", Systems: "8", Name: "Iterate/impl=dense/comps=1/n=1000-2"}
	v := &verdict.Verdict{By: "ab", Method: "In turns.", MaxRegression: 0.02, Alpha: 0.01, Comparisons: []verdict.Comparison{{
		Key: key, Case: "Iterate/impl=dense/comps=1", Unit: "sec/op", Direction: verdict.LowerBetter, Evidence: verdict.Tested, Status: verdict.Regression,
		Old: 1, New: 1.1, OldN: 15, NewN: 15, Effect: verdict.Effect{Shift: statistics.Shift{Log: math.Log(1.1), Lo: math.Log(1.09), Hi: math.Log(1.11), P: 1e-6}, PHolm: 1e-6},
		Causes: []results.Cause{{Share: 0.9, By: verdict.BySamples, Function: "m.Sum", Place: results.Place{File: "m.go", Line: 14}, Commits: []string{"1a2b3c4"}}},
	}}}
	v.Tally()
	v.Decide()
	text, err := json.Marshal(v)
	fixture.Check(t, err)
	dir := t.TempDir()
	for name, text := range map[string][]byte{"base.txt": run.Text(), "head.txt": run.Text(), "verdict.json": text} {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	o := page.FolderOptions{Files: []string{filepath.Join(dir, "head.txt")}, Baseline: filepath.Join(dir, "base.txt"), Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true}
	in, html := written(t, o)
	var summary strings.Builder
	fixture.Check(t, page.WriteMarkdown(&summary, in.Report, in.Baseline, "", nil))
	for _, want := range []string{"1 function causes 1 regression", "cause: 90% of it, by samples, m.go:14 m.Sum (1a2b3c4)", "<code>ecsbench ab</code> judges them: In turns."} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if want := "| cause | 90% of it | by samples |"; !strings.Contains(summary.String(), want) || !strings.Contains(summary.String(), "m.go:14 m.Sum (1a2b3c4)") {
		t.Errorf("the summary has no %q:\n%s", want, summary.String())
	}
}

// A completed run is not shown as interrupted.
func TestPageForgetsAnInterruption(t *testing.T) {
	for _, last := range []string{"interrupted", "complete"} {
		text := little + `# end {"reason":"interrupted","seconds":9}` + "\n" + `# end {"reason":"` + last + `","seconds":60}` + "\n"
		in, err := page.LoadResults(page.FolderOptions{Files: write(t, []byte(text))})
		fixture.Check(t, err)
		if said := strings.Contains(strings.Join(in.Report.Warnings(), "\n"), "interrupted"); said != (last == "interrupted") {
			t.Errorf("ended as %s: the page says interrupted: %v", last, said)
		}
	}
}
