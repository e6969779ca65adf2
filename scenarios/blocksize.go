package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// blocksize compares block sizes for components that few or many entities have: paged:block=1
// to paged:block=65536.
var blocksize = Scenario{
	Name:     "blocksize",
	Title:    "BlockSize",
	Doc:      "one system moves those of N entities that have Position and Velocity, a share of all",
	From:     "pfirsich/cpp-ecs",
	OnDemand: true,
	Axes: []Axis{{
		Name: "occupancy", Title: "occupancy", Doc: "percent of the entities that have the components, evenly spread",
		Default: []int{1, 10, 50, 100}, Min: 1, Max: 100,
	}, entities},
	Options: []impls.Option{visitModes, registerOption},
	Open: func(c Setup) (Workload, error) {
		bundles := [][]kernel.Component{kernel.MoveID.Get().Needs, {kernel.MassID}}
		var rows []row
		for i := range c.entities() {
			// Entity i has the components if i*share passes a multiple of 100; entity 0 has them.
			bundle := 1
			if share := c.At["occupancy"]; i == 0 || i*share/100 != (i-1)*share/100 {
				bundle = 0
			}
			if n := len(rows); n > 0 && rows[n-1].bundle == bundle {
				rows[n-1].size++
				continue
			}
			rows = append(rows, row{bundle, 1, uint32(i)})
		}
		return openUpdates(c, bundles, kernel.MoveID, rows)
	},
}
