package report_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/perf/benchmath"
	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func parse(t rapid.TB, texts ...string) *report.Report {
	t.Helper()
	var files []*results.File
	for i, text := range texts {
		f, err := results.Parse(strings.NewReader(text), fmt.Sprintf("%d.txt", i))
		fixture.Check(t, err)
		files = append(files, f)
	}
	return report.Build(files, measure.Catalogue())
}

// lines returns n samples of a case around a value.
func lines(name string, value float64, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Benchmark%s 1 %g ns/op\n", name, value*(1+0.001*float64(i*7%n-n/2)))
	}
	return b.String()
}

// sampled returns the only case of a report with these samples.
func sampled(t rapid.TB, values ...float64) *report.Entry {
	t.Helper()
	return parse(t, samples("X/impl=dense-2", values...)).Cases[0]
}

// samples returns the samples of a case.
func samples(name string, values ...float64) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "Benchmark%s 1 %v ns/op\n", name, v)
	}
	return b.String()
}

func TestBestIsAContender(t *testing.T) {
	r := parse(t, lines("Iterate/impl=soa/n=10-2", 1, 10)+lines("Iterate/impl=null/n=10-2", 0.1, 10)+
		lines("Iterate/impl=dense/n=10-2", 2, 10)+lines("Iterate/impl=hashmap/n=10-2", 20, 10))
	shape := r.Scenarios[0].Shapes[0]
	if shape.Best(results.Design) == nil || shape.Best(results.Design).Impl.Name != "dense" {
		t.Fatalf("the best is %+v", shape.Best(results.Design))
	}
	want := map[string]float64{"dense": 1, "hashmap": 10, "soa": 1}
	for _, c := range shape.Cases {
		w, ranked := want[c.Impl.Name]
		if ranked && math.Abs(c.Ratio-w) > 0.01 || !ranked && !math.IsNaN(c.Ratio) {
			t.Errorf("%s: ratio %v, want %v", c.Impl.Name, c.Ratio, w)
		}
		if c.Tied {
			t.Errorf("%s is tied", c.Impl.Name)
		}
	}
	if got := lists.Join("\n", lists.Map(r.Headlines(), report.Headline.String)...); got != "Fastest design: dense. Next: hashmap 10.0x. Iterate, entity by entity; 10 entities." {
		t.Error(got)
	}
	// Without contenders, references are compared.
	references := parse(t, lines("Iterate/impl=objects/n=10-2", 2, 10)+lines("Iterate/impl=null/n=10-2", 0.1, 10)+lines("Iterate/impl=soa/n=10-2", 1, 10))
	if best := references.Scenarios[0].Shapes[0].Best(results.Reference); best == nil || best.Impl.Name != "soa" {
		t.Errorf("of references the best is %+v", best)
	}
}

// The text follows the test, not the medians.
func TestTiesAreTies(t *testing.T) {
	r := parse(t, lines("Iterate/impl=dense/n=10-2", 2, 10)+lines("Iterate/impl=paged/n=10-2", 2.001, 10))
	c := r.Scenarios[0].Shapes[0].Find(r.Impls[1])
	if c.Impl.Name != "paged" || !c.Tied || c.P < report.Alpha {
		t.Errorf("%s: tied %v, p = %v", c.Impl.Name, c.Tied, c.P)
	}
	if got := r.Headlines()[0].String(); !strings.HasPrefix(got, "Fastest design: dense, paged (statistically tied). Iterate") {
		t.Error(got)
	}
}

