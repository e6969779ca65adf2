package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// lookup reads components by handle, like an arrow aimed at an entity: in random order, with
// checked handles, alternating between component types.
var lookup = Scenario{
	Name:    "lookup",
	Title:   "Lookup",
	Doc:     "read a component of each of N entities by its handle: alternately the Position of one half and the Velocity of the other",
	Axes:    []Axis{entities, aged},
	Options: []impls.Option{orderOption, registerOption},
	Open: func(c Setup) (Workload, error) {
		updates, err := openUpdates(c, [][]kernel.Component{kernel.MoveID.Get().Needs}, kernel.MoveID, []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		if err := updates.age(c, c.At[aged.Name]); err != nil {
			return nil, err
		}
		w := &lookups{updates: updates}
		if w.looker, err = impls.As[impls.Looker](w.world, c.Impl); err != nil {
			return nil, err
		}
		w.order = order(c)
		w.parts = inTwo(w.entities.Pick(w.order))
		return w, nil
	},
}

// reached are the component types that are read by handle, in turn.
var reached = [2]kernel.Component{kernel.PositionID, kernel.VelocityID}

// inTwo divides handles.
func inTwo(r impls.Handles) [2]impls.Handles {
	half := r.Len() / 2
	return [2]impls.Handles{r.Slice(0, half), r.Slice(half, r.Len())}
}

type lookups struct {
	*updates
	looker impls.Looker
	order  []int // of the entities in parts
	parts  [2]impls.Handles
	passes int
	sum    uint64
}

func (w *lookups) MaxOperations() int     { return 1 << 30 }
func (w *lookups) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *lookups) Run(n int) {
	for range n {
		for i, part := range w.parts {
			w.sum += w.looker.Lookup(part, reached[(w.passes+i)%2])
		}
		w.passes++
	}
}

func (w *lookups) Verify() error {
	expected := kernel.Expect(w.cfg.Types).Alike(w.cfg.Bundles[0])
	var pass [2]uint64 // sums of even and odd passes
	for at, i := range w.order {
		part := 0
		if at >= w.parts[0].Len() {
			part = 1
		}
		for turn := range pass {
			pass[turn] += expected.Glance(reached[(turn+part)%2], uint32(i))
		}
	}
	odd := uint64(w.passes / 2)
	if want := pass[0]*(uint64(w.passes)-odd) + pass[1]*odd; w.sum != want {
		return fmt.Errorf("wrong work: Lookup returned wrong components: sum %#x, want %#x", w.sum, want)
	}
	return w.updates.Verify()
}
