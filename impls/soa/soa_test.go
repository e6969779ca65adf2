package soa_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/soa"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/measure/turns"
)

// opened returns an empty world with one system.
func opened(t testing.TB) impls.World {
	w, err := soa.Implementation.Open(impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// BenchmarkMove reports what an update costs against a plain function over
// slices as long as its own. The two take turns, and the ratio is of their medians.
func BenchmarkMove(b *testing.B) {
	const n = 10_000
	w := opened(b)
	w.Spawn(0, 0, w.Roster(n))
	ps, vs := make([]kernel.Position, n), make([]kernel.Velocity, n)
	costs := turns.Medians(b, 100,
		func() { w.Run(0, kernel.DeltaTime) },
		func() { byHand(ps, vs, kernel.DeltaTime) })
	b.ReportMetric(costs[0]/costs[1], "soa/hand")
	b.ReportMetric(costs[0]/n, "ns/entity")
}

//go:noinline
func byHand(p []kernel.Position, v []kernel.Velocity, dt float32) {
	v = v[:len(p)]
	for i := range p {
		p[i].X += v[i].X * dt
		p[i].Y += v[i].Y * dt
	}
}

// TestSteadyState: once its slices have grown, the floor allocates nothing.
func TestSteadyState(t *testing.T) {
	w := opened(t)
	es := w.Roster(1000)
	allocations := testing.AllocsPerRun(10, func() {
		w.Spawn(0, 0, es)
		w.Run(0, kernel.DeltaTime)
		w.Clear()
	})
	if allocations > 0 {
		t.Errorf("%v allocations in a round of create, update and remove", allocations)
	}
}