// A wide scatter is no tie, whatever the test of the difference says. Its mark is not that of ties.
func TestATieIsAboutAsGoodAsTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text string
		factor := rapid.Float64Range(1, 4).Draw(t, "factor")
		for i, impl := range []string{"dense", "paged", "hashmap"} {
			values := rapid.SliceOfN(rapid.Float64Range(1, 1+3*float64(i)), 6, 12).Draw(t, impl)
			for _, v := range values {
				text += samples("Iterate/impl="+impl+"/n=10-2", v*factor)
			}
		}
		var table strings.Builder
		r := parse(t, text)
		fixture.Check(t, report.Text(&table, r, 0.02, report.Terminal{}))
		for _, c := range r.Cases {
			if c.Tied && (c.Ratio >= 1.1 || c.Differs() || c.Unclear()) {
				t.Fatalf("%s with ratio %v is tied", c.Name, c.Ratio)
			}
			if !c.IsBest() && !c.Tied && !c.Differs() && !c.Unclear() {
				t.Fatalf("%s with ratio %v is neither tied nor worse nor unclear", c.Name, c.Ratio)
			}
		}
		for _, found := range regexp.MustCompile(`≈ ([\d.]+)x`).FindAllStringSubmatch(table.String(), -1) {
			if ratio, err := strconv.ParseFloat(found[1], 64); err != nil || ratio > 1.1 {
				t.Fatalf("the table says %s:\n%s", found[0], &table)
			}
		}
		unclear := slices.ContainsFunc(r.Cases, (*report.Entry).Unclear)
		if told := strings.Contains(table.String(), report.UnclearMeans); told != unclear {
			t.Fatalf("the mark of unclear cases is explained: %v, want %v\n%s", told, unclear, &table)
		}
	})
	noisy := samples("Iterate/impl=dense/n=10-2", 1, 1, 1, 5, 5, 5, 1) + samples("Iterate/impl=paged/n=10-2", 1.7, 1.7, 1.7, 1, 1.7, 5, 5)
	if got := parse(t, noisy).Headlines()[0].String(); !strings.HasPrefix(got, "Fastest design: dense, paged (too noisy to tell them apart). Iterate") {
		t.Error(got)
	}
}

func TestFilesDeclareThatMoreIsBetter(t *testing.T) {
	text := "Unit frames better=higher\nBenchmarkG/impl=dense-2 1 100 frames\nBenchmarkG/impl=paged-2 1 50 frames\n"
	r := parse(t, text)
	if best := r.Scenarios[0].Shapes[0].Best(results.Design); best.Impl.Name != "dense" {
		t.Errorf("the best is %s", best.Impl.Name)
	}
	if r = parse(t, strings.Replace(text, "higher", "lower", 1)); r.Scenarios[0].Shapes[0].Best(results.Design).Impl.Name != "paged" {
		t.Error("better=lower is ignored")
	}
}

func TestSettingsAreNotCompared(t *testing.T) {
	one := "profile: A\ncomponent-types: 32\ncpu: one\n" + lines("Iterate/impl=dense/n=10-2", 2, 6)
	r := parse(t, one, "profile: AA\ncomponent-types: 128\ncpu: one\n"+lines("Iterate/impl=dense/n=10-2", 3, 6))
	if len(r.Settings) != 2 || r.Settings[0].Label != "A" || r.Settings[1].Label != "AA" {
		t.Errorf("settings of two profiles: %+v", r.Settings)
	}
	r = parse(t, one, "profile: A\ncomponent-types: 32\ncpu: two\n"+lines("Iterate/impl=dense/n=10-2", 3, 6))
	if len(r.Settings) != 2 || r.Settings[1].Label != "cpu two" || len(r.Cases) != 2 {
		t.Errorf("settings of two machines: %+v", r.Settings)
	}
	if w := strings.Join(r.Warnings(), " "); !strings.Contains(w, "2 machines are mixed (one and two)") {
		t.Error(w)
	}
	r = parse(t, one, "profile: A\ncomponent-types: 32\ncpu: one\n"+lines("Iterate/impl=dense/n=10-4", 3, 6))
	if len(r.Settings) != 2 || r.Settings[1].Label != "4 processors" {
		t.Errorf("settings of two numbers of processors: %+v", r.Settings)
	}
	r = parse(t, one, "pkg: x\n"+one[:len(one)-len(lines("Iterate/impl=dense/n=10-2", 2, 6))]+lines("Iterate/impl=dense/n=10", 3, 6))
	if labels := lists.Map(r.Settings, func(s report.Setting) string { return s.Label }); !slices.Equal(labels, []string{"2 processors", "1 processor"}) {
		t.Errorf("package testing leaves out one processor: %q", labels)
	}
	r = parse(t, one, "profile: A\ncomponent-types: 32\ncpu: one\n"+lines("Parallel/impl=dense/n=10-4", 3, 6))
	if len(r.Settings) != 1 {
		t.Errorf("settings of two scenarios: %+v", r.Settings)
	}
	r = parse(t, one, one)
	if len(r.Cases) != 1 || r.Cases[0].Main().N != 12 || !slices.Equal(r.Cases[0].Order, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("two files of the same are not pooled: %+v", r.Cases)
	}
}

