// Package treemap is the variant of seeds 000 and 004 with std::map: components
// packed in an array, found through an ordered tree from entity ID to position.
//
// The tree is a B-tree, the ordered map that a Go program would take; the
// seed's is a red-black tree. Both take a path from the root for each access,
// so both slow down as entities are added; the B-tree's path is shorter.
package treemap

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
	Name:    "treemap",
	Doc:     "packed components, ordered tree from entity to position",
	From:    "P. Vigier's ECS in C++, with std::map",
	Role:    impls.Design,
	Modules: []string{"github.com/tidwall/btree"},
	Options: []impls.Option{seed.DispatchOption(string(seed.Broadcast))},
	Modes:   []impls.AccessMode{impls.BatchByList},
	Parts:   seed.Parts("treemap.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor(shape) },
		NewSet: seed.NewTreeSet,
		Each:   each,
	}), nil
}
