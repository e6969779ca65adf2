// Package sortedslice is the design of a C++ original: for each component type a slice of entity
// and value, sorted by entity. Systems join these slices like sorted files: each slice advances
// to the highest entity that any slice has reached, until all are equal.
//
// New entities mostly have the highest IDs, so insertion mostly appends. Destroyed IDs are
// reused lowest first: entities created after many destructions are in ascending order again.
package sortedslice

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
	Name:    "sortedslice",
	Doc:     "slice of entity and component sorted by entity, joined by merging",
	From:    "an ECS in C++ of sorted vectors",
	Role:    results.Design,
	Options: []impls.Option{seed.DispatchOption(seed.Join)},
	Modes:   []results.AccessMode{results.BatchByList},
	Parts:   seed.Parts("sortedslice.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor[shape]() },
		NewSet: seed.NewSparseSet,
		Reuse:  seed.LowestFirst,
		Each:   each,
		Join:   join,
	}), nil
}
