package report_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// TestTheClockIsTold: where both files know it, and where one does not.
func TestTheClockIsTold(t *testing.T) {
	file := func(seed uint64, clock float64, told bool) string {
		rng := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		for range 10 {
			for i, name := range []string{"Computes", "Waits"} {
				now, ns := clock*(1+0.02*rng.NormFloat64()), 10.0
				if i == 0 {
					ns = 30 / now
				}
				fmt.Fprintf(&text, "Benchmark%s 1 %g ns/entity", name, ns*(1+0.001*rng.NormFloat64()))
				if told {
					fmt.Fprintf(&text, " %g cycles/entity %g clock-GHz", ns*now, now)
				}
				text.WriteString("\n")
			}
		}
		return text.String()
	}
	clock := func(texts ...string) string {
		files := &results.Files{}
		for i, text := range texts {
			path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.txt", i))
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			files.Paths = append(files.Paths, path)
		}
		tables, err := report.Compare(files, report.DefaultCompareOptions())
		if err != nil {
			t.Fatal(err)
		}
		return tables.Clock()
	}
	with, other, without := file(1, 3, true), file(2, 2.7, true), file(3, 3, false)
	if got := clock(with, other); !strings.Contains(got, "in which 1 of 2 rows are less noisy") || !strings.Contains(got, "(-10.3%)") || !strings.HasPrefix(got, "the core ran at 2.99 GHz in ") {
		t.Error(got)
	}
	if got := clock(with, without); !strings.HasSuffix(got, "does not record the clock of its core, which may be a part of every change of time") {
		t.Error(got)
	}
	if got := clock(without, with); !strings.HasSuffix(got, "0.txt does not record the clock of its core, which may be a part of every change of time") {
		t.Error(got)
	}
	for _, texts := range [][]string{{without, without}, {with}} {
		if got := clock(texts...); got != "" {
			t.Errorf("of %d files: %s", len(texts), got)
		}
	}
}
