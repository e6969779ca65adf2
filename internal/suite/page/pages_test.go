package page_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/page"
)

// write writes made-up results to files and returns their paths.
func write(t *testing.T, texts ...[]byte) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i, text := range texts {
		path := filepath.Join(dir, string(rune('a'+i))+".txt")
		fixture.Check(t, os.WriteFile(path, text, 0o644))
		paths = append(paths, path)
	}
	return paths
}

func small() []byte {
	return fixture.MadeUpRun{Profiles: []string{"A", "AA"}, Samples: 6, Commit: "0123456789abcdef", Date: "2026-11-01T00:00:00Z"}.Text()
}

// browserPages is the folder of pages for the browser tests.
const browserPages = "testdata"

var pages = map[string]func(t *testing.T) page.FolderOptions{
	"small":    func(t *testing.T) page.FolderOptions { return page.FolderOptions{Files: write(t, small())} },
	"baseline": againstABaseline,
	"history":  ofManyCommits,
	"verdict":  slowerThanItsBaseline,
	"why":      withProfiles,
	"load":     underLoad,
	"places":   atPlaces,
	"long":     withLongNames,
	"averages": withAverages,
	"eleven":   ofElevenLibraries,
	"sparse":   withFewSamples,
}

// TestPages writes the pages of the browser tests. So these slow tests run again only
// after a change of a page or its scripts.
func TestPages(t *testing.T) {
	for name, options := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t)
			o.Out, o.WithoutPictures = filepath.Join(t.TempDir(), "out"), true
			_, html := written(t, o)
			inBrowser(t, name, html, o.Files)
		})
	}
}

// Each page of the browser tests is compared here.
func TestNoOtherPagesAreOpened(t *testing.T) {
	want := []string{"hostile.html"}
	for name := range pages {
		want = append(want, name+".html")
	}
	for _, test := range odd {
		want = append(want, pageName(test.name)+".html")
	}
	slices.Sort(want)
	got, err := filepath.Glob(filepath.Join(browserPages, "*.html"))
	fixture.Check(t, err)
	for i := range got {
		got[i] = filepath.Base(got[i])
	}
	got = slices.DeleteFunc(got, func(name string) bool { return name == "page.html" }) // without scripts
	if !slices.Equal(got, want) {
		t.Errorf("browser tests have the pages %s, want %s", got, want)
	}
}

func pageName(test string) string { return strings.ReplaceAll(test, " ", "-") }

// inBrowser compares a page with the one of that name that the browser tests open.
// The page must carry the files.
func inBrowser(t *testing.T, name, html string, files []string) {
	t.Helper()
	html = strings.ReplaceAll(html, filepath.Dir(files[0])+string(filepath.Separator), "") // differs between runs
	own, raw, err := page.CutPage(html)
	fixture.Check(t, err)
	fixture.Golden(t, filepath.Join("..", browserPages, name+".html"), own)
	if len(raw) != len(files) {
		t.Fatalf("the page carries %d files, want %d", len(raw), len(files))
	}
	for i, path := range files {
		if text, err := os.ReadFile(path); err != nil || string(text) != raw[i] {
			t.Errorf("the page does not carry %s: %v", filepath.Base(path), err)
		}
	}
}

func againstABaseline(t *testing.T) page.FolderOptions {
	run := fixture.MadeUpRun{Entities: []int{1000, 10000}, Samples: 6, Commit: "0123456789abcdef"}
	base := write(t, run.Text())[0]
	run.Commit, run.Slower = "fedcba9876543210", 1.3
	return page.FolderOptions{Files: write(t, run.Text()), Baseline: base}
}

func slowerThanItsBaseline(t *testing.T) page.FolderOptions {
	run := fixture.MadeUpRun{Profiles: []string{"A", "AA"}, Impls: []string{"dense", "paged"}, Entities: []int{1000}, Samples: 15}
	base := write(t, run.Text())[0]
	run.Slower = 1.3
	return page.FolderOptions{Files: write(t, run.Text()), Baseline: base}
}

func ofManyCommits(t *testing.T) page.FolderOptions {
	var texts [][]byte
	for i := range 16 {
		run := fixture.MadeUpRun{Impls: []string{"dense", "paged"}, Entities: []int{1000}, Samples: 6,
			Commit: fmt.Sprintf("%07x", (i+1)*1000003), Date: fmt.Sprintf("2026-10-%02dT00:00:00Z", i+1)}
		if i >= 9 {
			run.Slower = 1.25
		}
		if i == 3 {
			run.CPU = "Another 1"
		}
		text := run.Text()
		if i == 9 {
			text = fmt.Appendf(text, `# explained {"case":"Iterate/impl=dense/comps=1/n=1000-2","before":"%07x","causes":[{"function":"dense.visit","file":"dense/visit.go","line":12}],"notes":["checks twice"]}`+"\n", i*1000003)
		}
		texts = append(texts, text)
	}
	return page.FolderOptions{Files: write(t, texts...)}
}

func underLoad(t *testing.T) page.FolderOptions {
	text := string(fixture.MadeUpRun{Samples: 6}.Text())
	return page.FolderOptions{Files: write(t, []byte(strings.Replace(text, "# end {", `# end {"conditions":[{"name":"load","state":"high","remedy":"compare with `+"`ecsbench ab`"+`"}],`, 1)))}
}

// places are measured places on an axis, and the ticks of the chart along it.
var places = []struct {
	at    []float64
	ticks string
}{
	{[]float64{0, 2}, "0 2"},
	{[]float64{0, 1, 10}, "0 1 10"},
	{[]float64{0, 1, 100}, "0 50 100"},
	{[]float64{1, 2, 4}, "1 2 4"},
	{[]float64{2, 3}, "2 3"},
	{[]float64{4, 5, 6}, "4 5 6"},
	{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, "0 2 4 6"},
	{[]float64{10, 15, 20, 100, 1000, 5000}, "10 20 50 100 200 500 1000 2000 5000"},
	{[]float64{0.5, 1.5}, "0.5 1.5"},
}

