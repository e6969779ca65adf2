package soa

import (
	"slices"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// BenchmarkMove reports what an update costs against a plain function over the
// same slices. The two take turns, and the ratio is of their medians.
func BenchmarkMove(b *testing.B) {
	const n, batch = 10_000, 100
	w, err := open(impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
	}, nil)
	if err != nil {
		b.Fatal(err)
	}
	w.Spawn(0, 0, w.Roster(n))
	table := &w.(*world).tables[0]
	var ours, hand []float64
	for b.Loop() {
		start := time.Now()
		for range batch {
			w.Run(0, kernel.DeltaTime)
		}
		middle := time.Now()
		for range batch {
			byHand(columnOf[kernel.Position](table, kernel.PositionID).values, columnOf[kernel.Velocity](table, kernel.VelocityID).values, kernel.DeltaTime)
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
func byHand(p []kernel.Position, v []kernel.Velocity, dt float32) {
	v = v[:len(p)]
	for i := range p {
		p[i].X += v[i].X * dt
		p[i].Y += v[i].Y * dt
	}
}

// TestSteadyState: once its slices have grown, the floor allocates nothing.
func TestSteadyState(t *testing.T) {
	w, err := open(impls.Config{
		Types:   kernel.Types(32),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
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
