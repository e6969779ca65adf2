package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func TestStepsOfTheColourScale(t *testing.T) {
	for class, ratios := range map[string][]float64{
		"h0": {0, 0.869}, "h1": {0.87, 1.049}, "h2": {1.05, 1.249}, "h3": {1.25, 1.59}, "h4": {1.6, 2.49}, "h5": {2.5, 4.99}, "h6": {5, 9.99}, "h7": {10, 29.9}, "h8": {30, 1e6, math.Inf(1)},
	} {
		for _, r := range ratios {
			if got := heatClass(r, results.Design); got != "r1 "+class {
				t.Errorf("%v is %s, want r1 %s", r, got, class)
			}
		}
	}
}

func TestP(t *testing.T) {
	for p, want := range map[float64]string{0.0009999: "p < 0.001", 0.001: "p = 0.001", 0.25: "p = 0.250"} {
		if got := pText(p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestProse(t *testing.T) {
	for text, want := range map[string][]span{
		"":                   nil,
		"plain":              {{"plain", false}},
		"run `a` and `b`":    {{"run ", false}, {"a", true}, {" and ", false}, {"b", true}},
		"`a` first":          {{"a", true}, {" first", false}},
		"never `closed":      {{"never ", false}, {"`closed", false}},
		"`a` and then `this": {{"a", true}, {" and then ", false}, {"`this", false}},
	} {
		if got := prose(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A small file is embedded and can be unpacked.
func TestRawFiles(t *testing.T) {
	random := make([]byte, 1000) // hard to compress
	for i := range random {
		random[i] = byte(i * i * i >> 3)
	}
	fits := func(text []byte, room int) Raw {
		raw, err := NewRaw("folder/run.txt", "raw/run.txt", text, room)
		if err != nil || raw.Name != "run.txt" || raw.Link != "raw/run.txt" || raw.Size != len(text) {
			t.Errorf("%+v, %v", raw, err)
		}
		return raw
	}
	whole := fits(random, 1<<20)
	packed, err := base64.StdEncoding.DecodeString(string(whole.Base64))
	fixture.Check(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	fixture.Check(t, err)
	if text, err := io.ReadAll(z); err != nil || !bytes.Equal(text, random) {
		t.Errorf("unpacked to %d bytes, %v", len(text), err)
	}
	size := len(whole.Base64)
	for room, want := range map[int]bool{size - 1: false, size: true, size + 1: true} {
		if got := fits(random, room).Base64 != ""; got != want {
			t.Errorf("%d bytes in a room of %d: %v", size, room, got)
		}
	}
	// Nothing compresses to a fortieth, so it is not tried.
	zeros := make([]byte, 40*100)
	if fits(zeros, 100).Base64 == "" || fits(append(zeros, 0), 100).Base64 != "" {
		t.Error("what may just fit is not tried, or what cannot is")
	}
}

// Findings have a flame graph per look with stacks, in the order of the JSON block.
func TestWhyViews(t *testing.T) {
	stacks := func(name string) []profiler.Stack { return []profiler.Stack{{Frames: []string{name}, Value: 1}} }
	all := []*profiler.Findings{
		{Selection: profiler.Selection{Scenario: "iterate"}, Subjects: []*profiler.Subject{
			{Impl: "dense", CPU: &profiler.CPU{Folded: stacks("a")}, Memory: &profiler.Memory{Folded: stacks("b")}},
			{Impl: "paged", CPU: &profiler.CPU{}, Memory: &profiler.Memory{}},
			{Impl: "soa"},
		}},
		{Selection: profiler.Selection{Scenario: "create"}, Subjects: []*profiler.Subject{{Impl: "mine", Memory: &profiler.Memory{Folded: stacks("c")}}}},
	}
	views, data, err := whyViews(all)
	if err != nil || len(views) != 2 {
		t.Fatal(views, err)
	}
	if want := []flameView{{0, "dense: where the time goes"}, {1, "dense: where retained memory was allocated"}}; !slices.Equal(views[0].Flames, want) {
		t.Errorf("%v, want %v", views[0].Flames, want)
	}
	if want := []flameView{{2, "mine: where retained memory was allocated"}}; !slices.Equal(views[1].Flames, want) {
		t.Errorf("%v, want %v", views[1].Flames, want)
	}
	want := `[{"unit":"sec","root":{"n":"all","v":1,"c":[{"n":"a","v":1}]}},{"unit":"B","root":{"n":"all","v":1,"c":[{"n":"b","v":1}]}},{"unit":"B","root":{"n":"all","v":1,"c":[{"n":"c","v":1}]}}]`
	if data != want {
		t.Errorf("%s, want %s", data, want)
	}
	if _, data, err := whyViews(nil); err != nil || data != "[]" {
		t.Errorf("of nothing: %s, %v", data, err)
	}
}

// Files without an environment show their configuration lines.
func TestMachinesOfFiles(t *testing.T) {
	files := func(n int, text string) *report.Report {
		var list []*results.File
		for i := range n {
			f, err := results.Parse(strings.NewReader(text), fmt.Sprintf("folder/%d.txt", i))
			fixture.Check(t, err)
			list = append(list, f)
		}
		return &report.Report{Files: list}
	}
	const line = "BenchmarkA 1 5 ns/op\n"
	for text, want := range map[string]string{
		"goos: linux\ncpu: x\n" + line:                      "[{0.txt [[cpu x] [goos linux]]}]",
		"# env {\"cpu\":\"y\",\"cpus\":2}\ncpu: x\n" + line: "[{0.txt [[CPU y] [CPUs 2]]}]",
		"# env {\"cpu\":\"y\"}\n" + line + "# end {\"reason\":\"complete\",\"conditions\":[{\"name\":\"turbo\",\"state\":\"on\"}]}\n# env {\"cpu\":\"z\"}\n": "[{0.txt [[CPU y] [turbo on]]} {0.txt [[CPU z]]}]",
		"# failed {\"case\":\"A\",\"reason\":\"boom\"}\n# ecsbench {\"format\":1}\n":                                                                         "[]",
	} {
		if got := fmt.Sprint(machines(files(1, text))); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for n, want := range map[int]int{19: 19, 20: 20, 30: 20} {
		if got := machines(files(n, line)); len(got) != want {
			t.Errorf("%d machines of %d are shown, want %d", len(got), n, want)
		}
	}
}

// The default heat map has the largest world of the first setting.
func TestHeatMaps(t *testing.T) {
	var b strings.Builder
	for setting := range 3 {
		fmt.Fprintf(&b, "profile: A%d\n", setting)
		for n := range 30 {
			fmt.Fprintf(&b, "BenchmarkIterate/impl=dense/n=%d-2 1 5 ns/op\n", n+1)
		}
	}
	f := fixture.Parse(t, b.String(), "a.txt")
	views, more := heatViews(report.Build([]*results.File{f}, measure.Catalogue()))
	if len(views) != mostHeats || more != 30 {
		t.Fatalf("%d maps and %d more", len(views), more)
	}
	for i, v := range views {
		if want := fmt.Sprintf("A%d", i/30); v.Setting != want || v.Size != float64(i%30+1) || v.Default != (i == 29) || v.MoreRows+v.MoreColumns != 0 {
			t.Errorf("%d: %s, %v, default %v", i, v.Setting, v.Size, v.Default)
		}
	}
	one, err := results.Parse(strings.NewReader("BenchmarkIterate/impl=dense/n=1-2 1 5 ns/op\nBenchmarkIterate/impl=dense/n=2-2 1 5 ns/op\n"), "b.txt")
	fixture.Check(t, err)
	if views, _ := heatViews(report.Build([]*results.File{one}, measure.Catalogue())); len(views) != 2 || views[0].Default || !views[1].Default {
		t.Errorf("of one setting: %+v", views)
	}
	b.Reset()
	for i := range mostHeatRows + 3 {
		fmt.Fprintf(&b, "BenchmarkS%03d/impl=dense/n=1-2 1 5 ns/op\n", i)
	}
	for i := range mostHeatColumns + 1 {
		fmt.Fprintf(&b, "BenchmarkS000/impl=mine%d/n=1-2 1 5 ns/op\n", i)
	}
	if f, err = results.Parse(strings.NewReader(b.String()), "c.txt"); err != nil {
		t.Fatal(err)
	}
	if views, _ := heatViews(report.Build([]*results.File{f}, measure.Catalogue())); views[0].MoreRows != 3 || views[0].MoreColumns != 2 {
		t.Errorf("%d rows and %d columns more", views[0].MoreRows, views[0].MoreColumns)
	}
	if views, more := heatViews(report.Build([]*results.File{{Path: "none"}}, measure.Catalogue())); len(views) != 0 || more != 0 {
		t.Errorf("of nothing: %d maps and %d more", len(views), more)
	}
}

// Every drawn unit has a format.
func TestStepsOfUnits(t *testing.T) {
	steps := stepsOf(Input{
		Report:  &report.Report{Scenarios: []*report.Scenario{{Units: []string{"ns/op", "B/op"}}}},
		History: &history.History{Series: []history.Trend{{Unit: "ns/entity"}}},
	})
	for _, unit := range []string{"ns/op", "B/op", "ns/entity", flameTime, flameMemory} {
		if len(steps[unit]) == 0 {
			t.Errorf("no steps of %s in %v", unit, steps)
		}
	}
}

// A page with implementations has a selection, and its policy allows only its own content.
func TestWhatAPageHas(t *testing.T) {
	for text, impls := range map[string]bool{"BenchmarkSum-2 1 5 ns/op\n": false, "BenchmarkSum/impl=dense-2 1 5 ns/op\n": true} {
		f := fixture.Parse(t, text, "a.txt")
		var b strings.Builder
		fixture.Check(t, Write(&b, Input{Report: report.Build([]*results.File{f}, measure.Catalogue())}))
		if has := strings.Contains(b.String(), `href="#heat"`); has != impls {
			t.Errorf("%s: implementations are chosen: %v", text, has)
		}
		policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(b.String())
		if policy == nil {
			t.Fatal("no policy")
		}
		for _, want := range []string{"default-src &#39;none&#39;", "script-src &#39;sha256-", "style-src &#39;sha256-"} {
			if !strings.Contains(policy[1], want) {
				t.Errorf("no %q in the policy %s", want, policy[1])
			}
		}
	}
}

// Long lists of comparisons are cut, with their total number.
func TestManyChanges(t *testing.T) {
	v := &verdict.Verdict{}
	for i := range mostChanges + 5 {
		c := verdict.Comparison{Case: fmt.Sprint(i), Evidence: verdict.Tested, Status: verdict.Improved}
		v.Comparisons = append(v.Comparisons, c)
		c.Evidence = verdict.Derived
		v.Comparisons = append(v.Comparisons, c)
	}
	for cut, want := range map[int]int{0: mostChanges, 10: mostChanges, 12: mostChanges - 1, 20: mostChanges - 5} {
		short := &verdict.Verdict{Comparisons: v.Comparisons[:len(v.Comparisons)-cut]}
		changed, all, n := changeViews(short)
		if len(changed) != want || len(all) != want || n != mostChanges+5-cut/2 || all[want-1].Case != fmt.Sprint(want-1) {
			t.Errorf("without %d: %d changed, %d of %d", cut, len(changed), len(all), n)
		}
	}
}

func TestNamesBreakBehindPunctuation(t *testing.T) {
	for name, want := range map[string]string{
		"dense:dispatch=scan":      "dense: dispatch= scan",
		"github.com/mlange-42/ark": "github.com/ mlange-42/ ark",
		"CPU":                      "CPU",
		"":                         "",
	} {
		if got := strings.Join(breaks(name), " "); got != want {
			t.Errorf("%q breaks into %q, want %q", name, got, want)
		}
	}
}

func TestLinksAreFiles(t *testing.T) {
	for name, want := range map[string]string{
		"results/a b#c?.txt":  "results/a%20b%23c%3F.txt",
		"javascript:alert(1)": "./javascript:alert%281%29",
	} {
		if got := href(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
