// Package mapvalues is the design of seed 002: for each component type a hash map
// from entity to value, and no array anywhere. A system goes through the map of
// one component and looks the others up.
//
// The maps hold pointers to values that are allocated one by one. That is what
// the seed's std::unordered_map does, whose nodes stay where they are: a
// reference to a component survives the insertion of others. A Go map of plain
// values gives out no references, so each update would be a look-up and a write
// back with a second one.
package mapvalues

import (
	"embed"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "mapvalues",
	Doc:     "hash map from entity to component, iterated and joined by look-up",
	From:    "the book of an ECS in 500 lines",
	Role:    impls.Design,
	Options: []impls.Option{seed.DispatchOption(seed.Join)},
	Modes:   []impls.AccessMode{impls.BatchByList},
	Parts:   seed.Parts("mapvalues.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor(shape) },
		NewSet: seed.NewHashSet,
		Each:   each,
		Join:   join,
	}), nil
}
