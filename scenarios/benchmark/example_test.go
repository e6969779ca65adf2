package benchmark_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/scenarios/benchmark"
)

// Run is the body of a benchmark in the tests of an implementation: "go test -bench"
// then measures every scenario that it can do.
func ExampleRun() {
	benchmarkScenarios := func(b *testing.B) { benchmark.Run(b, dense.Implementation) }
	_ = benchmarkScenarios
}
