package report_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// benchstat is the path of the real one, which go.mod has as a tool: the go command
// keeps it once it is built.
var benchstat = sync.OnceValues(func() (string, error) {
	find := exec.Command("go", "tool", "-n", "benchstat")
	path, err := find.Output()
	return strings.TrimSpace(string(path)), err
})

// An outcome is what a program prints.
type outcome struct{ out, warnings string }

func benchstatOf(t rapid.TB, opts report.CompareOptions, paths ...string) outcome {
	t.Helper()
	args := []string{
		"-table", opts.Table, "-row", opts.Row, "-col", opts.Col, "-ignore", opts.Ignore, "-filter", opts.Filter,
		"-alpha", fmt.Sprint(opts.Alpha), "-confidence", fmt.Sprint(opts.Confidence),
	}
	program, err := benchstat()
	fixture.Check(t, err)
	var out, warnings bytes.Buffer
	cmd := exec.Command(program, append(args, paths...)...)
	cmd.Stdout, cmd.Stderr = &out, &warnings
	if err := cmd.Run(); err != nil {
		t.Fatalf("benchstat %q: %v\n%s", cmd.Args[1:], err, warnings.String())
	}
	return outcome{out.String(), warnings.String()}
}

func ours(t rapid.TB, opts report.CompareOptions, paths ...string) (outcome, error) {
	t.Helper()
	var out, warnings bytes.Buffer
	files := &results.Files{Paths: paths, Warn: func(err error) { fmt.Fprintln(&warnings, err) }}
	tables, err := report.Compare(files, opts)
	if err != nil {
		return outcome{}, err
	}
	fixture.Check(t, tables.WriteText(&out))
	return outcome{out.String(), warnings.String()}, nil
}

// layout is the frame of benchstat's tables, and its marks of notes, which have a column.
var layout = regexp.MustCompile(`(?m)^.*[│─].*\n|[⁰¹²³⁴⁵⁶⁷⁸⁹]+`)

// values returns what a table contains, without its layout.
func values(table string) string {
	table = layout.ReplaceAllStringFunc(table, func(found string) string {
		if strings.ContainsAny(found, "│─") {
			return ""
		}
		return " " + found + " "
	})
	return strings.Join(strings.Fields(table), " ")
}

// same checks that both print the same values, to the last digit.
func same(t rapid.TB, opts report.CompareOptions, paths ...string) {
	t.Helper()
	want := benchstatOf(t, opts, paths...)
	got, err := ours(t, opts, paths...)
	if err != nil {
		// benchstat prints nothing and calls that success.
		if want.out != "" {
			t.Fatalf("%v\n, but benchstat prints\n%s", err, want.out)
		}
		return
	}
	// The headings are above a line.
	headings := regexp.MustCompile(`(?m)^.*\n─.*\n`)
	if got, want := values(headings.ReplaceAllString(got.out, "")), values(want.out); got != want {
		t.Fatalf("%+v:\ngot\n%s\nwant\n%s", opts, got, want)
	}
	if got.warnings != want.warnings {
		t.Fatalf("%+v: warnings:\ngot\n%s\nwant\n%s", opts, got.warnings, want.warnings)
	}
}

// Files from the hands of someone who wants to break things.
func TestSameAsBenchstatOnOddFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/odd/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, file := range files {
		for _, change := range []func(*report.CompareOptions){
			func(*report.CompareOptions) {},
			func(o *report.CompareOptions) { o.Col = "note" },
			func(o *report.CompareOptions) { o.Col, o.Row = "/impl", ".name" },
			func(o *report.CompareOptions) { o.Col, o.Ignore = "/impl@alpha", ".file" },
			func(o *report.CompareOptions) { o.Col = "/impl@(dense missing soa)" },
			func(o *report.CompareOptions) { o.Table, o.Row = "", ".name,/n@num" },
			func(o *report.CompareOptions) { o.Col = "" },
			func(o *report.CompareOptions) { o.Row, o.Ignore = "", ".fullname" },
			func(o *report.CompareOptions) { o.Table, o.Col = "goos", "/impl,note" },
			func(o *report.CompareOptions) { o.Filter = ".unit:(ns/op OR allocs/op) -/impl:soa" },
			func(o *report.CompareOptions) { o.Alpha, o.Confidence = 0, 0.5 },
			func(o *report.CompareOptions) { o.Alpha, o.Confidence = 1, 1 },
		} {
			opts := report.DefaultCompareOptions()
			change(&opts)
			same(t, opts, file)
			same(t, opts, file, file)
			same(t, opts, "old="+file, "new="+files[0])
		}
	}
}

func TestMoreColumnsThanLetters(t *testing.T) {
	var text strings.Builder
	for impl := 'a'; impl <= 'p'; impl++ {
		fmt.Fprintf(&text, "BenchmarkA/impl=%c 1 1 ns/op\n", impl)
	}
	path := filepath.Join(t.TempDir(), "many.txt")
	fixture.Check(t, os.WriteFile(path, []byte(text.String()), 0o600))
	opts := report.DefaultCompareOptions()
	opts.Row, opts.Col = ".name", "/impl"
	same(t, opts, path)
}