func TestExceptionsAreShown(t *testing.T) {
	r := parse(t, string(fixture.MadeUpRun{Samples: 6}.Text()))
	states := make(map[report.State]int)
	for _, h := range r.Heats() {
		for _, row := range h.Rows() {
			for _, c := range row.Cells {
				states[c.State]++
				if (c.State == report.Failed || c.State == report.Unsupported) && c.Reason == "" {
					t.Error("no reason")
				}
			}
		}
	}
	// soa has no Mixed at three sizes, one of them is unsupported.
	if states[report.Failed] != 1 || states[report.Unsupported] != 1 || states[report.Missing] != 2 {
		t.Errorf("states: %v", states)
	}
}

func TestScenariosStandInTheirOrder(t *testing.T) {
	r := parse(t, string(fixture.MadeUpRun{Samples: 1}.Text())+"BenchmarkOther-2 1 5 ns/op\n")
	names := lists.Map(r.Scenarios, func(s *report.Scenario) string { return s.Name })
	if got := strings.Join(names, " "); got != "Create Iterate CreateRemove Physics Mixed Other" {
		t.Error(got)
	}
}

// The weakest significant trend: ten values have 45 pairs with a variance of 125, so at most three
// may be out of order.
func TestDriftIsATest(t *testing.T) {
	for _, test := range []struct {
		n, swapped int // a value of 0 comes behind so many that are greater
		want       bool
	}{{9, 0, false}, {10, 0, true}, {10, 3, true}, {10, 4, false}, {20, 0, true}} {
		values := make([]float64, test.n)
		for i := range values {
			values[i] = float64(1 + i)
		}
		last := values[test.swapped]
		copy(values[1:], values[:test.swapped])
		values[0] = last
		drifts := func() bool {
			return strings.Contains(strings.Join(parse(t, samples("X/impl=dense-2", values...)).Warnings(), ""), "trend")
		}
		if got := drifts(); got != test.want {
			t.Errorf("%d values, %d of them out of order: %v", test.n, test.swapped, got)
		}
		slices.Reverse(values)
		if got := drifts(); got != test.want {
			t.Errorf("%d values that fall, %d of them out of order: %v", test.n, test.swapped, got)
		}
	}
}

func TestDriftIsSeen(t *testing.T) {
	var steady, drifting strings.Builder
	for i := range 20 {
		fmt.Fprintf(&steady, "BenchmarkX/impl=dense-2 1 %d ns/op\n", 100+i*7%20)
		fmt.Fprintf(&drifting, "BenchmarkX/impl=dense-2 1 %d ns/op\n", 100+i)
	}
	if w := parse(t, steady.String()).Warnings(); strings.Contains(strings.Join(w, ""), "trend") {
		t.Error(w)
	}
	if w := parse(t, drifting.String()).Warnings(); !strings.Contains(strings.Join(w, ""), "trend") {
		t.Error(w)
	}
}

func TestNumbersForPeople(t *testing.T) {
	for _, test := range []struct {
		value float64
		unit  string
		want  string
	}{
		{1.722, "ns/op", "1.72 ns"}, {1722, "ns/entity", "1.72 µs"}, {9.996e5, "ns/op", "1.00 ms"}, {5.81e8, "entities/s", "581 M/s"},
		{24, "B/op", "24 B"}, {1536, "B/op", "1.50 KiB"}, {48, "retained-B/entity", "48 B"}, {0, "allocs/op", "0"}, {1.5e-9, "sec/op", "1.50 ns"}, {12, "frames", "12"}, {12.5, "frames", "12.5"},
	} {
		if got := report.Format(test.value, test.unit); got != test.want {
			t.Errorf("Format(%v, %q) = %q, want %q", test.value, test.unit, got, test.want)
		}
	}
	for v, want := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 100000: "100,000", -1234567: "-1,234,567", 2.5: "2.50", 999999999999999: "999,999,999,999,999", 1e15: "1e+15", 0.5e15: "500,000,000,000,000"} {
		if got := report.Count(v); got != want {
			t.Errorf("Count(%v) = %q, want %q", v, got, want)
		}
	}
	if got := report.Percent(0.99999); got != "+0.0%" {
		t.Errorf("Percent = %q", got)
	}
}

func TestDisplayIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := report.Display(rapid.String().Draw(t, "name"))
		if n := len([]rune(got)); n > 61 {
			t.Fatalf("%d characters", n)
		}
		if strings.ContainsAny(got, "\n\r\t\x00\u202e\u200f\u2028\u2066") {
			t.Fatalf("%q", got)
		}
	})
}

// Any file makes a report with finite numbers, and nothing is ranked above the best.
func TestAnyResultsMakeAReport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 40).Draw(t, "lines") {
			fmt.Fprintf(&b, "Benchmark%s/impl=%s/n=%s-2 1 %s %s\n",
				rapid.SampledFrom([]string{"Create", "Iterate", "X", ""}).Draw(t, "scenario"),
				rapid.SampledFrom([]string{"dense", "soa", "null", "dense:dispatch=shared", "mine", ""}).Draw(t, "impl"),
				rapid.SampledFrom([]string{"10", "1000", "-1", "NaN", "x", "1e400", ""}).Draw(t, "n"),
				rapid.SampledFrom([]string{"1", "2", "0", "-3", "NaN", "+Inf", "1e-320", "1e300"}).Draw(t, "value"),
				rapid.SampledFrom([]string{"ns/op", "ns/entity", "entities/s", "B/op", "frames"}).Draw(t, "unit"))
		}
		f, err := results.Parse(strings.NewReader(b.String()), "x.txt")
		if err != nil {
			t.Skip()
		}
		r := report.Build([]*results.File{f}, measure.Catalogue())
		for _, c := range r.Cases {
			if c.Ratio < 1-1e-9 {
				t.Fatalf("%s is better than the best: %v\n%s", c.Name, c.Ratio, b.String())
			}
			if c.P < 0 || c.P > 1 || math.IsNaN(c.P) {
				t.Fatalf("p = %v", c.P)
			}
		}
		for _, text := range append(lists.Map(r.Headlines(), report.Headline.String), r.Measured()) {
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") {
				t.Fatalf("%s\n%s", text, b.String())
			}
		}
		r.Heats()
	})
}

// pOf returns the p-value of the worse of two cases.
func pOf(t rapid.TB, a, b []float64) float64 {
	t.Helper()
	r := parse(t, samples("X/impl=dense-2", a...)+samples("X/impl=paged-2", b...))
	for _, c := range r.Cases {
		if !c.IsBest() {
			return c.P
		}
	}
	t.Fatal("both are the best")
	return 0
}

func uTest(a, b []float64) float64 {
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	}
	return benchmath.AssumeNothing.Compare(sample(a), sample(b)).P
}

// apart equals the full test.
func TestApartIsTheTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfNDistinct(rapid.Float64Range(1, 2), 2, 24, rapid.ID[float64]).Draw(t, "values")
		if rapid.Bool().Draw(t, "apart") {
			slices.Sort(values)
		}
		at := rapid.IntRange(max(1, len(values)-12), min(12, len(values)-1)).Draw(t, "at")
		a, b := values[:at], values[at:]
		if p, want := pOf(t, a, b), uTest(a, b); math.Abs(p-want) > 1e-9*want {
			t.Fatalf("p = %v, the test says %v", p, want)
		}
	})
}

// The reference is the first known one, independent of the order of the file.
func TestTheReferenceIsTheFirst(t *testing.T) {
	soa, simd := lines("Iterate/impl=soa/n=10-2", 2, 6), lines("Iterate/impl=soa:loop=simd/n=10-2", 1, 6)
	dense := lines("Iterate/impl=dense/n=10-2", 4, 6)
	for _, text := range []string{soa + simd + dense, dense + simd + soa, simd + dense + soa} {
		if reference := parse(t, text).Scenarios[0].Reference(); reference == nil || reference.Name != "soa" {
			t.Errorf("the reference is %v in\n%s", reference, text)
		}
	}
	if reference := parse(t, dense).Scenarios[0].Reference(); reference != nil {
		t.Errorf("dense alone has the reference %v", reference)
	}
	// One without a number is not a reference.
	zero := strings.ReplaceAll(lines("Iterate/impl=soa/n=10-2", 0, 6), "-0 ", "0 ")
	if reference := parse(t, zero+simd+dense).Scenarios[0].Reference(); reference == nil || reference.Name != "soa:loop=simd" {
		t.Errorf("soa takes no time, and the reference is %v", reference)
	}
}

