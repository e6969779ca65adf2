package report_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/report"
)

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
	defer func(rows int) { report.GroupRows = rows }(report.GroupRows)
	report.GroupRows = 1000
	big := string(fixture.MadeUpRun{Samples: 20}.Text())
	paths := []string{write(t, sample), write(t, big)}
	var b bytes.Buffer
	if err := report.Parquet(&b, paths, nil); err != nil {
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
		path := write(t, text)
		if err := report.Parquet(io.Discard, []string{path}, nil); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A full disk is an error anywhere.
func TestFullDisk(t *testing.T) {
	path := write(t, string(fixture.MadeUpRun{Samples: 20}.Text()))
	for name, export := range map[string]func(io.Writer, []string, func(error)) error{"csv": report.SamplesCSV, "parquet": report.Parquet} {
		for _, room := range []int{0, 10, 3000} {
			if err := export(&disk{room}, []string{path}, nil); err == nil || !strings.Contains(err.Error(), "disk is full") {
				t.Errorf("%s with room for %d bytes: %v", name, room, err)
			}
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
