package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/page"
)

// BenchmarkWrite makes a whole report, pictures and all, of files as large as
// they are in practice (100,000 lines) and of ten times that.
//
//	go test ./internal/suite/page -run '^$' -bench Write -benchtime 1x
func BenchmarkWrite(b *testing.B) {
	for _, size := range []struct {
		lines, entities int // entities: how many numbers of them
	}{{100_000, 3}, {1_000_000, 3}, {1_000_000, 40}} {
		cases := 293 * size.entities // of three profiles with three numbers each
		b.Run(fmt.Sprintf("lines=%d/cases=%d", size.lines, cases), func(b *testing.B) {
			run := fixture.MadeUpRun{Profiles: []string{"A", "AA", "AAA"}, Samples: size.lines/cases + 1}
			for i := range size.entities {
				run.Entities = append(run.Entities, 1000*(1+i*i))
			}
			path := filepath.Join(b.TempDir(), "run.txt")
			if err := os.WriteFile(path, run.Text(), 0o644); err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			bytes := 0.0
			for b.Loop() {
				o := page.FolderOptions{Files: []string{path}, Out: filepath.Join(b.TempDir(), "out")}
				if _, err := page.WriteFolder(o); err != nil {
					b.Fatal(err)
				}
				info, err := os.Stat(filepath.Join(o.Out, "report.html"))
				if err != nil {
					b.Fatal(err)
				}
				bytes = float64(info.Size())
			}
			b.ReportMetric(bytes, "page-bytes")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/report")
		})
	}
}
