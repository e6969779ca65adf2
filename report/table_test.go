package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// run is a small result file: a clear winner, two tied cases, one case with too few samples, a
// failure and an unsupported case.
const run = `# ecsbench {"format":1,"plan":{}}
profile: A
Unit entities/s better=higher
BenchmarkIterate/impl=dense/comps=2/n=100000-2 100 100000 ns/op 1.000 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=dense/comps=2/n=100000-2 100 101000 ns/op 1.010 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=dense/comps=2/n=100000-2 100 102000 ns/op 1.020 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=dense/comps=2/n=100000-2 100 101000 ns/op 1.010 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=dense/comps=2/n=100000-2 100 100500 ns/op 1.005 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=dense/comps=2/n=100000-2 100 101500 ns/op 1.015 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=paged/comps=2/n=100000-2 100 104000 ns/op 1.040 ns/entity 9e8 entities/s 1536 B/op 3 allocs/op
BenchmarkIterate/impl=paged/comps=2/n=100000-2 100 91000 ns/op 0.910 ns/entity 9e8 entities/s 1536 B/op 3 allocs/op
BenchmarkIterate/impl=paged/comps=2/n=100000-2 100 120000 ns/op 1.200 ns/entity 9e8 entities/s 1536 B/op 3 allocs/op
BenchmarkIterate/impl=paged/comps=2/n=100000-2 100 101000 ns/op 1.010 ns/entity 9e8 entities/s 1536 B/op 3 allocs/op
BenchmarkIterate/impl=paged/comps=2/n=100000-2 100 105000 ns/op 1.050 ns/entity 9e8 entities/s 1536 B/op 3 allocs/op
BenchmarkIterate/impl=paged/comps=2/n=100000-2 100 104500 ns/op 1.045 ns/entity 9e8 entities/s 1536 B/op 3 allocs/op
BenchmarkIterate/impl=hashmap/comps=2/n=100000-2 10 2000000 ns/op 20 ns/entity 5e7 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=soa/comps=2/n=100000-2 100 80000 ns/op 0.800 ns/entity 1.25e9 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=null/comps=2/n=100000-2 100 10 ns/op 0.0001 ns/entity 1e12 entities/s 0 B/op 0 allocs/op
BenchmarkIterate/impl=dense/comps=1/n=1000/decoys=10-2 100 100000 ns/op 1.000 ns/entity 1e9 entities/s 0 B/op 0 allocs/op
# failed {"case":"Iterate/impl=treemap/comps=2/n=100000-2","reason":"panic: out of range"}
# unsupported {"case":"Iterate/impl=objects/comps=2/n=100000-2","reason":"at most 256 component types"}
`

func build(t *testing.T, text string) *report.Report {
	t.Helper()
	file := fixture.Parse(t, text, "run.txt")
	return report.Build([]*results.File{file}, measure.Catalogue())
}

func TestGolden(t *testing.T) {
	r := build(t, run)
	for name, write := range map[string]func(*bytes.Buffer) error{
		"table.txt":  func(b *bytes.Buffer) error { return report.Text(b, r, 0.02, report.Terminal{}) },
		"widths.txt": func(b *bytes.Buffer) error { return heads(b, r) },
		"clocks.txt": func(b *bytes.Buffer) error {
			return heads(b, build(t, strings.NewReplacer(" B/op", " B/op 3.1 cycles/entity 3.1 clock-GHz").Replace(run)))
		},
		"narrow.txt": func(b *bytes.Buffer) error { return report.Text(b, r, 0.02, report.Terminal{Width: 60}) },
		"table.md":   func(b *bytes.Buffer) error { return report.Markdown(b, r, 0.02) },
		"table.csv":  func(b *bytes.Buffer) error { return report.CSV(b, r) },
		"table.json": func(b *bytes.Buffer) error { return report.JSON(b, r) },
		"varied.txt": variedTables(t),
	} {
		var got bytes.Buffer
		fixture.Check(t, write(&got))
		fixture.Golden(t, name, got.String())
	}
}

