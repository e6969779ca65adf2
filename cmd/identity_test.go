package cmd

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/history"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// caseCounts returns the number of distinct cases of a file in each command, and of those that a
// command names as left out.
func caseCounts(t rapid.TB, path string) map[string]int {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	counts := make(map[string]int)
	files, err := results.ReadAll([]string{path}, nil)
	must(err)
	counts["report"] = len(report.Build(files, measure.Catalogue()).Cases)

	h := history.Build(files)
	for _, s := range h.Series { // a case on several machines is one series
		var machines []int
		for _, p := range s.Points {
			machines = lists.Add(machines, p.Machine)
		}
		counts["history"] += len(machines)
	}
	for _, p := range h.Verdict().Problems {
		for _, c := range p.Cases {
			if strings.HasSuffix(c, ": its medians are 0") {
				counts["history"]++
			}
		}
	}

	var b bytes.Buffer
	must(report.SamplesCSV(&b, []string{path}, nil))
	rows, err := csv.NewReader(&b).ReadAll()
	must(err)
	distinct := make(map[string]bool)
	for _, row := range rows[1:] {
		key := ""
		for i, column := range rows[0] {
			if slices.Contains([]string{"name", "pkg", "profile", "component_types", "systems", "config", "machine", "go", "commit"}, column) {
				key += row[i] + "\x00"
			}
		}
		distinct[key] = true
	}
	counts["export csv"] = len(distinct)

	b.Reset()
	must(report.BMF(&b, []string{path}, measure.Catalogue(), nil))
	bmf := make(map[string]any)
	must(json.Unmarshal(b.Bytes(), &bmf))
	counts["export bmf"] = len(bmf)

	b.Reset()
	omitted := 0
	must(report.SmallerIsBetter(&b, []string{path}, measure.Catalogue(), func(err error) {
		if _, after, found := strings.Cut(err.Error(), "more is better: "); found {
			fmt.Sscan(after, &omitted)
		}
	}))
	var smaller []struct{ Name, Unit string }
	must(json.Unmarshal(b.Bytes(), &smaller))
	names := make(map[string]bool)
	for _, e := range smaller {
		names[strings.TrimSuffix(e.Name, " - "+e.Unit)] = true
	}
	counts["export customSmallerIsBetter"] = len(names) + omitted

	side := func() *gate.Input {
		s, err := gate.ReadInput(&results.Files{Paths: []string{path}}, "*")
		must(err)
		return s
	}
	v, err := gate.Gate(side(), side(), gate.DefaultLimits())
	must(err)
	counts["gate"] = v.Cases // it names failed ones besides

	tables, err := report.Compare(&results.Files{Paths: []string{path}}, report.DefaultCompareOptions())
	must(err)
	distinct = make(map[string]bool)
	for _, table := range tables.Tables {
		for _, row := range table.Rows {
			distinct[fmt.Sprint(table.Config)+row.Name] = true
		}
	}
	counts["compare"] = len(distinct)
	return counts
}

// sameCounts requires the same number of cases from all commands.
func sameCounts(t rapid.TB, path string) (n int) {
	t.Helper()
	counts := caseCounts(t, path)
	for command, n := range counts {
		if n != counts["compare"] {
			text, _ := os.ReadFile(path)
			t.Fatalf("%s: %d cases in %s: %v\n%.3000s", path, n, command, counts, text)
		}
	}
	return counts["compare"]
}

// All commands count the same cases in any file: by package, by all parts of names, and by the
// configuration.
func TestCommandsCountTheSameCases(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.Custom(func(t *rapid.T) string {
			pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
			return pick("base", "A", "B", "Iterate") + pick("impl", "", "/impl=a", "/impl=b", "/impl=") + pick("part", "", "/small", "/large", "/", "/=x", "/a=b=c") +
				pick("n", "", "/n=10", "/n=1e1", "/n=10/n=20", "/comps=2", "/mode=batch") + pick("late", "", "/impl=a", "/small") + pick("procs", "", "-2", "-16")
		})
		line := rapid.Custom(func(t *rapid.T) string {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				return fmt.Sprintf("--- %s: Benchmark%s", rapid.SampledFrom([]string{"FAIL", "SKIP"}).Draw(t, "what"), name.Draw(t, "without"))
			case 1:
				return rapid.SampledFrom([]string{"FAIL\tb\t0.1s", "FAIL\ta/b [build failed]", "panic: x", "ok  \tb\t1s", "Unit widgets better=lower"}).Draw(t, "package")
			case 2, 3:
				key := rapid.SampledFrom([]string{"pkg", "goos", "goarch", "cpu", "toolchain", "profile", "component-types", "systems", "note"}).Draw(t, "key")
				return key + ": " + rapid.SampledFrom([]string{"", "a", "b", "a b", "12", "012", "x/y", "a  ", `"q"`, "toolchain=a"}).Draw(t, "value")
			}
			unit := rapid.SampledFrom([]string{"ns/op", "ns/op", "ns/op", "MB/s", "B/op", "ns/entity", "widgets"}).Draw(t, "unit")
			return fmt.Sprintf("Benchmark%s 1 %d %s", name.Draw(t, "name"), rapid.IntRange(0, 3).Draw(t, "value"), unit)
		})
		lines := append(rapid.SliceOfN(line, 1, 40).Draw(t, "lines"), "BenchmarkLast 1 1 ns/op")
		path := filepath.Join(dir, "file.txt")
		fixture.Check(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
		sameCounts(t, path)
	})
}

// Files have as many cases in all commands, and the medians of benchstat. A folder of other files,
// such as results of public repositories, is tried with:
//
//	ECSBENCH_FILES=folder go test ./cmd -run TestFilesInAFolder -v
func TestFilesInAFolder(t *testing.T) {
	paths := []string{"../report/testdata/odd/crlf.txt", "../report/testdata/odd/one.txt"}
	if folder := os.Getenv("ECSBENCH_FILES"); folder != "" {
		var err error
		if paths, err = filepath.Glob(filepath.Join(folder, "*")); err != nil || len(paths) == 0 {
			t.Fatalf("%s: no files, %v", folder, err)
		}
	}
	program, err := exec.Command("go", "tool", "-n", "benchstat").Output()
	fixture.Check(t, err)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if _, err := results.Read(path); err != nil && os.Getenv("ECSBENCH_FILES") != "" {
				t.Skip(err)
			}
			n := sameCounts(t, path)
			var warnings bytes.Buffer
			cmd := exec.Command(strings.TrimSpace(string(program)), "-format", "csv", path)
			cmd.Stderr = &warnings
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err, warnings.String())
			}
			want := centres(out)
			var got []string
			tables, err := report.Compare(&results.Files{Paths: []string{path}}, report.DefaultCompareOptions())
			fixture.Check(t, err)
			for _, table := range tables.Tables {
				for _, row := range table.Rows {
					if c := row.Cells[0]; c.Center != nil {
						got = append(got, fmt.Sprint(row.Name, " ", *c.Center))
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("compare\n%.2000s\nbenchstat\n%.2000s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			t.Logf("%d cases, %d centres", n, len(got))
		})
	}
}

// centres returns the rows of benchstat -format csv with their centres.
func centres(out []byte) (list []string) {
	for line := range strings.Lines(string(out)) {
		record, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil || len(record) < 3 || record[0] == "" || record[0] == "geomean" {
			continue
		}
		list = append(list, record[0]+" "+record[1])
	}
	return list
}
