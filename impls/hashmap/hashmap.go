// Package hashmap is the first version of the C++ original: components are packed in an
// array and found through a hash map from entity ID to position. Every access to a
// component hashes the ID, even when a system visits all members in order. This look-up
// takes most of the time.
//
// The option table selects Go's map ([Column]) or a table for integer keys.
package hashmap

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
	Name:    "hashmap",
	Doc:     "packed components, hash map from entity to position",
	From:    "P. Vigier's ECS in C++, first version",
	Role:    results.Design,
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
	Modes: []results.AccessMode{results.BatchByList},
	Parts: append(seed.Parts("hashmap.(*Column[…])", "hashmap.(*intColumn[…])"),
		impls.Part{Functions: "intmap.(*Map[…]).Get", Work: "map lookups", Memory: impls.ForIndex},
		impls.Part{Functions: "intmap.(*Map[…]).Put", Work: "map insertions", Memory: impls.ForIndex},
		impls.Part{Functions: "intmap.(*Map[…]).Del", Work: "map deletions", Memory: impls.ForIndex},
		impls.Part{Functions: "intmap.", Memory: impls.ForIndex}),
	Source: seed.Sources{Own: source},
	Open:   open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	newColumn, newSet, loop := newColumnFor, seed.NewHashSet, each
	if options["table"] == "intmap" {
		newColumn, newSet, loop = newIntColumnFor, newIntSet, eachInt
	}
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, _ kernel.Component) seed.Storage { return newColumn[shape]() },
		NewSet: newSet,
		Each:   loop,
	}), nil
}