func atPlaces(t *testing.T) page.FolderOptions {
	var b bytes.Buffer
	for i, test := range places {
		for k, at := range test.at {
			fmt.Fprintf(&b, "BenchmarkPlaces%c/impl=dense/rounds=%g-2 1 %d ns/op\n", 'A'+i, at, 10+k)
		}
	}
	return page.FolderOptions{Files: write(t, b.Bytes())}
}

// withLongNames has a chart with lines and one with points, with texts wider than a phone.
func withLongNames(t *testing.T) page.FolderOptions {
	var b bytes.Buffer
	for i, impl := range []string{"paged:block.position=65536:block.velocity=1024", "dense:dispatch=broadcast:ids=constant", "ecs"} {
		for k, name := range []string{"Line/impl=%s/a-long-key-of-an-axis-that-is-a-number=1", "Line/impl=%s/a-long-key-of-an-axis-that-is-a-number=2", "Points/impl=%s/memory=preallocated/kind=rarely"} {
			fmt.Fprintf(&b, "Benchmark"+name+"-2 1 %d bytes-that-the-world-retains/entity\n", impl, 10*i+k+3)
		}
	}
	for i, cpu := range []string{"A processor with a long name that goes on (2026) @ 3.70 GHz", "Another processor with a name that is as long @ 3.50 GHz"} {
		fmt.Fprintf(&b, "cpu: %s\nBenchmarkLine/impl=ecs/a-long-key-of-an-axis-that-is-a-number=4-2 1 %d bytes-that-the-world-retains/entity\n", cpu, 40+i)
	}
	return page.FolderOptions{Files: write(t, b.Bytes())}
}

// ofElevenLibraries has libraries with versions beside two references, at three sizes. One library
// has too few samples.
func ofElevenLibraries(t *testing.T) page.FolderOptions {
	var b bytes.Buffer
	b.WriteString(`# env {"os":"linux","cpu":"Imaginary 3000","cpus":2,"go":"go1.26","commit":"c0ffee","modules":{` +
		`"github.com/mlange-42/ark":"v0.8.3","github.com/mlange-42/arche":"v0.15.3","github.com/marioolofo/go-gameengine-ecs":"v0.9.0","github.com/edwinsyarief/teishoku":"v1.7.5"}}` + "\n")
	for _, scenario := range []string{"Create/impl=%s/comps=2/n=%d/aged=2/mode=entity", "Iterate/impl=%s/comps=2/n=%d/mode=entity", "Lookup/impl=%s/n=%d"} {
		for i, impl := range elevenLibraries {
			for _, n := range []int{1000, 10000, 100000} {
				for k := range 7 {
					if impl == "volt" && k > 2 {
						break
					}
					value := math.Pow(1.4, float64(i))
					if strings.HasPrefix(scenario, "Iterate") && i > 0 { // all ends but one are near the axis
						value = 0.01 + 0.0001*float64(i)
					}
					value *= (1 + 0.01*float64(k*(i%3))) * (1 + math.Log10(float64(n))/20) * 130
					fmt.Fprintf(&b, "Benchmark"+scenario+"-2 1 %.4g ns/op\n", impl, n, value)
				}
			}
		}
	}
	return page.FolderOptions{Files: write(t, b.Bytes())}
}

var elevenLibraries = []string{"ecs", "ark", "arche", "donburi", "volt", "unitoftime", "gameengine", "simple", "teishoku", "ooftn", "andygeiss", "soa", "objects"}

// withFewSamples has one sample per case, of the three roles, and three of the same machine
// conditions.
func withFewSamples(t *testing.T) page.FolderOptions {
	var texts [][]byte
	for _, scenario := range []string{"Create", "Iterate", "Mixed"} {
		var b bytes.Buffer
		for i, impl := range []string{"ecs", "ark", "dense", "paged", "hashmap", "soa", "objects"} {
			fmt.Fprintf(&b, "Benchmark%s/impl=%s/n=1000-2 1 %d ns/op\n", scenario, impl, 10+3*i*i)
		}
		b.WriteString(`# end {"reason":"complete","conditions":[{"name":"load","state":"high","remedy":"end other programs"}]}` + "\n")
		texts = append(texts, b.Bytes())
	}
	return page.FolderOptions{Files: write(t, texts...)}
}

// withAverages has a best implementation that is not the best of each row, rows that are no
// speeds, and an implementation without a row that it shares with the others.
func withAverages(t *testing.T) page.FolderOptions {
	var b bytes.Buffer
	add := func(scenario, impl string, value int, unit string) {
		for i := range 8 {
			fmt.Fprintf(&b, "Benchmark%s/impl=%s/n=1000-2 1 %d %s\n", scenario, impl, value+i, unit)
		}
	}
	impls := []string{"dense", "paged", "hashmap"}
	for at, values := range [][4]int{{1000, 3000, 2500, 100}, {1010, 1000, 1500, 900}, {7000, 5000, 6000, 500}} {
		impl := impls[at]
		add("Iterate", impl, values[0], "ns/op")
		add("Create", impl, values[1], "ns/op")
		add("Churn", impl, values[2], "ns/op")
		add("Memory", impl, values[3], "retained-B/entity")
	}
	add("Lookup", "treemap", 1000, "ns/op")
	add("Lookup", "sortedslice", 2000, "ns/op")
	return page.FolderOptions{Files: write(t, b.Bytes())}
}
