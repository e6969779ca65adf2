// Package sortedslice is the design of seed 003: for each component type a slice
// of entity and value sorted by entity, and systems that join these slices the
// way sorted files are merged: every slice is advanced to the highest entity
// that any of them stands at, until all agree.
//
// New entities mostly have the highest IDs, so insertion mostly appends. To
// keep it so, destroyed IDs are reused lowest first: what is created after a
// clean-up is in ascending order again.
package sortedslice

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "sortedslice",
	Doc:     "slice of entity and component sorted by entity, joined by merging",
	Seed:    "003",
	Options: []impls.Option{seed.DispatchOption(seed.Join)},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	dispatch, join := seed.Joined(options["dispatch"])
	inner, err := seed.Open(cfg, dispatch, seed.Backend{
		Column: newColumn,
		NewSet: ecs.NewSparseSet,
		Reuse:  ecs.LowestFirst,
	})
	if err != nil {
		return nil, err
	}
	over := seed.Bind(inner, drift, move, moveByMass, place, count, animate)
	if join {
		return seed.BindJoin(inner, over, joinDrift, joinMove, joinMoveByMass, joinPlace, joinCount, joinAnimate), nil
	}
	return over, nil
}

func newColumn(kind impls.Kind, _ impls.Component) ecs.Storage {
	switch kind {
	case impls.KindPosition:
		return NewColumn(impls.PositionTraits)
	case impls.KindVelocity:
		return NewColumn(impls.VelocityTraits)
	case impls.KindMass:
		return NewColumn(impls.MassTraits)
	case impls.KindTransform:
		return NewColumn(impls.TransformTraits)
	case impls.KindInventory:
		return NewColumn(impls.InventoryTraits)
	case impls.KindBones:
		return NewColumn(impls.BonesTraits)
	case impls.KindWord:
		return NewColumn(impls.WordTraits)
	case impls.KindPair:
		return NewColumn(impls.PairTraits)
	case impls.KindQuad:
		return NewColumn(impls.QuadTraits)
	default:
		return NewColumn(impls.BlockTraits)
	}
}
