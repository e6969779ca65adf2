// Package paged is the design of a C++ original: for each component type an array indexed by
// entity ID, without its empty blocks. The block size is a compromise between one large array
// and a list of single components: large blocks suit components that nearly all entities have,
// blocks of one suit rare components.
//
// IDs are reused lowest first, so that blocks stay full, and systems find
// their members by a scan of the signatures of all entities.
package paged

import (
	"embed"
	"strconv"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

//go:embed *.go
var source embed.FS

// Implementation is the entry of the registry.
var Implementation = impls.Implementation{
	Name:    "paged",
	Doc:     "array indexed by entity, made of blocks that exist while in use",
	From:    "pfirsich/cpp-ecs",
	Role:    results.Design,
	Options: append([]impls.Option{seed.DispatchOption(string(seed.Scan)), seed.ReuseOption(seed.LowestFirst)}, blockOptions()...),
	Modes:   []results.AccessMode{results.BatchByList},
	Parts:   seed.Parts("paged.(*Column[…])"),
	Source:  seed.Sources{Own: source},
	Open:    open,
}

const (
	defaultBlock = 64      // components, as in the C++ original
	maxBlock     = 1 << 16 // components
	asOthers     = "block" // the default size of all types
)

// blockOptions are block, for all types, and block.position and so on, for each type that
// kernels work on.
func blockOptions() []impls.Option {
	var sizes []string
	for n := 1; n <= maxBlock; n *= 2 {
		sizes = append(sizes, strconv.Itoa(n))
	}
	options := []impls.Option{{
		Name:    "block",
		Doc:     "components of a block, a power of two",
		Default: strconv.Itoa(defaultBlock),
		Values:  sizes,
	}}
	for _, t := range kernel.Types(int(kernel.FirstFiller)) {
		options = append(options, impls.Option{
			Name:    "block." + t.Name,
			Doc:     "components of a block of " + t.Name,
			Default: asOthers,
			Values:  append([]string{asOthers}, sizes...),
		})
	}
	return options
}

// blockOf returns the size of the blocks of a component type.
func blockOf(c kernel.Component, options impls.Values) int {
	if c < kernel.FirstFiller {
		own := "block." + kernel.Types(int(c) + 1)[c].Name
		if options[own] != asOthers {
			return options.Int(own)
		}
	}
	return options.Int("block")
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	return seed.Open(cfg, options, seed.Backend{
		Column: func(shape kernel.ShapeID, c kernel.Component) seed.Storage {
			return newColumnFor[shape](blockOf(c, options))
		},
		NewSet: seed.NewSparseSet,
		Reuse:  seed.Reuse(options),
		Each:   each,
	}), nil
}