// Generated files with generated flags.
func TestSameAsBenchstat(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		var paths []string
		for i := range rapid.IntRange(1, 3).Draw(t, "files") {
			path := filepath.Join(dir, fmt.Sprintf("%d.txt", i))
			fixture.Check(t, os.WriteFile(path, []byte(benchmarkFile().Draw(t, "file")), 0o600))
			paths = append(paths, path)
		}
		pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
		opts := report.DefaultCompareOptions()
		opts.Table = pick("table", ".config", ".config", "", "goos", "note,goos", "pkg@alpha")
		opts.Row = pick("row", ".fullname", ".fullname", ".name", ".name,/n@num", "/n@(1k 10k)", "pkg,.fullname")
		opts.Col = pick("col", ".file", ".file", "/impl", "/impl,.file", "note", "/gomaxprocs@num")
		opts.Ignore = pick("ignore", "", "", ".file", ".fullname", "goos,note")
		opts.Filter = pick("filter", "*", "*", ".name:A", ".unit:ns/op", "-.unit:/B/", "/impl:(a OR b)", "goos:linux OR .unit:allocs/op")
		opts.Alpha = rapid.SampledFrom([]float64{0.05, 0.05, 0.5, 0.001}).Draw(t, "alpha")
		opts.Confidence = rapid.SampledFrom([]float64{0.95, 0.95, 0.5, 0.999}).Draw(t, "confidence")
		same(t, opts, paths...)
	})
}

// benchmarkFile generates files with all that the format allows, and some that
// it does not.
func benchmarkFile() *rapid.Generator[string] {
	name := rapid.Custom(func(t *rapid.T) string {
		n := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "base")
		n += rapid.SampledFrom([]string{"", "/impl=a", "/impl=b", "/odd", "/impl="}).Draw(t, "impl")
		n += rapid.SampledFrom([]string{"", "/n=1k", "/n=10k", "/n=2Mi"}).Draw(t, "n")
		return n + rapid.SampledFrom([]string{"", "-2", "-16"}).Draw(t, "procs")
	})
	value := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 4), func(i int) string { return fmt.Sprint(i) }),
		rapid.Map(rapid.Float64Range(90, 110), func(f float64) string { return fmt.Sprintf("%.1f", f) }),
		rapid.Map(rapid.Float64Range(1e-3, 1e12), func(f float64) string { return fmt.Sprint(f) }),
		// Not +Inf: two of them have no median, and benchstat then prints all numbers of the row
		// in units of 1e-9.
		rapid.SampledFrom([]string{"0", "-5", "1_000", "0x1p-2"}),
	)
	unit := rapid.SampledFrom([]string{"ns/op", "B/op", "allocs/op", "MB/s", "p99-ns", "ns/entity", "exact-bytes", "x/s"})
	line := rapid.Custom(func(t *rapid.T) string {
		switch rapid.IntRange(0, 24).Draw(t, "kind") {
		case 0:
			return rapid.SampledFrom([]string{
				"goos: linux", "goos: plan9", "goos:", "note: before", "note: after", "pkg: x/y", "pkg:", "key with blank: no",
				"Unit exact-bytes assume=exact", "Unit x/s better=higher", "Unit p99-ns", "Unit", "Unit x bad",
				"# failed {}", "PASS", "--- FAIL: BenchmarkA", "", "ok  x 1s", "ÄÖÜ: \u00e4", "unité: é",
			}).Draw(t, "other")
		case 1:
			return "Benchmark" + rapid.SampledFrom([]string{"", "A", "A 1", "A x 1 ns/op", "A 1 2", "A 1 y ns/op", "A 1 2 ns/op 3"}).Draw(t, "bad")
		}
		l := "Benchmark" + name.Draw(t, "name") + "\t " + fmt.Sprint(rapid.IntRange(0, 1000).Draw(t, "iterations"))
		for range rapid.IntRange(1, 3).Draw(t, "values") {
			l += "\t" + value.Draw(t, "value") + " " + unit.Draw(t, "unit")
		}
		return l
	})
	return rapid.Custom(func(t *rapid.T) string {
		lines := rapid.SliceOfN(line, 1, 60).Draw(t, "lines")
		if rapid.Bool().Draw(t, "repeat") { // samples of the same cases
			block := lines
			for range rapid.IntRange(1, 12).Draw(t, "times") {
				lines = append(lines, block...)
			}
		}
		// Never without any result, which is an error here and nothing to benchstat.
		lines = append(lines, "BenchmarkLast 1 1 x/s")
		end := rapid.SampledFrom([]string{"\n", "\n", "\r\n"}).Draw(t, "line end")
		return strings.Join(lines, end) + rapid.SampledFrom([]string{"", end}).Draw(t, "last")
	})
}
