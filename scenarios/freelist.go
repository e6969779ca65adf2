package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// freelist asks what is left of the order of entities once they have come and
// gone in random order, and what that does to iteration. Seed 004 reuses the ID
// that was freed last, seed 001 the lowest: dense:reuse=last, dense:reuse=lowest.
var freelist = Scenario{
	Name:     "freelist",
	Title:    "FreeList",
	Doc:      "one system moves N entities, all of which were replaced R times in random order",
	Verb:     "moves, after many have come and gone,",
	From:     "pfirsich/cpp-ecs and P. Vigier's ECS in C++",
	OnDemand: true,
	Axes: []Axis{{
		Name: "rounds", Title: "rounds", Doc: "how often all entities were replaced, a few at a time",
		Default: []int{0, 1, 4}, Min: 0, Max: 100,
	}, entities},
	Options: []impls.Option{visitModes, registerOption},
	Open: func(c Case) (Workload, error) {
		w, err := openUpdates(c, [][]kernel.Component{kernel.MoveID.Get().Needs}, kernel.MoveID, []row{{0, c.entities(), 0}})
		if err != nil {
			return nil, err
		}
		return w, w.age(c, c.At["rounds"])
	},
}
