package scenarios

import (
	"maps"

	"github.com/ecsbench/ecsbench/impls"
)

// reserve asks what it is worth to say beforehand how many entities will come,
// and what it costs to say too little or too much.
var reserve = Scenario{
	Name:     "reserve",
	Title:    "Reserve",
	Doc:      "in a fresh world with room for a share of them, create N entities with two components",
	Verb:     "creates, with room reserved,",
	From:     "P. Vigier's ECS in C++",
	OnDemand: true,
	Axes: []Axis{{
		Name: "reserved", Title: "reserved", Doc: "percent of the entities that room was reserved for",
		Default: []int{0, 50, 100, 200}, Min: 0, Max: 1000,
	}, entities},
	Options: []impls.Option{changeModes, registerOption},
	Open: func(c Case) (Workload, error) {
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
