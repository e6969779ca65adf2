package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
)

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
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

// csvRows writes result files as CSV and reads the rows, by name of the column.
func csvRows(t *testing.T, paths ...string) (rows []map[string]string) {
	t.Helper()
	var b bytes.Buffer
	if err := report.SamplesCSV(&b, paths, nil); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := make(map[string]string)
		for i, v := range line {
			row[lines[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// parquetRows reads a file back, each row as in [csvRows].
func parquetRows(t *testing.T, content []byte) []map[string]string {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, g := range f.RowGroups() {
		r := g.Rows()
		buffer := make([]parquet.Row, 100)
		for {
			n, err := r.ReadRows(buffer)
			for _, row := range buffer[:n] {
				m := make(map[string]string)
				for _, v := range row {
					if !v.IsNull() {
						m[f.Schema().Columns()[v.Column()][0]] = v.String()
					}
				}
				rows = append(rows, m)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		r.Close()
	}
	return rows
}

// Parquet has the same rows as CSV, grouped by series, in row groups that fit into
// memory.
func TestParquetHasTheSameRows(t *testing.T) {
	defer func(rows int) { groupRows = rows }(groupRows)
	groupRows = 1000
	big := string(fixture.MadeUpRun{Samples: 20}.Text())
	paths := []string{file(t, sample), file(t, big)}
	var b bytes.Buffer
	if err := write(&b, paths, nil); err != nil {
		t.Fatal(err)
	}
	key := func(m map[string]string) string {
		var parts []string
		for _, c := range report.Columns() {
			if c.Name != "commit_time" && c.Name != "reason" { // formatted differently
				parts = append(parts, m[c.Name])
			}
		}
		return strings.Join(parts, "|")
	}
	count := make(map[string]int)
	for _, r := range csvRows(t, paths...) {
		count[key(r)]++
	}
	n := 0
	for _, r := range parquetRows(t, b.Bytes()) {
		count[key(r)]--
		n++
	}
	for k, c := range count {
		if c != 0 {
			t.Errorf("%+d %s", c, k)
		}
	}
	if n < 1000 {
		t.Errorf("%d rows", n)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range f.RowGroups() {
		if last := i == len(f.RowGroups())-1; g.NumRows() > 1000 || g.NumRows() < 1000 && !last {
			t.Errorf("row group %d of %d has %d rows", i, len(f.RowGroups()), g.NumRows())
		}
	}
	if got := fmt.Sprint(f.Schema().Columns()[:3]); got != "[[name] [scenario] [impl]]" {
		t.Errorf("columns begin with %s", got)
	}
}

func TestWhatIsNoResultFile(t *testing.T) {
	for _, text := range []string{"", "hello\n", "\x00\x01"} {
		path := file(t, text)
		if err := write(io.Discard, []string{path}, nil); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A full disk is an error anywhere.
func TestFullDisk(t *testing.T) {
	path := file(t, string(fixture.MadeUpRun{Samples: 20}.Text()))
	for _, room := range []int{0, 10, 3000} {
		if err := write(&disk{room}, []string{path}, nil); err == nil || !strings.Contains(err.Error(), "disk is full") {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}

type disk struct{ room int }

func (d *disk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, fmt.Errorf("the disk is full")
	}
	return len(p), nil
}