// Each warning counts exactly its cases.
func TestWarningsCountCases(t *testing.T) {
	spread := func(name string, share float64, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Benchmark%s 1 %g ns/op\n", name, 100*(1+share*float64((i*7)%n*2-n+1)/float64(n-1)))
		}
		return b.String()
	}
	narrow, wide, few := spread("X/impl=dense/n=1-2", 0.04, 20), spread("X/impl=dense/n=2-2", 0.5, 20), spread("X/impl=dense/n=3-2", 0.01, 5)
	nothing := "BenchmarkX/impl=dense/n=4-2 1 0 ns/op\n"
	for _, test := range []struct {
		text string
		want []string
	}{
		{narrow, nil},
		{narrow + wide, []string{"less precise than ±5%"}},
		{narrow + few, []string{"fewer than 6 samples"}},
		{narrow + nothing, []string{"no value above zero"}},
		{wide + few + nothing, []string{"no value above zero", "fewer than 6 samples", "less precise than ±5%"}},
	} {
		got := parse(t, test.text).Warnings()
		if len(got) != len(test.want) {
			t.Errorf("warnings %q, want %q", got, test.want)
			continue
		}
		for i, want := range test.want {
			if !strings.Contains(got[i], want) || !strings.HasPrefix(got[i], "1 case ") {
				t.Errorf("%q, want one case with %q", got[i], want)
			}
		}
	}
}

// A reason to doubt cases is stated once, however many scenarios and runs have it.
func TestNoWarningIsRepeated(t *testing.T) {
	var text string
	for i := range 9 {
		text += lines(fmt.Sprintf("X%d/impl=dense/n=1-2", i), 5, 3) + lines(fmt.Sprintf("X%d/impl=dense/n=2-2", i), 5, 3)
	}
	for i := range 5 {
		text += fmt.Sprintf(`# end {"reason":"complete","conditions":[{"name":"load","state":"%d programs","remedy":"end them"}]}`+"\n", i+1)
	}
	got := parse(t, text).Warnings()
	want := []string{"load: 1 programs (and in 4 more runs); end them.", "18 cases have fewer than 6 samples and no interval (X0, X1, X2 and 6 more): measure with --rounds 10."}
	if !slices.Equal(got, want) {
		t.Errorf("warnings\n%q, want\n%q", got, want)
	}
}

func TestDamageIsWarnedOf(t *testing.T) {
	warned := strings.Join(parse(t, lines("X/impl=dense/n=1-2", 5, 6)+"BenchmarkX x\n").Warnings(), "\n")
	if want := "Lines of 0.txt could not be read and are skipped (1); the first is 0.txt:7: "; !strings.Contains(warned, want) {
		t.Errorf("no %q in %q", want, warned)
	}
}

// A continued run is complete.
func TestOnlyTheLastEndOfARunCounts(t *testing.T) {
	warned := func(reasons ...string) bool {
		text := lines("X/impl=dense/n=1-2", 5, 6)
		for _, r := range reasons {
			text += `# end {"reason":"` + r + `"}` + "\n"
		}
		return strings.Contains(strings.Join(parse(t, text).Warnings(), ""), "ended early")
	}
	for _, early := range []bool{warned("interrupted"), warned("complete", "budget"), warned("interrupted", "budget")} {
		if !early {
			t.Error("that a run ended early is not said")
		}
	}
	if warned("complete") || warned("interrupted", "complete") || warned("budget", "interrupted", "complete") {
		t.Error("a run is said to have ended early that was continued to its end")
	}
}

