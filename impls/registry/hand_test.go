package registry_test

import (
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/kernel"
)

// moving opens an empty world with one system, which moves.
func moving(t testing.TB, impl string) impls.World {
	t.Helper()
	i, err := registry.Find(impl)
	fixture.Check(t, err)
	w, err := i.Open(impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
	})
	fixture.Check(t, err)
	return w
}

// BenchmarkDense reports what an update costs against a loop written by hand
// over the same arrays. They take turns, and the ratios are of medians.
func BenchmarkDense(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			opened := func(impl string) *seed.World {
				w := moving(b, impl).(*seed.World)
				w.Spawn(0, 0, w.Handles(n))
				return w
			}
			constant, runtime := opened("dense:ids=constant"), opened("dense:ids=runtime")
			p := seed.Column[*dense.Column[kernel.Position]](constant, kernel.PositionID)
			v := seed.Column[*dense.Column[kernel.Velocity]](constant, kernel.VelocityID)
			costs := fixture.MedianTimes(b, 1_000_000/n,
				func() {
					moveIndexed(constant.Members(0), p.Packed.Values, v.Packed.Values, p.Positions, v.Positions, kernel.DeltaTime)
				},
				func() { constant.Run(0, kernel.DeltaTime) },
				func() { runtime.Run(0, kernel.DeltaTime) },
			)
			b.ReportMetric(costs[1]/costs[0], "dense/hand")
			b.ReportMetric(costs[2]/costs[1], "runtime/constant")
			b.ReportMetric(costs[1]/float64(n), "ns/entity")
		})
	}
}

//go:noinline
func moveIndexed(ids []seed.ID, p []kernel.Position, v []kernel.Velocity, pi, vi []uint32, dt float32) {
	for _, id := range ids {
		pos, vel := &p[pi[id]], &v[vi[id]]
		pos.X += vel.X * dt
		pos.Y += vel.Y * dt
	}
}

// BenchmarkSoa reports what an update costs against a plain function over
// slices as long as its own. The two take turns, and the ratio is of their medians.
func BenchmarkSoa(b *testing.B) {
	const n = 10_000
	w := moving(b, "soa")
	w.Spawn(0, 0, w.Handles(n))
	ps, vs := make([]kernel.Position, n), make([]kernel.Velocity, n)
	costs := fixture.MedianTimes(b, 100,
		func() { w.Run(0, kernel.DeltaTime) },
		func() { move(ps, vs, kernel.DeltaTime) })
	b.ReportMetric(costs[0]/costs[1], "soa/hand")
	b.ReportMetric(costs[0]/n, "ns/entity")
}

//go:noinline
func move(p []kernel.Position, v []kernel.Velocity, dt float32) {
	v = v[:len(p)]
	for i := range p {
		p[i].X += v[i].X * dt
		p[i].Y += v[i].Y * dt
	}
}

// TestSteadyState: once its slices have grown, the reference allocates nothing.
func TestSteadyState(t *testing.T) {
	w := moving(t, "soa")
	es := w.Handles(1000)
	allocations := testing.AllocsPerRun(10, func() {
		w.Spawn(0, 0, es)
		w.Run(0, kernel.DeltaTime)
		w.Clear()
	})
	if allocations > 0 {
		t.Errorf("%v allocations in a round of create, update and remove", allocations)
	}
}
