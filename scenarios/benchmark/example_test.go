package benchmark_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/scenarios/benchmark"
)

// Run is the body of a benchmark: "go test -bench" then measures every supported scenario.
func ExampleRun() {
	benchmarkScenarios := func(b *testing.B) { benchmark.Run(b, dense.Implementation) }
	_ = benchmarkScenarios
}
