package page

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// crowded has more of everything than a figure holds.
func crowded() []byte {
	var b bytes.Buffer
	random := rand.New(rand.NewPCG(1, 1))
	add := func(samples int, value float64, format string, args ...any) {
		for range samples {
			v := value * (1 + 0.02*random.NormFloat64())
			if random.IntN(12) == 0 {
				v *= 1 + 4*random.Float64()
			}
			fmt.Fprintf(&b, "Benchmark"+format+" 1 %.5g ns/op %.4g retained-B/entity\n", append(args, v, v/3)...)
		}
	}
	for i := range mostEntries + 2 {
		add(3, float64(20+i), "Wide/impl=e%d/n=100-2", i)
		add(3, float64(200+i*i), "Wide/impl=e%d/n=1000-2", i)
	}
	for n := 1; n <= 203; n++ {
		add(1, float64(n), "Long/impl=dense/n=%d-2", 10*n)
	}
	for k := 1; k <= mostPanels+2; k++ {
		for _, impl := range []string{"dense", "soa", "paged"} {
			add(7, float64(k), "Panels/impl=%s/comps=%d/n=100-2", impl, k)
			add(7, float64(k*k), "Panels/impl=%s/comps=%d/n=10000-2", impl, k)
		}
	}
	for k := 1; k <= mostNames+2; k++ {
		add(7, float64(k), "Groups/impl=dense/kind=g%d/n=100-2", k)
		add(7, float64(2*k), "Groups/impl=paged/kind=g%d/n=100-2", k)
	}
	for i, impl := range []string{"dense", "paged", "soa"} {
		for k := range 3 {
			add(7, float64(1+i*k), "One/impl=%s/comps=%d/n=100-2", impl, k+1)
		}
	}
	return b.Bytes()
}

// plotOdd has unusual results.
const plotOdd = `Unit frames better=higher
BenchmarkGame/impl=dense-2 1 60 frames
BenchmarkGame/impl=dense-2 1 60 frames
BenchmarkGame/impl=dense-2 1 60 frames
BenchmarkGame/impl=paged-2 1 30 frames
BenchmarkGame/impl=paged-2 1 30 frames
BenchmarkGame/impl=paged-2 1 31 frames
BenchmarkGame/impl=soa-2 1 120 frames
BenchmarkGame/impl=null-2 1 100000 frames
BenchmarkFree/impl=dense/n=10-2 1 0 ns/op
BenchmarkFree/impl=dense/n=100-2 1 1 ns/op
BenchmarkFree/impl=paged/n=10-2 1 2 ns/op
BenchmarkFree/impl=paged/n=100-2 1 -2 ns/op
BenchmarkNothing/impl=dense/n=10-2 1 5 ns/op
BenchmarkNothing/impl=soa/n=10-2 1 0 ns/op
BenchmarkNothing/impl=paged/n=10-2 1 9 ns/op
BenchmarkAlone-2 1 12 MB/s 3 B/op
BenchmarkAlone-2 1 14 MB/s 3 B/op
BenchmarkClock/impl=dense/n=10-2 1 300 ns/op 900 cycles/entity 3 clock-GHz
BenchmarkClock/impl=dense/n=100-2 1 3100 ns/op 9000 cycles/entity 3 clock-GHz
BenchmarkHuge/impl=dense/n=10-2 1 3e12 ns/op
BenchmarkHuge/impl=paged/n=10-2 1 3e-3 ns/op
BenchmarkHuge/impl=paged/n=10-2 1 4e-3 ns/op
`

// testdata/lines.txt has one line per figure, with its text and a hash of all positions.
func TestEveryLineIsWhereItWas(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	path := filepath.Join("testdata", "lines.txt")
	kept, err := os.ReadFile(path)
	if err != nil && !*fixture.Update {
		t.Fatal(err)
	}
	was := make(map[string]bool)
	for line := range strings.Lines(string(kept)) {
		was[strings.TrimSpace(line)] = true
	}
	var all []string
	for name, text := range map[string][]byte{
		"made":    fixture.MadeUpRun{Impls: []string{"dense", "hashmap", "soa", "null", "dense:dispatch=shared"}, Entities: []int{1000, 100000}, Samples: 6}.Text(),
		"crowded": crowded(), "odd": []byte(plotOdd), "varied-1": fixture.VariedRun(1), "varied-4": fixture.VariedRun(4),
	} {
		for _, f := range Figures(build(t, text)) {
			svg, err := f.SVG()
			fixture.Check(t, err)
			line := fmt.Sprintf("%s %s %q %q %q %x", name, f.Name, f.Title, f.Caption, f.Notes, sha256.Sum256(svg))
			all = append(all, line+"\n")
			if !was[line] && !*fixture.Update {
				wrong := filepath.Join(os.TempDir(), "ecsbench-"+name+"-"+f.Name+".svg")
				os.WriteFile(wrong, svg, 0o644)
				t.Errorf("%s of %s is not as it was: look at %s, and if it is right run the test with -update", f.Name, name, wrong)
			}
		}
	}
	if *fixture.Update {
		slices.Sort(all)
		fixture.Check(t, os.WriteFile(path, []byte(strings.Join(all, "")), 0o644))
	} else if len(all) != len(was) {
		t.Errorf("%d figures, were %d", len(all), len(was))
	}
}

func TestALongLegendIsCut(t *testing.T) {
	for _, more := range []int{0, 1, 2} {
		got := cutLegend(make([]entry, mostEntries+more))
		if last := got[len(got)-1].label; len(got) != mostEntries+min(more, 1) || (last != "") != (more > 0) || more > 0 && last != fmt.Sprintf("and %d more", more) {
			t.Errorf("%d entries: %d are shown, the last says %q", mostEntries+more, len(got), last)
		}
	}
}
