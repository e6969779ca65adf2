package folder

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/report/reporttest"
)

// BenchmarkWrite makes a whole report, pictures and all, of files as large as
// they are in practice (100,000 lines) and of ten times that.
//
//	go test ./report/folder -run '^$' -bench Write -benchtime 1x
func BenchmarkWrite(b *testing.B) {
	for _, lines := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			const cases = 293 * 3 // of three profiles
			run := reporttest.Run{Profiles: []string{"A", "AA", "AAA"}, Samples: lines/cases + 1}
			path := filepath.Join(b.TempDir(), "run.txt")
			if err := os.WriteFile(path, run.Text(), 0o644); err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			size := 0.0
			for b.Loop() {
				o := Options{Files: []string{path}, Out: filepath.Join(b.TempDir(), "out")}
				if _, err := Write(o); err != nil {
					b.Fatal(err)
				}
				info, err := os.Stat(filepath.Join(o.Out, "report.html"))
				if err != nil {
					b.Fatal(err)
				}
				size = float64(info.Size())
			}
			b.ReportMetric(size, "page-bytes")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/report")
		})
	}
}
