package registry_test

import (
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/kernel"
)

// BenchmarkMemory reports what dense retains at a million entities with
// Position and Velocity and one system over both, against the bound: twice the
// bytes of the bare arrays plus a 4-byte index for each entity and component.
func BenchmarkMemory(b *testing.B) {
	const n = 1_000_000
	const bound = 2 * n * (8 + 4 + 8 + 4)
	for _, reserved := range []struct {
		name     string
		capacity int
	}{{"reserved", n}, {"grown", 0}} {
		for _, chunk := range []int{n, 1000} {
			name := reserved.name + "/at-once"
			if chunk < n {
				name = reserved.name + "/by-thousands"
			}
			b.Run(name, func(b *testing.B) {
				var bytes uint64
				for b.Loop() {
					bytes = retained(b, reserved.capacity, n, chunk)
				}
				b.ReportMetric(float64(bytes)/n, "B/entity")
				b.ReportMetric(float64(bytes)/bound, "of-bound")
			})
		}
	}
}

func retained(b *testing.B, capacity, n, chunk int) uint64 {
	dense, err := registry.Find("dense")
	if err != nil {
		b.Fatal(err)
	}
	before := heap()
	w, err := dense.Open(impls.Config{
		Types:    kernel.Types(32),
		Systems:  []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles:  [][]kernel.Component{kernel.MoveID.Get().Needs},
		Capacity: capacity,
	})
	if err != nil {
		b.Fatal(err)
	}
	es := w.Handles(chunk)
	for first := 0; first < n; first += chunk {
		w.Spawn(0, uint32(first), es)
	}
	es = nil // the handles is the caller's
	after := heap()
	runtime.KeepAlive(w)
	return after - before
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
