package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// fragments spreads matching entities over many component sets, created alternately. Archetype
// storages pay per set, others for the mixed order.
var fragments = Scenario{
	Name:  "fragments",
	Title: "Fragments",
	Doc:   "one system moves N entities that are spread over many sets of components",
	Axes: []Axis{{
		Name: "archetypes", Title: "archetypes", Doc: "different sets of components that matching entities have",
		Default: []int{32}, Min: 1, Max: 4096,
	}, entities, aged},
	Options: []impls.Option{visitModes, registerOption},
	Open: func(c Setup) (Workload, error) {
		w, err := openFragments(c, 8)
		if err != nil {
			return nil, err
		}
		return w, w.age(c, c.At[aged.Name])
	},
}

// openFragments opens a world of many sets, with rows of `together` entities of a set.
func openFragments(c Setup, together int) (*updates, error) {
	var bundles [][]kernel.Component
	for i := range min(c.At["archetypes"], c.entities()) {
		bundles = append(bundles, fragment(i))
	}
	var rows []row
	for at := 0; at < c.entities(); at += together {
		rows = append(rows, row{len(rows) % len(bundles), min(together, c.entities()-at), uint32(at)})
	}
	return openUpdates(c, bundles, kernel.MoveID, rows)
}

// fragment returns Position, Velocity and the components from Stats on selected by the bits
// of i.
func fragment(i int) []kernel.Component {
	set := []kernel.Component{kernel.PositionID, kernel.VelocityID}
	for c := kernel.StatsID; i != 0; c, i = c+1, i>>1 {
		if i&1 != 0 {
			set = append(set, c)
		}
	}
	return set
}
