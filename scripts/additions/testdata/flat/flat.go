// Package flat is the simplest storage: for each component type an array with a place for every
// entity ID. Nothing is searched, and memory is paid for entities without the component.
package flat

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
	Name:    "flat",
	Doc:     "an array for each component type, with a place for every entity ID",
	Role:    results.Design,
	Options: []impls.Option{seed.DispatchOption(string(seed.Scan)), seed.ReuseOption(seed.LowestFirst)},
	Modes:   []results.AccessMode{results.BatchByList},
	Parts:   seed.Parts("flat.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor[shape]() },
		NewSet: seed.NewSparseSet,
		Reuse:  seed.Reuse(options),
		Each:   each,
	}), nil
}
