package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// odd has further properties: foreign units, higher-is-better units, ties, single samples,
// another machine and lone cases.
const odd = `# ecsbench {"format":1,"version":"v0","start":"2026-11-21T13:00:00Z"}
# env {"os":"linux","arch":"arm64","cpu":"Imaginary 4000","cpus":8,"load":3,"go":"go1.26","gomaxprocs":4,"gogc":"off","version":"v1","commit":"c7","commitTime":"2026-11-08T12:00:00Z","dirty":true,"modules":{"example.org/ecs":"v1.2.3"}}
Unit frames better=higher
profile: A
goos: linux
cpu: Imaginary 4000
BenchmarkGame/impl=dense/n=50-4 1 60 frames 1536 B/op
BenchmarkGame/impl=dense/n=50-4 1 61 frames 1536 B/op
BenchmarkGame/impl=dense/n=50-4 1 59 frames 1536 B/op
BenchmarkGame/impl=paged/n=50-4 1 61.5 frames 0 B/op
BenchmarkGame/impl=paged/n=50-4 1 60.5 frames 0 B/op
BenchmarkGame/impl=paged/n=50-4 1 58 frames 0 B/op
BenchmarkGame/impl=hashmap/n=50-4 1 20 frames 3000000 B/op
BenchmarkGame/impl=dense/n=50/decoys=10-4 1 33 frames
BenchmarkGame/impl=mine/n=50/decoys=10-4 1 44 frames
BenchmarkIterate/impl=dense/comps=2/n=1000-4 1 1900 ns/op 1.9 ns/entity
BenchmarkIterate/impl=mine/comps=2/n=1000-4 1 1700 ns/op 1.7 ns/entity
BenchmarkSum-4 1 0 ns/op 12 MB/s
BenchmarkSum-4 1 3e9 ns/op 14 MB/s
# failed {"case":"Game/impl=treemap/n=50-4","reason":"panic: <index> out of range"}
# end {"reason":"out of budget","seconds":61,"steal":0.02,"load":4,"conditions":[{"name":"steal","state":"2% of the time"}]}
`

// The page with all parts is compared with its earlier content.
func TestGoldenPage(t *testing.T) {
	var files []*results.File
	parse := func(name, text string) *results.File {
		f := fixture.Parse(t, text, name)
		return f
	}
	all := []string{"dense", "paged", "hashmap", "soa", "treemap", "null", "dense:dispatch=shared"}
	few := fixture.MadeUpRun{Impls: all[:1], Entities: []int{1000}, Samples: 6}
	for i := range 7 {
		few.Commit, few.Date = fmt.Sprintf("c%d", i), fmt.Sprintf("2026-11-%02dT12:00:00Z", i+1)
		if i == 4 {
			few.Slower = 1.4
		}
		files = append(files, parse(few.Commit+".txt", string(few.Text())))
	}
	files = append(files, parse("c7.txt", string(fixture.MadeUpRun{
		Profiles: []string{"A", "AA"}, Impls: all, Entities: []int{1000, 10000}, Samples: 6,
		Commit: "c7", Date: "2026-11-08T12:00:00Z", Slower: 1.4,
	}.Text())))
	files = append(files, parse("odd.txt", odd))
	r, baseline := report.Build(files[7:], measure.Catalogue()), &verdict.Verdict{}
	text, err := os.ReadFile(filepath.Join("..", "..", "perf", "verdict", "testdata", "everything.json"))
	if err == nil {
		err = json.Unmarshal(text, baseline)
	}
	fixture.Check(t, err)
	iterate := r.Scenarios[1].Shapes[0].Cases[0]
	baseline.Comparisons[0].Key, baseline.Comparisons[0].Unit = baseline.Identity.Key(iterate.Name, r.Settings[iterate.Shape.Setting].Config), "sec/entity"
	baseline.Comparisons[3].Evidence = verdict.Derived
	var b bytes.Buffer
	if err := Write(&b, Input{
		Report:   r,
		Baseline: baseline,
		History:  history.Build(files),
		Pictures: []*Figure{{Title: "a picture", Name: "a"}},
		Undrawn:  3,
		Version:  "v1.2.3",
	}); err != nil {
		t.Fatal(err)
	}
	own, _, err := CutPage(b.String())
	fixture.Check(t, err)
	fixture.Golden(t, "page.html", own)
}
