package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// crowd adds entities of many sets that a system does not match. Implementations that test
// every set in every pass pay for them.
var crowd = Scenario{
	Name:     "crowd",
	Title:    "Crowd",
	Doc:      "one system moves N entities; others, of many sets of components, do not match",
	OnDemand: true,
	Axes: []Axis{{
		Name: "others", Title: "other sets", Doc: "sets of components that do not match",
		Default: []int{256, 4096}, Min: 1, Max: 16384,
	}, entities, aged},
	Options: []impls.Option{
		visitModes,
		{Name: "each", Doc: "entities of each of the other sets; with 0 the only one was destroyed", Default: "1", Max: 1000},
		registerOption,
	},
	Open: func(c Setup) (Workload, error) {
		bundles := [][]kernel.Component{kernel.MoveID.Get().Needs}
		rows := []row{{0, c.entities(), 0}}
		each := c.Options.Int("each")
		for i := range c.At["others"] {
			other := append([]kernel.Component{kernel.PositionID}, fragment(i + 1)[2:]...)
			bundles = append(bundles, other)
			if each > 0 {
				rows = append(rows, row{i + 1, each, 0})
			}
		}
		w, err := openUpdates(c, bundles, kernel.MoveID, rows)
		if err != nil {
			return nil, err
		}
		if err := w.age(c, c.At[aged.Name]); err != nil || each > 0 {
			return w, err
		}
		changer, err := impls.As[impls.Changer](w.world, c.Impl)
		if err != nil {
			return nil, err
		}
		for i := range bundles[1:] {
			gone := w.world.Handles(1)
			w.world.Spawn(i+1, 0, gone)
			changer.Destroy(gone)
		}
		return w, nil
	},
}
