package archetype_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// What was touched is found once, wherever it has moved since.
func TestTouchedRowsAreFoundWhereverTheyMove(t *testing.T) {
	place := kernel.PlaceID.Get().Needs
	mass := []kernel.Component{kernel.MassID}
	w := open(t, impls.Config{
		Types:   kernel.Types(32),
		Bundles: [][]kernel.Component{place},
		Moves:   []impls.Move{{Add: mass}, {Remove: mass}},
		Detect:  true,
		Change:  impls.PerEntity,
	})
	draw := rand.New(rand.NewPCG(3, 3))
	const n = 3*chunkSize + 100
	r := w.Handles(n)
	w.Spawn(0, 0, r)
	for range 6 {
		touched := make(map[int]bool)
		for range 300 {
			at := draw.IntN(n)
			w.Touch(r.Slice(at, at+1), kernel.DeltaTime)
			touched[at] = true
		}
		for range 3000 {
			at := draw.IntN(n)
			one := r.Slice(at, at+1)
			switch draw.IntN(3) {
			case 0:
				w.Exchange(0, one, 0)
			case 1:
				w.Exchange(1, one, 0)
			case 2:
				w.Destroy(one)
				w.Spawn(0, uint32(at), one)
				delete(touched, at)
			}
		}
		if got := w.Changed(kernel.DeltaTime); got != len(touched) {
			t.Fatalf("%d changed entities were found, want %d", got, len(touched))
		}
		if got := w.Changed(kernel.DeltaTime); got != 0 {
			t.Fatalf("%d changed entities were found a second time", got)
		}
	}
}
