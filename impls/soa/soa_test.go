package soa

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/kernel"
)

// A tick on several workers, with any number of parts, does what a run does.
func TestTickInParts(t *testing.T) {
	needs := kernel.MoveID.Get().Needs
	for _, n := range []int{0, 1, 2*leastRows - 1, 2 * leastRows, 3*leastRows + 1} {
		var states [2][]uint64
		for i := range states {
			w, err := open(impls.Config{
				Types: kernel.Types(32), Systems: []impls.System{impls.SystemOf(kernel.MoveID)}, Bundles: [][]kernel.Component{needs, needs},
			}, nil)
			fixture.Check(t, err)
			es := w.Handles(n)
			w.Spawn(0, 0, es)
			visited := 0
			if i == 0 {
				visited = w.Run(0, kernel.DeltaTime)
			} else {
				visited = w.(impls.Ticker).Tick(3, kernel.DeltaTime)[0]
			}
			if visited != n {
				t.Errorf("%d of %d entities visited", visited, n)
			}
			states[i] = make([]uint64, n)
			w.Hash(es, states[i])
		}
		if !slices.Equal(states[0], states[1]) {
			t.Errorf("%d entities: a tick on three workers changes others than a run", n)
		}
	}
}
