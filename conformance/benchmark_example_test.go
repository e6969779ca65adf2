package conformance_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
	"github.com/ecsbench/ecsbench/impls/dense"
)

// Benchmark is the body of a benchmark: "go test -bench" then measures every supported scenario.
func ExampleBenchmark() {
	benchmarkScenarios := func(b *testing.B) { conformance.Benchmark(b, dense.Implementation) }
	_ = benchmarkScenarios
}
