// Package paged is the design of seed 001: for each component type an array
// indexed by entity ID, of which only the blocks exist that hold something. It
// lies between an array as long as there are IDs and a list of single
// components, and the size of a block says where: large blocks for components
// that nearly all entities have, blocks of one for the rare.
//
// IDs are reused lowest first, so that blocks stay full, and systems find
// their members by a scan of the signatures of all entities.
package paged

import (
	"strconv"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "paged",
	Doc:     "array indexed by entity, made of blocks that exist while in use",
	Seed:    "001",
	Options: append([]impls.Option{seed.DispatchOption(string(ecs.Scan))}, blockOptions()...),
	Open:    open,
}

const (
	defaultBlock = 64      // components, the seed's
	maxBlock     = 1 << 16 // components
	asOthers     = "block" // the size that all types have unless told otherwise
)

// blockOptions are block, for all types, and block.position and so on, for
// each of the types that kernels work on.
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
	for c := range impls.FirstFiller {
		kind := impls.Kind(c)
		options = append(options, impls.Option{
			Name:    "block." + kind.String(),
			Doc:     "components of a block of " + kind.String(),
			Default: asOthers,
			Values:  append([]string{asOthers}, sizes...),
		})
	}
	return options
}

// blockOf returns the size of the blocks of a component type.
func blockOf(c impls.Component, options impls.Values) int {
	if c < impls.FirstFiller {
		own := "block." + impls.Kind(c).String()
		if options[own] != asOthers {
			return options.Int(own)
		}
	}
	return options.Int("block")
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	inner, err := seed.Open(cfg, ecs.Dispatch(options["dispatch"]), seed.Backend{
		Column: func(kind impls.Kind, c impls.Component) ecs.Storage {
			return newColumn(kind, blockOf(c, options))
		},
		NewSet: ecs.NewSparseSet,
		Reuse:  ecs.LowestFirst,
	})
	if err != nil {
		return nil, err
	}
	return seed.Bind(inner, drift, move, moveByMass, place, count, animate), nil
}

func newColumn(kind impls.Kind, block int) ecs.Storage {
	switch kind {
	case impls.KindPosition:
		return NewColumn(impls.PositionTraits, block)
	case impls.KindVelocity:
		return NewColumn(impls.VelocityTraits, block)
	case impls.KindMass:
		return NewColumn(impls.MassTraits, block)
	case impls.KindTransform:
		return NewColumn(impls.TransformTraits, block)
	case impls.KindInventory:
		return NewColumn(impls.InventoryTraits, block)
	case impls.KindBones:
		return NewColumn(impls.BonesTraits, block)
	case impls.KindWord:
		return NewColumn(impls.WordTraits, block)
	case impls.KindPair:
		return NewColumn(impls.PairTraits, block)
	case impls.KindQuad:
		return NewColumn(impls.QuadTraits, block)
	default:
		return NewColumn(impls.BlockTraits, block)
	}
}
