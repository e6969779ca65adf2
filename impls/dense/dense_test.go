package dense

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// opened returns a world of n entities without the loops of the backend.
func opened(b testing.TB, n int) *seed.World {
	w, err := seed.Open(impls.Config{
		Components: impls.ComponentKinds(32),
		Systems:    []impls.System{{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos}},
		Sets:       [][]impls.Component{{impls.PositionID, impls.VelocityID}},
	}, ecs.Broadcast, seed.Backend{Column: newColumn, NewSet: ecs.NewSparseSet})
	if err != nil {
		b.Fatal(err)
	}
	w.Spawn(0, 0, make([]impls.Entity, n))
	return w
}

// BenchmarkMove reports what an update costs against a loop written by hand
// over the same arrays. They take turns, and the ratios are of medians.
func BenchmarkMove(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			inner := opened(b, n)
			dense := seed.Bind(inner, drift, move, moveByMass, place, count, animate)
			runtime := seed.BindLate(inner, drift, move, moveByMass, place, count, animate)
			p := seed.Column[*Column[impls.Position]](inner, impls.PositionID)
			v := seed.Column[*Column[impls.Velocity]](inner, impls.VelocityID)
			costs := takeTurns(b, 1_000_000/n,
				func() { byHand(inner.Members(0), p.Values, v.Values, p.position, v.position, impls.DeltaTime) },
				func() { dense.Update(0, impls.DeltaTime) },
				func() { runtime.Update(0, impls.DeltaTime) },
			)
			b.ReportMetric(costs[1]/costs[0], "dense/hand")
			b.ReportMetric(costs[2]/costs[1], "runtime/constant")
			b.ReportMetric(costs[1]/float64(n), "ns/entity")
		})
	}
}

// takeTurns returns the median cost of each function in nanoseconds.
func takeTurns(b *testing.B, batch int, fs ...func()) []float64 {
	took := make([][]float64, len(fs))
	for b.Loop() {
		for i, f := range fs {
			start := time.Now()
			for range batch {
				f()
			}
			took[i] = append(took[i], float64(time.Since(start))/float64(batch))
		}
	}
	medians := make([]float64, len(fs))
	for i := range fs {
		slices.Sort(took[i])
		medians[i] = took[i][len(took[i])/2]
	}
	return medians
}

//go:noinline
func byHand(ids []ecs.ID, p []impls.Position, v []impls.Velocity, pi, vi []uint32, dt float32) {
	for _, id := range ids {
		pos, vel := &p[pi[id]], &v[vi[id]]
		pos.X += vel.X * dt
		pos.Y += vel.Y * dt
	}
}
