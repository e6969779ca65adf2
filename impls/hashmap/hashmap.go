// Package hashmap is the first version of seeds 000 and 004: components packed
// in an array, found through a hash map from entity ID to position. Every
// access to a component hashes the ID, also when a system goes through all
// members in order; that look-up is where the seed's profile shows the time.
package hashmap

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/hashmap/intkeys"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "hashmap",
	Doc:     "packed components, hash map from entity to position",
	From:    "P. Vigier's ECS in C++, first version",
	Role:    impls.Design,
	Modules: []string{"github.com/kamstrup/intmap"},
	Options: []impls.Option{
		seed.DispatchOption(string(seed.Broadcast)),
		{
			Name:    "table",
			Doc:     "the built-in map, or one that is made for integer keys",
			Default: "go",
			Values:  []string{"go", "intmap"},
		},
	},
	Modes: []impls.AccessMode{impls.BatchByList},
	Parts: append(seed.Parts("hashmap.(*Column[…])", "intkeys.(*column[…])"),
		impls.Part{Functions: "intmap.(*Map[…]).Get", Work: "map lookups", Memory: impls.ForIndex},
		impls.Part{Functions: "intmap.(*Map[…]).Put", Work: "map insertions", Memory: impls.ForIndex},
		impls.Part{Functions: "intmap.(*Map[…]).Del", Work: "map deletions", Memory: impls.ForIndex},
		impls.Part{Functions: "intmap.", Memory: impls.ForIndex}),
	Open: open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	if options["table"] == "intmap" {
		return intkeys.Open(cfg, options)
	}
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumnFor(shape) },
		NewSet: seed.NewHashSet,
		Each:   each,
	})
}
