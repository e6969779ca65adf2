//go:build !noparquet

package history_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report/export"
	"github.com/ecsbench/ecsbench/report/history"
	"github.com/ecsbench/ecsbench/report/reporttest"
	"github.com/ecsbench/ecsbench/results"
)

// A history of a Hive folder says the same as one of the files.
func TestHistoryOfAHiveFolder(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	var paths []string
	for i := range 12 {
		r := reporttest.Run{Impls: []string{"dense", "soa"}, Entities: []int{1000}, Commit: fmt.Sprintf("c%d", i), Date: fmt.Sprintf("2026-11-%02dT12:00:00Z", i+1)}
		if i == 1 {
			r.Impls = append(r.Impls, "paged") // only there
		}
		if i >= 6 { // slower since
			r.Slower = 1.5
		}
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%d.txt", i)))
		if err := os.WriteFile(paths[i], r.Text(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := results.ReadAll(paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := export.Hive(folder, paths, nil); err != nil {
		t.Fatal(err)
	}
	got, err := export.ReadHive(folder)
	if err != nil || !export.IsHive(folder) {
		t.Fatal(err)
	}
	if e := got[0].Environments[0]; e.CPU != "Imaginary 3000" || e.CPUs != 2 || e.OS != "linux" || e.Arch != "amd64" {
		t.Errorf("the machine is %+v", e)
	}
	var a, b bytes.Buffer
	history.Build(want).Verdict().WriteJSON(&a)
	history.Build(got).Verdict().WriteJSON(&b)
	if a.String() != b.String() || !strings.Contains(a.String(), `"commit": "c6"`) {
		t.Errorf("of the folder:\n%s\nwant\n%s", b.String(), a.String())
	}
}
