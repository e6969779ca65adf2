// Package treemap is the variant of the C++ originals with std::map: components packed in an
// array, found through an ordered tree from entity ID to position.
//
// The tree is a B-tree, the usual ordered map in Go; the original's is a red-black tree. Each
// access in both follows a path from the root, so both slow down as entities are added. The path
// of a B-tree is shorter.
package treemap

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
	Name:    "treemap",
	Doc:     "packed components, ordered tree from entity to position",
	From:    "P. Vigier's ECS in C++, with std::map",
	Role:    results.Design,
	Modules: []string{"github.com/tidwall/btree"},
	Options: []impls.Option{seed.DispatchOption(string(seed.Broadcast))},
	Modes:   []results.AccessMode{results.BatchByList},
	Parts:   seed.Parts("treemap.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor[shape]() },
		NewSet: seed.NewTreeSet,
		Each:   each,
	}), nil
}
