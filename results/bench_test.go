package results_test

import (
	"bytes"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// BenchmarkParse reads a file of 10,000 samples, as run writes it.
func BenchmarkParse(b *testing.B) {
	run := fixture.MadeUpRun{Profiles: []string{"AA"}, Entities: []int{1000, 100_000}, Samples: 51}
	text := run.Text()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := results.Parse(bytes.NewReader(text), "run.txt"); err != nil {
			b.Fatal(err)
		}
	}
}
