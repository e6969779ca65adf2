package dense_test

import (
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/measure/turns"
)

// opened returns a world of n entities.
func opened(b testing.TB, n int, ids string) *seed.World {
	w, err := dense.Implementation.Open(impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
	}, impls.Values{"dispatch": string(ecs.Broadcast), "ids": ids})
	if err != nil {
		b.Fatal(err)
	}
	w.Spawn(0, 0, w.Roster(n))
	return w.(*seed.World)
}

// BenchmarkMove reports what an update costs against a loop written by hand
// over the same arrays. They take turns, and the ratios are of medians.
func BenchmarkMove(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			constant, runtime := opened(b, n, "constant"), opened(b, n, "runtime")
			p := seed.Column[*dense.Column[kernel.Position]](constant, kernel.PositionID)
			v := seed.Column[*dense.Column[kernel.Velocity]](constant, kernel.VelocityID)
			costs := turns.Medians(b, 1_000_000/n,
				func() {
					byHand(constant.Members(0), p.Packed.Values, v.Packed.Values, p.Positions, v.Positions, kernel.DeltaTime)
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
func byHand(ids []ecs.ID, p []kernel.Position, v []kernel.Velocity, pi, vi []uint32, dt float32) {
	for _, id := range ids {
		pos, vel := &p[pi[id]], &v[vi[id]]
		pos.X += vel.X * dt
		pos.Y += vel.Y * dt
	}
}
