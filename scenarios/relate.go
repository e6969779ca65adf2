package scenarios

import "github.com/ecsbench/ecsbench/impls"

// relate gives entities new parents, few or many, and visits the children of each parent.
var relate = Scenario{
	Name:     "relate",
	Title:    "Relate",
	Doc:      "give each of N entities another of P parents, then visit the children of all parents",
	OnDemand: true,
	Axes: []Axis{{
		Name: "parents", Title: "parents", Doc: "parents of the other entities",
		Default: []int{1, 100}, Min: 1, Max: 100_000,
	}, entities},
	Options: []impls.Option{registerOption},
	Open:    lacking(relations),
}

// despawn destroys whole trees.
var despawn = Scenario{
	Name:     "despawn",
	Title:    "Despawn",
	Doc:      "destroy a tree of N entities by its root",
	OnDemand: true,
	Axes: []Axis{{
		Name: "children", Title: "children", Doc: "children of each entity: 1 is a chain, 2 a deep tree, many a wide one",
		Default: []int{2, 100}, Min: 1, Max: 100_000,
	}, entities},
	Options: []impls.Option{registerOption},
	Open:    lacking(relations),
}

const relations = "has no relations between entities"
