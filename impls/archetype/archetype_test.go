package archetype_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/archetype"
	"github.com/ecsbench/ecsbench/kernel"
)

// What worlds of these sizes go over.
const (
	chunkSize = 4096 // rows of a chunk
	pageSize  = 1024 // IDs of a page
)

// large is the configuration of worlds that go over many pages and chunks.
func large() impls.Config {
	tagged := []kernel.Component{kernel.PositionID, kernel.VelocityID, kernel.FirstFiller + 5}
	return impls.Config{
		Types:   kernel.Types(64),
		Systems: []impls.System{impls.SystemOf(kernel.MoveID), impls.SystemOf(kernel.CoastID)},
		Bundles: [][]kernel.Component{kernel.MoveID.Get().Needs, kernel.MoveByMassID.Get().Needs, tagged},
		Moves: []impls.Move{
			{Add: []kernel.Component{kernel.MassID}},
			{Remove: []kernel.Component{kernel.MassID}},
			{Add: []kernel.Component{kernel.FirstFiller + 5}, Remove: []kernel.Component{kernel.VelocityID}},
		},
	}
}

// What is not written down while it is in order has to come out as if it were:
// two worlds that differ in the order alone in which their entities were made,
// changed and ended have the same entities, and a world knows all its handles.
func TestOrderMakesNoDifference(t *testing.T) {
	draw, moves, systems := rand.New(rand.NewPCG(1, 1)), len(large().Moves), len(large().Systems)
	for range 8 {
		const n = 3 * chunkSize
		together, alone := openLarge(t, impls.BatchByList), openLarge(t, impls.PerEntity)
		a, b := together.Handles(n), alone.Handles(n)

		// The same entities: as a few batches in the one, in small parts of
		// different sets in turn in the other.
		cuts := []int{0, draw.IntN(n), n}
		slices.Sort(cuts)
		for i := range cuts[1:] {
			together.Spawn(i, uint32(cuts[i]), a.Slice(cuts[i], cuts[i+1]))
		}
		for at := [2]int{cuts[0], cuts[1]}; at[0] < cuts[1] || at[1] < n; {
			i := draw.IntN(2)
			to := min(at[i]+1+draw.IntN(2000), cuts[i+1])
			alone.Spawn(i, uint32(at[i]), b.Slice(at[i], to))
			at[i] = to
		}
		same(t, together, alone, a, b)

		for step := range 12 {
			from := draw.IntN(n)
			to := min(n, from+draw.IntN(2*chunkSize))
			there := a.Slice(from, to)
			order := draw.Perm(to - from)
			here := b.Slice(from, to)
			move := draw.IntN(moves + 1)
			if step == 6 && draw.IntN(2) == 0 {
				if got, want := together.Clear(), alone.Clear(); got != want {
					t.Fatalf("Clear ended %d and %d entities", got, want)
				}
			}
			if move == moves {
				if got, want := together.Destroy(there), alone.Destroy(here.Pick(order)); got != want {
					t.Fatalf("Destroy ended %d and %d entities", got, want)
				}
				together.Spawn(2, uint32(step*n), there)
				alone.Spawn(2, uint32(step*n), here)
			} else if got, want := together.Exchange(move, there, 9), exchangeEach(alone, move, here, order, 9); got != want {
				t.Fatalf("Exchange changed %d and %d entities", got, want)
			}
			for s := range systems {
				if got, want := together.Run(s, kernel.DeltaTime), alone.Run(s, kernel.DeltaTime); got != want {
					t.Fatalf("system %d visited %d and %d entities", s, got, want)
				}
			}
			same(t, together, alone, a, b)
		}
		drain(t, together, alone, a, b, draw)
	}
}

func openLarge(t *testing.T, call impls.AccessMode) *archetype.World {
	cfg := large()
	cfg.Change = call
	return open(t, cfg)
}

func open(t testing.TB, cfg impls.Config) *archetype.World {
	t.Helper()
	w, err := archetype.Implementation.Open(cfg, impls.Values{})
	if err != nil {
		t.Fatal(err)
	}
	return w.(*archetype.World)
}

// exchangeEach makes a move entity by entity, in an order.
func exchangeEach(w *archetype.World, move int, r impls.Handles, order []int, first uint32) (changed int) {
	for _, at := range order {
		changed += w.Exchange(move, r.Slice(at, at+1), first+uint32(at))
	}
	return changed
}

func same(t *testing.T, v, w *archetype.World, a, b impls.Handles) {
	t.Helper()
	have, want := make([]uint64, a.Len()), make([]uint64, b.Len())
	v.Hash(a, have)
	w.Hash(b, want)
	for i := range have {
		if have[i] != want[i] {
			t.Fatalf("entity %d is %#x in the one world and %#x in the other", i, have[i], want[i])
		}
	}
	if v.Len() != w.Len() {
		t.Fatalf("there are %d and %d entities", v.Len(), w.Len())
	}
	if x, y := v.Lookup(a), w.Lookup(b); x != y {
		t.Fatalf("look-ups see %#x and %#x", x, y)
	}
}

// drain ends the entities of two worlds in no order, and demands that those left
// are what they were. Each takes the place of another sooner or later, so a world
// has to know where all of them are, and whose its rows are.
func drain(t *testing.T, v, w *archetype.World, a, b impls.Handles, draw *rand.Rand) {
	t.Helper()
	have, want := make([]uint64, a.Len()), make([]uint64, a.Len())
	v.Hash(a, want)
	for order := draw.Perm(a.Len()); len(order) > 0; {
		n := min(len(order), 1+a.Len()/8)
		ended := 0
		for _, i := range order[:n] {
			if want[i] != 0 {
				ended++
			}
			want[i] = 0
		}
		if x, y := v.Destroy(a.Pick(order[:n])), w.Destroy(b.Pick(order[:n])); x != ended || y != ended {
			t.Fatalf("Destroy ended %d and %d entities, want %d", x, y, ended)
		}
		same(t, v, w, a, b)
		if v.Hash(a, have); !slices.Equal(have, want) {
			t.Fatal("ending some entities changed others")
		}
		order = order[n:]
	}
}

// A handle from before a Clear is stale, also when its ID is in use again.
func TestHandlesOfAClearedWorldAreStale(t *testing.T) {
	w := openLarge(t, impls.BatchByList)
	old, young := w.Handles(2*pageSize), w.Handles(2*pageSize)
	w.Spawn(0, 0, old)
	w.Destroy(old.Slice(10, 20))
	w.Spawn(1, 0, old.Slice(10, 20))
	w.Clear()
	w.Spawn(0, 0, young)
	if n := w.Destroy(old); n != 0 || w.Lookup(old) != 0 || w.Len() != young.Len() {
		t.Errorf("%d entities were ended by stale handles", n)
	}
}

// Once its chunks are there, a world allocates nothing.
func TestSteadyState(t *testing.T) {
	w := openLarge(t, impls.PerEntity)
	es := w.Handles(1000)
	round := func() {
		w.Spawn(0, 0, es)
		w.Exchange(0, es, 0)
		w.Run(0, kernel.DeltaTime)
		w.Destroy(es)
	}
	round()
	if n := testing.AllocsPerRun(10, round); n > 0 {
		t.Errorf("%v allocations in a round of create, change, update and destroy", n)
	}
}
