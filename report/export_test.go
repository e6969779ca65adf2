package report_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
)

func write(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.txt")
	fixture.Check(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// sample is a file with everything that can be in one: two runs on two
// machines, a case that failed after it had a sample, one that failed and was
// measured again, one that is unsupported.
const sample = `# ecsbench {"format":1}
# env {"os":"linux","arch":"amd64","cpu":"A","cpus":2,"go":"go1.26","commit":"abc","commitTime":"2026-11-21T12:00:00Z"}
profile: AA
component-types: 128
BenchmarkIterate/impl=dense/comps=2/n=1000/mode=entity-2 10 17.5 ns/op 3 B/op
BenchmarkIterate/impl=dense/comps=2/n=1000/mode=entity-2 11 18.5 ns/op 3 B/op
BenchmarkIterate/impl=bad/n=1000-2 10 1 ns/op
# failed {"case":"Iterate/impl=bad/n=1000-2","reason":"panic: =1+1"}
# failed {"case":"Iterate/impl=shy/n=1000-2","reason":"hung"}
# again {"case":"Iterate/impl=shy/n=1000-2","reason":"hung"}
BenchmarkIterate/impl=shy/n=1000-2 10 2 ns/op
# unsupported {"case":"Iterate/impl=small/n=1000-2","reason":"at most 256"}
# ecsbench {"format":1}
# env {"os":"linux","arch":"arm64","cpu":"B","cpus":4,"go":"go1.26","commit":"abc","dirty":true}
BenchmarkIterate/impl=dense/comps=2/n=1000/mode=entity-2 10 99 ns/op 3 B/op
`

func csvRows(t *testing.T, paths ...string) []map[string]string {
	t.Helper()
	var b bytes.Buffer
	fixture.Check(t, report.SamplesCSV(&b, paths, nil))
	lines, err := csv.NewReader(&b).ReadAll()
	fixture.Check(t, err)
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := make(map[string]string)
		for i, v := range line {
			row[lines[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

func TestRows(t *testing.T) {
	rows := csvRows(t, write(t, sample))
	var got []string
	for _, r := range rows {
		got = append(got, strings.Join([]string{r["run"], r["impl"], r["n"], r["comps"], r["params"], r["unit"], r["value"], r["sample"], r["iterations"], r["status"], r["machine"], r["dirty"]}, "|"))
	}
	want := []string{
		"0|dense|1000|2|mode=entity|ns/op|17.5|0|10|ok|A 2 CPUs linux amd64|false",
		"0|dense|1000|2|mode=entity|B/op|3|0|10|ok|A 2 CPUs linux amd64|false",
		"0|dense|1000|2|mode=entity|ns/op|18.5|1|11|ok|A 2 CPUs linux amd64|false",
		"0|dense|1000|2|mode=entity|B/op|3|1|11|ok|A 2 CPUs linux amd64|false",
		"0|bad|1000|||ns/op|1|2|10|failed|A 2 CPUs linux amd64|false",
		"0|bad|1000|||||||failed|A 2 CPUs linux amd64|false",
		"0|shy|1000|||ns/op|2|3|10|ok|A 2 CPUs linux amd64|false",
		"0|small|1000|||||||unsupported|A 2 CPUs linux amd64|false",
		"1|dense|1000|2|mode=entity|ns/op|99|0|10|ok|B 4 CPUs linux arm64|true",
		"1|dense|1000|2|mode=entity|B/op|3|0|10|ok|B 4 CPUs linux arm64|true",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := rows[0]; r["commit_time"] != "2026-11-21T12:00:00Z" || r["profile"] != "AA" || r["component_types"] != "128" || r["better"] != "lower" || r["gomaxprocs"] != "2" {
		t.Errorf("%v", r)
	}
	if r := rows[5]; !strings.HasPrefix(r["reason"], "panic: ") {
		t.Errorf("%v", r)
	}
}

// A pipe can be read once, and is exported as a file is.
func TestPipes(t *testing.T) {
	out, in, err := os.Pipe()
	fixture.Check(t, err)
	defer out.Close()
	path := fmt.Sprintf("/dev/fd/%d", out.Fd())
	if _, err := os.Stat(path); err != nil {
		fixture.Lacks(t, err)
	}
	if _, err := in.WriteString(sample); err != nil {
		t.Fatal(err)
	}
	in.Close()
	rows := csvRows(t, path)
	if len(rows) != 10 || rows[4]["impl"] != "bad" || rows[4]["status"] != "failed" {
		t.Errorf("%d rows: %v", len(rows), rows)
	}
	if err := report.SamplesCSV(&bytes.Buffer{}, []string{filepath.Join(t.TempDir(), "none.txt")}, nil); err == nil || !strings.Contains(err.Error(), "none.txt: no such file; check the path") {
		t.Errorf("of no file: %v", err)
	}
}

// Each file has runs, environments and settings of its own; an environment that comes
// later is that of what follows it.
func TestSessionsOfARun(t *testing.T) {
	const line = "BenchmarkA-2 1 5 ns/op\n"
	rows := csvRows(t, write(t, line+"# ecsbench {\"format\":1}\n# env {\"commit\":\"one\"}\n"+line+line+"# env {\"commit\":\"two\"}\n"+line+"# ecsbench {\"format\":1}\n"+line), write(t, "pkg: p\n"+line))
	got := lists.Map(rows, func(r map[string]string) string {
		return strings.Join([]string{r["run"], r["commit"], r["sample"], r["pkg"]}, "|")
	})
	if want := "0||0| 1|one|0| 1|one|1| 1|two|2| 2||0| 0||0|p"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

func TestPlainGoTestFiles(t *testing.T) {
	rows := csvRows(t, write(t, "goos: linux\ncpu: C\npkg: example.org/x\nBenchmarkSum-8 100 12 ns/op\nPASS\n"))
	if len(rows) != 1 || rows[0]["pkg"] != "example.org/x" || rows[0]["machine"] != "linux/ C" || rows[0]["n"] != "" || rows[0]["value"] != "12" {
		t.Errorf("%v", rows)
	}
}
