// Package treemap is the variant of seeds 000 and 004 with std::map: components
// packed in an array, found through an ordered tree from entity ID to position.
//
// The tree is a B-tree, the ordered map that a Go program would take; the
// seed's is a red-black tree. Both take a path from the root for each access,
// so both slow down as entities are added; the B-tree's path is shorter.
package treemap

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:    "treemap",
	Doc:     "packed components, ordered tree from entity to position",
	Seed:    "000; 004, with std::map",
	Modules: []string{"github.com/tidwall/btree"},
	Options: []impls.Option{seed.DispatchOption(string(ecs.Broadcast))},
	Open:    open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	inner, err := seed.Open(cfg, ecs.Dispatch(options["dispatch"]), seed.Backend{
		Column: newColumn,
		NewSet: ecs.NewTreeSet,
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
