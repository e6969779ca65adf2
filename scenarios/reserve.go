package scenarios

import (
	"maps"

	"github.com/ecsbench/ecsbench/impls"
)

// reserve measures the benefit of announcing the number of entities, exactly or wrongly.
var reserve = Scenario{
	Name:     "reserve",
	Title:    "Reserve",
	Doc:      "create N entities with two components in a fresh world with reserved room for a share of them",
	From:     "P. Vigier's ECS in C++",
	OnDemand: true,
	Axes: []Axis{{
		Name: "reserved", Title: "reserved", Doc: "percent of the entities with reserved room",
		Default: []int{0, 50, 100, 200}, Min: 0, Max: 1000,
	}, entities},
	Options: []impls.Option{changeModes, registerOption},
	Open: func(c Setup) (Workload, error) {
		point := Point{components.Name: 2}
		maps.Copy(point, c.At)
		c.At = point
		w, err := newCreation(c)
		if err == nil {
			w.cfg.Capacity = c.entities() * c.At["reserved"] / 100
		}
		return w, err
	},
}
