package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// freelist measures iteration after random replacement, which mixes the order of entities. The
// ID freed last (dense:reuse=last) or the lowest one (dense:reuse=lowest) is reused.
var freelist = Scenario{
	Name:     "freelist",
	Title:    "FreeList",
	Doc:      "one system moves N entities, which were all replaced R times in random order",
	From:     "pfirsich/cpp-ecs and P. Vigier's ECS in C++",
	OnDemand: true,
	Axes: []Axis{{
		Name: "rounds", Title: "rounds", Doc: "replacements of all entities, a few at a time",
		Default: []int{0, 1, 4}, Min: 0, Max: 100,
	}, entities},
	Options: []impls.Option{visitModes, registerOption},
	Open: func(c Setup) (Workload, error) {
		w, err := openUpdates(c, [][]kernel.Component{kernel.MoveID.Get().Needs}, kernel.MoveID, []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		return w, w.age(c, c.At["rounds"])
	},
}
