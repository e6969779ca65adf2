package folder_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ecsbench/ecsbench/compare/cause"
	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/ecsbench/ecsbench/report/folder"
	"github.com/ecsbench/ecsbench/report/markdown"
	"github.com/ecsbench/ecsbench/report/reporttest"
	"github.com/ecsbench/ecsbench/results"
)

func TestPageShowsHistory(t *testing.T) {
	browserPath(t)
	t.Parallel()
	var texts [][]byte
	for i := range 16 {
		run := reporttest.Run{Impls: []string{"dense", "paged"}, Entities: []int{1000}, Samples: 6,
			Commit: fmt.Sprintf("%07x", (i+1)*1000003), Date: fmt.Sprintf("2026-10-%02dT00:00:00Z", i+1)}
		if i >= 9 {
			run.Slower = 1.25
		}
		if i == 3 {
			run.CPU = "Another 1"
		}
		texts = append(texts, run.Text())
	}
	b := open(t, report(t, folder.Options{Files: write(t, texts...)}), "", 1280, screen)
	chart := `echarts.getInstanceByDom(document.getElementById("history-chart"))`
	b.waitFor(`!!` + chart)
	lines := eval[[]float64](b, chart+`.getOption().series[0].markLine.data.map((d) => d.xAxis)`)
	// The step of the first case, at the tenth commit, and the way to the other
	// machine and back.
	if fmt.Sprint(lines) != "[9 3 4]" {
		t.Errorf("lines at %v, want at 9, 3 and 4", lines)
	}
	b.draws(chart, "line custom", "Iterate/impl=dense/comps=1/n=1000-2", "+25.1%", "machine", "Another 1, 2 CPUs, linux/amd64", "00f4243")
	b.look("history", "#history")
	first := eval[string](b, `document.querySelector("#history-table tbody tr").textContent`)
	if !strings.Contains(first, "Iterate/impl=dense") || !strings.Contains(first, "2026-10-10") || !strings.Contains(first, "+2") {
		t.Errorf("the first case is %s", first)
	}
	last := `#history-table tbody tr:last-child`
	name := eval[string](b, `document.querySelector("`+last+`").dataset.key`)
	b.run(chromedp.Click(last + ` button`))
	if title := eval[string](b, chart+`.getOption().title[0].text`); title != name {
		t.Errorf("the chart shows %s after a click on %s", title, name)
	}
	if hash := eval[string](b, `location.hash`); !strings.HasPrefix(hash, "#history=") {
		t.Errorf("the URL is %s", hash)
	}
	b.noProblems()
}

func carries(b *tab) {
	b.waitFor(`!!document.querySelector("button.download")`)
	b.do(`{ const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.got = text; }); return make(blob); }; }`)
	b.do(`document.querySelector("button.download").click()`)
	b.waitFor(`window.got`)
	if got := eval[string](b, `window.got`); got != string(small()) {
		b.t.Errorf("%d bytes, want %d, or others", len(got), len(small()))
	}
}

// A full run of all implementations, against a baseline.
func TestPageIsSmall(t *testing.T) {
	t.Parallel()
	run := reporttest.Run{Profiles: []string{"AAA"}, Samples: 30}
	files := write(t, run.Text())
	run.Slower = 1.1
	path := report(t, folder.Options{Files: write(t, run.Text()), Baseline: files[0]})
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 4<<20 {
		t.Errorf("%d bytes", info.Size())
	}
}

// Of two files of one experiment the page and the summary say what ab said: its
// verdict, and what the cause is.
func TestReportShowsTheVerdictOfAB(t *testing.T) {
	t.Parallel()
	run := reporttest.Run{Profiles: []string{"A"}, Impls: []string{"dense"}, Entities: []int{1000}, Samples: 15}
	key := results.Key{Profile: "A", Types: "32", Systems: "8", Name: "Iterate/impl=dense/comps=1/n=1000-2"}
	v := &verdict.Verdict{By: "ab", Method: "In turns.", MaxRegression: 0.02, Alpha: 0.01, Comparisons: []verdict.Comparison{{
		Key: key, Case: "Iterate/impl=dense/comps=1", Unit: "sec/op", Direction: verdict.LowerBetter, Kind: verdict.Tested, Status: verdict.Regression,
		Old: 1, New: 1.1, OldN: 15, NewN: 15, Effect: verdict.Effect{Log: math.Log(1.1), Lo: math.Log(1.09), Hi: math.Log(1.11), P: 1e-6, PHolm: 1e-6},
		Causes: []cause.Cause{{Share: 0.9, By: cause.BySamples, Function: "m.Sum", Where: cause.Place{File: "m.go", Line: 14}, Commits: []string{"1a2b3c4"}}},
	}}}
	v.Tally()
	v.Decide()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string][]byte{"base.txt": run.Text(), "head.txt": run.Text(), "verdict.json": text} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o := folder.Options{Files: []string{filepath.Join(dir, "head.txt")}, Baseline: filepath.Join(dir, "base.txt"), Out: filepath.Join(t.TempDir(), "out"), WithoutPictures: true}
	in, page := written(t, o)
	var summary strings.Builder
	if err := markdown.Write(&summary, in.Report, in.Baseline, "", nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"REGRESSION: 1 of 1 case", "cause: 90% of it, by samples, m.go:14 m.Sum (1a2b3c4)", "<code>ecsbench ab</code> judges them: In turns."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if want := "| cause | 90% of it | by samples |"; !strings.Contains(summary.String(), want) || !strings.Contains(summary.String(), "m.go:14 m.Sum (1a2b3c4)") {
		t.Errorf("the summary has no %q:\n%s", want, summary.String())
	}
}

func TestPageShowsTheGatesVerdictOfEachCase(t *testing.T) {
	browserPath(t)
	t.Parallel()
	run := reporttest.Run{Profiles: []string{"A", "AA"}, Impls: []string{"dense", "paged"}, Entities: []int{1000}, Samples: 15}
	base := write(t, run.Text())[0]
	run.Slower = 1.3
	b := open(t, report(t, folder.Options{Files: write(t, run.Text()), Baseline: base}), "", 1280, screen)
	b.waitFor(`document.querySelectorAll("` + rows + `").length > 0`)
	if v := eval[string](b, `document.querySelector(".verdict").textContent`); !strings.HasPrefix(v, "REGRESSION: 6 of 44") {
		t.Errorf("the verdict is %s", v)
	}
	changed := eval[[]string](b, `[...document.querySelectorAll("#changes > .wide tbody tr")].map((r) => r.textContent)`)
	if len(changed) != 6 || !strings.Contains(changed[0], "Iterate/impl=dense") || !strings.Contains(changed[0], "regression") {
		t.Errorf("changes: %q", changed)
	}
	bad := eval[[]string](b, `[...document.querySelectorAll("`+rows+`")].filter((r) => r.querySelector(".bad")).map((r) => r.textContent)`)
	if len(bad) != 3 || !strings.HasPrefix(bad[0], "dense") || !strings.Contains(bad[0], "+3") && !strings.Contains(bad[0], "+29") {
		t.Errorf("marked in the table: %q", bad)
	}
	const physics = `document.querySelector("#scenario-list section:nth-of-type(4)")`
	b.do(physics + `.scrollIntoView()`)
	b.waitFor(`!!echarts.getInstanceByDom(` + physics + `.querySelector(".chart"))`)
	b.draws(`echarts.getInstanceByDom(`+physics+`.querySelector(".chart"))`, "scatter custom", "time per entity (ns/entity), less is better", "dense", "paged")
	b.look("regressions", "#changes")
	b.noProblems()
}
