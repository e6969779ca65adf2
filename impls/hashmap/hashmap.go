// Package hashmap is the first version of seeds 000 and 004: components packed
// in an array, found through a hash map from entity ID to position. Every
// access to a component hashes the ID, also when a system goes through all
// members in order; that look-up is where the seed's profile shows the time.
package hashmap

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "hashmap",
	Doc:     "packed components, hash map from entity to position",
	Seed:    "000; 004, first version",
	Options: []impls.Option{seed.DispatchOption(string(ecs.Broadcast))},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	inner, err := seed.Open(cfg, ecs.Dispatch(options["dispatch"]), seed.Backend{
		Column: newColumn,
		NewSet: ecs.NewHashSet,
	})
	if err != nil {
		return nil, err
	}
	return seed.Bind(inner, drift, move, moveByMass, place, count, animate), nil
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
