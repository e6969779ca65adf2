package report_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
)

// commit is a file of one commit: with several settings, an interval, units of which
// more is better, less, or nobody knows, one that restates another, and one with a
// name of its own.
func commit(id, cpu string, more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# ecsbench {\"format\":1}\n# env {\"os\":\"linux\",\"arch\":\"amd64\",\"cpu\":%q,\"cpus\":2,\"go\":\"go1.26\",\"commit\":%q,\"commitTime\":\"2026-11-21T12:00:0%sZ\"}\nUnit frames better=higher\n", cpu, id, id)
	fmt.Fprintf(&b, "profile: A\ncpu: %s\n", cpu)
	for i := range 7 {
		fmt.Fprintf(&b, "BenchmarkIterate/impl=dense/n=1000-2 100 %d ns/op %.1f ns/entity %d entities/s 3 B/op %d Odd~_Area.x09/Zz %d frames\n", 1000+i*i, 1+0.1*float64(i), 1000-i, i, 60+i)
	}
	b.WriteString("BenchmarkIterate/impl=soa/n=1000-2 100 500 ns/op\nprofile: AA\npkg: example.org/x\nBenchmarkSum-2 10 7 ns/op\n")
	b.WriteString(more)
	return b.String()
}

// TestExportsAreWhatTheyWere pins what is written in each format, byte by byte.
func TestExportsAreWhatTheyWere(t *testing.T) {
	var b bytes.Buffer
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		fixture.Check(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	all := put("all.txt", sample)
	one := put("one.txt", commit("1", "A", "# failed {\"case\":\"Sum-2\",\"reason\":\"boom\"}\n"))
	same := put("same.txt", commit("1", "B", "BenchmarkNone-2 1 0 ns/op\n"))
	two := put("two.txt", commit("2", "A", "BenchmarkNew-2 1 5 ns/op\n"))
	known := func(export func(io.Writer, []string, report.Catalogue, func(error)) error) func(io.Writer, []string, func(error)) error {
		return func(w io.Writer, paths []string, warn func(error)) error {
			return export(w, paths, measure.Catalogue(), warn)
		}
	}
	for _, of := range []struct {
		name   string
		export func(io.Writer, []string, func(error)) error
		paths  []string
	}{
		{"csv", report.SamplesCSV, []string{all}},
		{"bmf", known(report.BMF), []string{one, same}},
		{"smaller is better", known(report.SmallerIsBetter), []string{one}},
		{"smaller is better, two machines", known(report.SmallerIsBetter), []string{one, same}},
		{"two commits in one", known(report.SmallerIsBetter), []string{one, two}},
	} {
		fmt.Fprintf(&b, "# %s\n", of.name)
		if err := of.export(&b, of.paths, func(err error) { fmt.Fprintln(&b, "warned:", err) }); err != nil {
			fmt.Fprintln(&b, "error:", err)
		}
	}
	got := strings.ReplaceAll(b.String(), dir+string(filepath.Separator), "")
	fixture.Golden(t, "exports.txt", got)
}