// variedTables writes tables of generated files in one format.
func variedTables(t *testing.T) func(b *bytes.Buffer) error {
	return func(b *bytes.Buffer) (err error) {
		for seed := uint64(0); seed < 8 && err == nil; seed++ {
			r := build(t, string(fixture.VariedRun(seed)))
			switch seed % 4 {
			case 0:
				err = report.Text(b, r, 0.02, report.Terminal{Color: seed == 4})
			case 1:
				err = report.Text(b, r, 0.1, report.Terminal{Width: 72, Prose: 72})
			case 2:
				err = report.Markdown(b, r, 0)
			case 3:
				err = report.CSV(b, r)
			}
		}
		return err
	}
}

// heads writes the columns that fit into terminals of various widths.
func heads(w *bytes.Buffer, r *report.Report) error {
	for width := 20; width <= 120; width += 5 {
		var b bytes.Buffer
		if err := report.Text(&b, r, 0.02, report.Terminal{Width: width}); err != nil {
			return err
		}
		fmt.Fprintln(w, width)
		for line := range strings.Lines(b.String()) {
			if strings.Contains(line, "Not shown") || strings.Contains(line, " impl ") || strings.HasPrefix(line, "impl ") {
				w.WriteString(line)
			}
		}
	}
	return nil
}

func TestRatiosAreToTheBestOfTheRoleAndToTheReference(t *testing.T) {
	var list []struct {
		Groups []struct {
			Rows []struct {
				Impl                string
				ToBest, ToReference *float64
			}
		}
	}
	var b bytes.Buffer
	fixture.Check(t, report.JSON(&b, build(t, run)))
	fixture.Check(t, json.Unmarshal(b.Bytes(), &list))
	rows := list[0].Groups[0].Rows
	want := []struct {
		impl                string
		toBest, toReference float64
	}{{"dense", 1, 1.01 / 0.8}, {"paged", 1.0425 / 1.01, 1.0425 / 0.8}, {"hashmap", 20 / 1.01, 25}, {"soa", 1, 1}}
	for i, w := range want {
		row := rows[i]
		if row.Impl != w.impl || !near(*row.ToBest, w.toBest) || !near(*row.ToReference, w.toReference) {
			t.Errorf("row %d: %s %g %g, want %+v", i, row.Impl, *row.ToBest, *row.ToReference, w)
		}
	}
}

// On a terminal text is wrapped, and best and failed cases are coloured.
func TestLook(t *testing.T) {
	var b bytes.Buffer
	fixture.Check(t, report.Text(&b, build(t, run), 0.02, report.Terminal{Width: 80, Prose: 80, Color: true}))
	for _, want := range []display.Verbatim{display.Green.Text("≈ 1.03x"), display.Green.Text("1.00x"), display.Red.Text("failed"), display.Yellow.Text("15.4% !")} {
		if !strings.Contains(b.String(), string(want)) {
			t.Errorf("no %q", want)
		}
	}
	codes := strings.NewReplacer(string(display.Green), "", string(display.Yellow), "", string(display.Red), "", "\x1b[0m", "")
	for line := range strings.Lines(codes.Replace(b.String())) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, " \n")); n > 80 && strings.Contains(line, " ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	var uncoloured bytes.Buffer
	fixture.Check(t, report.Text(&uncoloured, build(t, run), 0.02, report.Terminal{Width: 80, Prose: 80}))
	if got := codes.Replace(b.String()); got != uncoloured.String() {
		t.Errorf("colours move the columns:\n%s\n%s", got, &uncoloured)
	}
}

