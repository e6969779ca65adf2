// Package dense is the vector version of seed 004: components packed in an
// array, found through a vector from entity ID to position (a sparse set).
package dense

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name: "dense",
	Doc:  "packed components, vector from entity to position (sparse set)",
	Seed: "004, third and fourth version",
	Options: []impls.Option{
		seed.DispatchOption(string(ecs.Broadcast)),
		{
			Name:    "ids",
			Doc:     "component numbers known to the compiler, or handed out at run time",
			Default: "constant",
			Values:  []string{"constant", "runtime"},
		},
	},
	Open: open,
}

func open(cfg impls.Config, options impls.Values) (impls.World, error) {
	inner, err := seed.Open(cfg, ecs.Dispatch(options["dispatch"]), seed.Backend{
		Column: newColumn,
		NewSet: ecs.NewSparseSet,
	})
	if err != nil {
		return nil, err
	}
	if options["ids"] == "runtime" {
		return seed.BindLate(inner, drift, move, moveByMass, place, count, animate), nil
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
