package dense

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

func opened(b testing.TB, options impls.Values, n int) impls.World {
	w, err := open(impls.Config{
		Components: impls.ComponentKinds(32),
		Systems:    []impls.System{{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos}},
		Sets:       [][]impls.Component{{impls.PositionID, impls.VelocityID}},
	}, options)
	if err != nil {
		b.Fatal(err)
	}
	w.Spawn(0, 0, make([]impls.Entity, n))
	return w
}

// BenchmarkMove compares the backend's loop with one written by hand over the
// same arrays.
func BenchmarkMove(b *testing.B) {
	const n = 100_000
	b.Run("dense", func(b *testing.B) {
		w := opened(b, impls.Values{"dispatch": "broadcast"}, n)
		for b.Loop() {
			w.Update(0, impls.DeltaTime)
		}
	})
	b.Run("runtime", func(b *testing.B) {
		w := opened(b, impls.Values{"dispatch": "broadcast", "ids": "runtime"}, n)
		for b.Loop() {
			w.Update(0, impls.DeltaTime)
		}
	})
	b.Run("hand", func(b *testing.B) {
		w := opened(b, impls.Values{"dispatch": "broadcast"}, n).(*world)
		for b.Loop() {
			byHand(w.Members(0), w.columns.position.Values, w.columns.velocity.Values, w.columns.position.position, w.columns.velocity.position, impls.DeltaTime)
		}
	})
}

//go:noinline
func byHand(ids []ecs.ID, p []impls.Position, v []impls.Velocity, pi, vi []uint32, dt float32) {
	for _, id := range ids {
		pos, vel := &p[pi[id]], &v[vi[id]]
		pos.X += vel.X * dt
		pos.Y += vel.Y * dt
	}
}
