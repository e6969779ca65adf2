// Package dense is the vector version of P. Vigier's ECS in C++: components packed in an array,
// found through a vector from entity ID to position (a sparse set).
package dense

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
	Name: "dense",
	Doc:  "packed components, vector from entity to position (sparse set)",
	From: "P. Vigier's ECS in C++, third and fourth version",
	Role: results.Design,
	Options: []impls.Option{
		seed.DispatchOption(string(seed.Broadcast)),
		seed.ReuseOption(seed.LastFirst),
		{
			Name:    "ids",
			Doc:     "component numbers known to the compiler, or assigned at run time",
			Default: "constant",
			Values:  []string{"constant", "runtime"},
		},
	},
	Modes:  []results.AccessMode{results.BatchByList},
	Parts:  seed.Parts(),
	Source: seed.Sources{Own: source},
	Open:   open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column:  func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor[shape]() },
		NewSet:  seed.NewSparseSet,
		Reuse:   seed.Reuse(options),
		Each:    each,
		Shuffle: options["ids"] == "runtime",
	}), nil
}
