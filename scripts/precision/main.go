// Precision prints how many medians of result files are precise:
//
//	go run -C scripts ./precision results/*.txt
//
// A case counts by its time or by its cycles, whichever repeats better, as in every table.
// The first figure is by the samples of the run, which decide when a case is done; the
// second includes the drift between runs.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

func main() {
	if err := write(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func write(paths []string, out io.Writer) error {
	for _, path := range paths {
		file, err := results.Read(path)
		if err != nil {
			return err
		}
		r := report.Build([]*results.File{file}, measure.Catalogue())
		fmt.Fprintf(out, "%s: %d samples\n", path, r.Samples)
		for _, bar := range []float64{0.02, 0.05} {
			ranked, within, known := 0, 0, 0
			for _, c := range r.Cases {
				if !c.Impl.Shown() {
					continue
				}
				ranked++
				if c.Within() <= bar {
					within++
				}
				if p, _ := c.Precision(); p <= bar {
					known++
				}
			}
			percent := func(n int) float64 { return 100 * float64(n) / float64(max(1, ranked)) }
			fmt.Fprintf(out, "  within ±%.0f%%: %d of %d ranked cases (%.0f%%); with the drift between runs %d (%.0f%%)\n", 100*bar, within, ranked, percent(within), known, percent(known))
		}
		fmt.Fprintf(out, "  %s\n", r.Clock())
	}
	return nil
}