// An implementation that failed in one scenario is marked in all others.
func TestDoubtfulAreMarked(t *testing.T) {
	r := build(t, run+strings.Repeat("BenchmarkLookup/impl=treemap/n=10-2 1 10 ns/op 1 ns/entity\nBenchmarkLookup/impl=dense/n=10-2 1 20 ns/op 2 ns/entity\n", 6))
	var b bytes.Buffer
	fixture.Check(t, report.Text(&b, r, 0.02, report.Terminal{}))
	for _, want := range []string{
		"Fastest design: `treemap †`, ",
		"treemap † failed in Iterate, entity by entity; its other numbers are doubtful; differences: ecsbench run --verify --impl treemap",
		"Lookup, 10 entities                          treemap †",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if warnings := strings.Join(r.Warnings(), "\n"); !strings.Contains(warnings, "treemap † failed in") {
		t.Errorf("the page warns of\n%s", warnings)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// Columns without information are dropped.
func TestEmptyColumnsAreDropped(t *testing.T) {
	memory := strings.Repeat("BenchmarkMemory/impl=dense/n=10/mode=batch-2 1 48 retained-B/entity\nBenchmarkMemory/impl=paged/n=10/mode=batch-2 1 24 retained-B/entity\n", 6)
	var b bytes.Buffer
	fixture.Check(t, report.Text(&b, build(t, memory), 0.02, report.Terminal{}))
	lines := strings.Split(b.String(), "\n")
	if lines[0] != "Memory, in batches, 10 entities" {
		t.Errorf("the heading is %q", lines[0])
	}
	if got := strings.Join(strings.Fields(lines[2]), " "); got != "impl memory retained/entity ± n vs best" {
		t.Errorf("the columns are %q", got)
	}
	if got := strings.Join(strings.Fields(lines[4]), " "); got != "paged 24 B 0.0% 6 1.00x" {
		t.Errorf("the first row is %q", got)
	}
}

func TestTablesFitTheirWidth(t *testing.T) {
	for _, width := range []int{50, 60, 80} {
		var b bytes.Buffer
		fixture.Check(t, report.Text(&b, build(t, run), 0.02, report.Terminal{Width: width}))
		rows := 0
		for line := range strings.Lines(b.String()) {
			if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "─") {
				continue
			}
			if rows++; utf8.RuneCountInString(line)-1 > width {
				t.Errorf("%d columns, have %d: %s", utf8.RuneCountInString(line)-1, width, line)
			}
		}
		if rows < 10 || !strings.Contains(b.String(), fmt.Sprintf("Not shown in %d columns: n", width)) {
			t.Errorf("width %d:\n%s", width, &b)
		}
	}
}

// A core whose clock changes affects compute-bound work (dense), not memory-bound work
// (hashmap).
func TestTheLessNoisyUnitIsShown(t *testing.T) {
	var text strings.Builder
	for i := range 10 {
		clock := 3 + 0.02*float64(i)
		for impl, ns := range map[string]float64{"dense": 3 / clock, "hashmap": 20} {
			fmt.Fprintf(&text, "BenchmarkIterate/impl=%s/comps=2/n=100000-2 100 %g ns/op %g ns/entity %g entities/s 0 B/op 0 allocs/op %g cycles/entity %g clock-GHz\n",
				impl, 1e5*ns, ns, 1e9/ns, ns*clock, clock)
		}
	}
	r := build(t, text.String())
	for _, width := range []int{0, 80} {
		var b bytes.Buffer
		fixture.Check(t, report.Text(&b, r, 0.02, report.Terminal{Width: width}))
		for _, want := range []string{"0.971 ns  0.0%c", "20.0 ns  0.0%", "cycles/entity", "3.00 ", "61.8 ",
			"c is the interval of the cycles", "The core ran at 3.08 GHz", "1 of 2 cases is less noisy in cycles than in time."} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("width %d: want %q in\n%s", width, want, &b)
			}
		}
		if strings.Contains(b.String(), "clock-GHz  ") == (width > 0) || strings.Contains(b.String(), "20.0 ns  0.0%c") {
			t.Errorf("width %d:\n%s", width, &b)
		}
	}
}

func TestJSONStatesTheDirection(t *testing.T) {
	for unit, want := range map[string]string{"frames/s better=higher": `"better":"higher"`, "widgets better=lower": `"better":"lower"`} {
		name, _, _ := strings.Cut(unit, " ")
		text := "Unit " + unit + "\n" + strings.Repeat("BenchmarkX/impl=dense/n=10-2 1 5 "+name+"\n", 6)
		file := fixture.Parse(t, text, "x.txt")
		var b strings.Builder
		if err := report.JSON(&b, report.Build([]*results.File{file}, measure.Catalogue())); err != nil || !strings.Contains(strings.ReplaceAll(b.String(), `": "`, `":"`), want) {
			t.Errorf("%s: no %s in %s, %v", unit, want, &b, err)
		}
	}
}
