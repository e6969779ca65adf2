// Package mapvalues is the design of a book about a small ECS (500 lines): one hash map from
// entity to value for each component type, and no arrays. A system iterates over the map of one
// component and looks up the others.
//
// The maps hold pointers to values that are allocated one by one, like the nodes of
// std::unordered_map in the original: a reference to a component survives the insertion of
// others. A Go map of plain values gives out no references, so each update would need two
// look-ups.
package mapvalues

import (
	"embed"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

//go:embed *.go
var source embed.FS

// Implementation is the entry of the registry.
var Implementation = impls.Implementation{
	Name:    "mapvalues",
	Doc:     "hash map from entity to component, iterated and joined by look-up",
	From:    "the book of an ECS in 500 lines",
	Role:    results.Design,
	Options: []impls.Option{seed.DispatchOption(seed.Join)},
	Modes:   []results.AccessMode{results.BatchByList},
	Parts:   seed.Parts("mapvalues.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor[shape]() },
		NewSet: seed.NewHashSet,
		Each:   each,
		Join:   join,
	}), nil
}
