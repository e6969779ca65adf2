package impls

import (
	"fmt"
	"testing"
)

// The benchmarks report the time per entity (X and Y of a position) for every available path.

var entities = []int{1e3, 1e4, 1e5, 1e6, 1e7}

const dt = 1.0 / 64

func BenchmarkAddScaled(b *testing.B) {
	eachPath(b, func(b *testing.B, n int) func() {
		position, velocity := make([]float32, 2*n), filled(2*n)
		return func() { scaled(position, velocity, dt) }
	})
}

func BenchmarkAddScaledPairs(b *testing.B) {
	eachPath(b, func(b *testing.B, n int) func() {
		position, velocity, mass := make([]float32, 2*n), filled(2*n), filled(n)
		return func() { scaledPairs(position, velocity, mass, dt) }
	})
}

func BenchmarkAddConst(b *testing.B) {
	eachPath(b, func(b *testing.B, n int) func() {
		position := make([]float32, 2*n)
		return func() { addConst(position, dt) }
	})
}

func eachPath(b *testing.B, open func(b *testing.B, n int) func()) {
	for _, n := range entities {
		for p := plain; p <= widest(); p++ {
			b.Run(fmt.Sprintf("n=%d/path=%s", n, p), func(b *testing.B) {
				use(b, p)
				run := open(b, n)
				for b.Loop() {
					run()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
			})
		}
	}
}

func filled(n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(i&7) - 3
	}
	return list
}

// use selects a path until the test ends.
func use(tb testing.TB, p instructions) {
	simdPath = p
	tb.Cleanup(func() { simdPath = widest() })
}