// A heat map begins with the best column and ends with references.
func TestHeatBeginsWithTheBest(t *testing.T) {
	r := parse(t, lines("Iterate/impl=soa/n=10-2", 1, 6)+lines("Iterate/impl=hashmap/n=10-2", 20, 6)+
		lines("Iterate/impl=dense/n=10-2", 4, 6)+lines("Iterate/impl=paged/n=10-2", 3, 6))
	names := lists.Map(r.Heats()[0].Impls, func(i *report.Impl) string { return i.Name })
	if got := strings.Join(names, " "); got != "paged dense hashmap soa" {
		t.Errorf("columns: %s", got)
	}
	for i, cell := range r.Heats()[0].Rows()[0].Cells {
		if cell.Case == nil || cell.Case.Impl.Name != names[i] {
			t.Errorf("cell %d is not of %s", i, names[i])
		}
	}
}

// Cases without a ratio are ranked last.
func TestWithoutARatioIsLast(t *testing.T) {
	for _, text := range []string{
		lines("Game/impl=a-2", 0, 6) + lines("Game/impl=b-2", 5, 6) + lines("Game/impl=c-2", 2, 6),
		lines("Game/impl=c-2", 2, 6) + lines("Game/impl=b-2", 5, 6) + lines("Game/impl=d-2", 0, 6),
	} {
		list := parse(t, text).Scenarios[0].Shapes[0].Ranking()
		if list[0].Impl.Name != "c" || list[1].Impl.Name != "b" || !math.IsNaN(list[2].Ratio) {
			t.Errorf("ranked %s, %s, %s", list[0].Impl.Name, list[1].Impl.Name, list[2].Impl.Name)
		}
	}
}

// Cycles follow the time.
func TestCyclesStandBesideTheTime(t *testing.T) {
	for _, values := range []string{"3 cycles/entity 8 B/op", "8 B/op 3 cycles/entity"} {
		if got := parse(t, "BenchmarkIterate/impl=dense/n=10-2 1 1 ns/entity "+values+"\n").Blocks()[0].Units(); !slices.Equal(got, []string{"cycles/entity", "B/op"}) {
			t.Errorf("%s: %q", values, got)
		}
	}
}

// Commits are abbreviated.
func TestMeasuredOf(t *testing.T) {
	var text strings.Builder
	text.WriteString("# env {\"commit\":\"0123456789abcdef\"}\n")
	for i := range 8 {
		fmt.Fprintf(&text, "BenchmarkIterate/impl=dense/n=10-2 1 %d ns/entity %g cycles/entity %d clock-GHz\n", 10+i, 30+0.01*float64(i), 3)
	}
	r := parse(t, text.String())
	if got := r.Measured(); got != "8 samples of 1 case at commit 0123456789." {
		t.Error(got)
	}
	if got := r.Clock(); !strings.HasSuffix(got, " 1 of 1 case is less noisy in cycles than in time.") {
		t.Error(got)
	}
}

// Infinite values and NaN are dropped.
func TestValuesAreFinite(t *testing.T) {
	f := fixture.Parse(t, samples("X/impl=dense-2", 1, 2, 3, 4, 5), "x.txt")
	copy(f.Cases[0].In("ns/op"), []float64{1, math.Inf(1), 3, math.NaN(), math.Inf(-1)})
	if s := report.Build([]*results.File{f}, measure.Catalogue()).Cases[0].Main(); s.N != 2 || !slices.Equal(s.Values, []float64{1, 3}) {
		t.Errorf("%d values, %v", s.N, s.Values)
	}
}

// A setting is labelled by a few keys, and by a number if there are more.
func TestSettingsOfManyKeys(t *testing.T) {
	const mostInLabel = 8
	for keys, numbered := range map[int]bool{mostInLabel: false, mostInLabel + 1: true} {
		var text strings.Builder
		for run := range keys + 1 { // each differs in another key
			for k := range keys {
				fmt.Fprintf(&text, "key%d: %v\n", k, k == run)
			}
			text.WriteString(lines("Iterate/impl=dense/n=10-2", 2, 6))
		}
		r := parse(t, text.String())
		if label := r.Settings[1].Label; len(r.Settings) != keys+1 || strings.HasSuffix(label, "more keys: configuration 2") != numbered || strings.Count(label, "key") != mostInLabel+strings.Count(label, "keys") {
			t.Errorf("of %d keys: %q", keys, label)
		}
	}
}
