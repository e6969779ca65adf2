package scenarios

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// lookup reaches components by handle, the way of an arrow that knows whom it
// is aimed at: in no order, each handle checked.
var lookup = Scenario{
	Name:    "lookup",
	Title:   "Lookup",
	Doc:     "read the Position of each of N entities by its handle",
	Verb:    "looks up",
	Axes:    []Axis{entities, aged},
	Options: []impls.Option{orderOption, registerOption},
	Open: func(c Case) (Workload, error) {
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
		w.order = ordered(c, w.entities)
		return w, nil
	},
}

type lookups struct {
	*updates
	looker impls.Looker
	order  impls.Handles
	passes uint64
	sum    uint64
}

func (w *lookups) MaxOperations() int     { return 1 << 30 }
func (w *lookups) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *lookups) Run(n int) {
	for range n {
		w.sum += w.looker.Lookup(w.order)
	}
	w.passes += uint64(n)
}

func (w *lookups) Verify() error {
	expected, once := kernel.Expect(w.cfg.Types).Alike(w.cfg.Bundles[0]), uint64(0)
	for i := range w.entities.Len() {
		once += expected.Glance(uint32(i))
	}
	if want := once * w.passes; w.sum != want {
		return fmt.Errorf("wrong work: Lookup saw other Positions than there are: sum %#x, want %#x", w.sum, want)
	}
	return w.updates.Verify()
}
