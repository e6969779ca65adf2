package scenarios

import "github.com/ecsbench/ecsbench/impls"

// clone copies whole entities, like prefabs.
var clone = Scenario{
	Name:     "clone",
	Title:    "Clone",
	Doc:      "copy each of N entities with K components",
	OnDemand: true,
	Axes:     []Axis{components, entities, aged},
	Options:  []impls.Option{registerOption},
	Open:     lacking("has no call that copies an entity"),
}
