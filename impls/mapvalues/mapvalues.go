// Package mapvalues is the design of seed 002: for each component type a hash map
// from entity to value, and no array anywhere. A system goes through the map of
// one component and looks the others up.
//
// The maps hold pointers to values that are allocated one by one. That is what
// the seed's std::unordered_map does, whose nodes stay where they are: a
// reference to a component survives the insertion of others. A Go map of plain
// values gives out no references, so each update would be a look-up and a write
// back with a second one.
package mapvalues

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "mapvalues",
	Doc:     "hash map from entity to component, iterated and joined by look-up",
	Seed:    "002",
	Options: []impls.Option{seed.DispatchOption(seed.Join)},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	dispatch, join := seed.Joined(options["dispatch"])
	inner, err := seed.Open(cfg, dispatch, seed.Backend{
		Column: newColumn,
		NewSet: ecs.NewHashSet,
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
