// Precision tells how well the cases of result files are known:
//
//	go run -C scripts ./precision results/*.txt
//
// A case counts by its time or by its cycles, whichever repeats better, as in
// every table; beside it stands what time alone would come to.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/ecsbench/ecsbench/internal/summary"
	"github.com/ecsbench/ecsbench/results"
)

func main() {
	if err := tell(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func tell(paths []string, out io.Writer) error {
	for _, path := range paths {
		file, err := results.Read(path)
		if err != nil {
			return err
		}
		r := summary.Build([]*results.File{file})
		fmt.Fprintf(out, "%s: %d samples\n", path, r.Samples)
		for _, bar := range []float64{0.02, 0.05} {
			ranked, known, time := 0, 0, 0
			for _, c := range r.Cases {
				if !c.Impl.Shown() {
					continue
				}
				ranked++
				if p, _ := c.Precision(); p <= bar {
					known++
				}
				if c.Main().Precision() <= bar {
					time++
				}
			}
			fmt.Fprintf(out, "  within ±%.0f%%: %d of %d ranked cases (%.0f%%); by time alone %d\n", 100*bar, known, ranked, 100*float64(known)/float64(max(1, ranked)), time)
		}
		fmt.Fprintf(out, "  %s\n", r.Clock())
	}
	return nil
}
