package soa

import (
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/impls"
)

// BenchmarkMove reports what an update costs against a plain function over the
// same slices. The two take turns, and the ratio is of their medians.
func BenchmarkMove(b *testing.B) {
	const n, batch = 10_000, 100
	w, err := open(impls.Config{
		Components: impls.ComponentKinds(32),
		Systems:    []impls.System{{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos}},
		Sets:       [][]impls.Component{impls.MovePos.Requires()},
	}, nil)
	if err != nil {
		b.Fatal(err)
	}
	w.Spawn(0, 0, make([]impls.Entity, n))
	table := &w.(*world).tables[0]
	var ours, hand []float64
	for b.Loop() {
		start := time.Now()
		for range batch {
			w.Update(0, impls.DeltaTime)
		}
		middle := time.Now()
		for range batch {
			byHand(table.position.values, table.velocity.values, impls.DeltaTime)
		}
		ours = append(ours, float64(middle.Sub(start)))
		hand = append(hand, float64(time.Since(middle)))
	}
	slices.Sort(ours)
	slices.Sort(hand)
	b.ReportMetric(ours[len(ours)/2]/hand[len(hand)/2], "soa/hand")
	b.ReportMetric(ours[len(ours)/2]/n/batch, "ns/entity")
}

//go:noinline
func byHand(p []impls.Position, v []impls.Velocity, dt float32) {
	v = v[:len(p)]
	for i := range p {
		p[i].X += v[i].X * dt
		p[i].Y += v[i].Y * dt
	}
}

// TestSteadyState: once its slices have grown, the floor allocates nothing.
func TestSteadyState(t *testing.T) {
	w, err := open(impls.Config{
		Components: impls.ComponentKinds(32),
		Systems:    []impls.System{{Requires: impls.MovePos.Requires(), Kernel: impls.MovePos}},
		Sets:       [][]impls.Component{impls.MovePos.Requires()},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	es := make([]impls.Entity, 1000)
	allocations := testing.AllocsPerRun(10, func() {
		w.Spawn(0, 0, es)
		w.Update(0, impls.DeltaTime)
		w.Destroy(es)
	})
	if allocations > 0 {
		t.Errorf("%v allocations in a round of create, update and remove", allocations)
	}
}
