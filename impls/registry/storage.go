package registry

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/kernel"
)

// Storages lists the storages of components. That of ecs is the tables of the library.
var Storages = []string{"ecs", "dense", "hashmap", "treemap", "mapvalues", "sortedslice", "paged"}

// pagedBlock is the number of components per block of paged: the default of the C++ original.
const pagedBlock = 64

// A Design is a way to keep the components of one program.
type Design struct{ name string }

// Storage returns the design of a name.
func Storage(name string) (Design, error) {
	if !slices.Contains(Storages, name) {
		return Design{}, fmt.Errorf("storage %q is not known%s", name, display.DidYouMean(name, Storages))
	}
	return Design{name}, nil
}

// Define makes T a component type of a world, kept as the design prescribes.
func Define[T any](w *ecs.World, in Design) error {
	if in.name == "ecs" {
		return ecs.Define[T](w)
	}
	return ecs.DefineIn(w, storeOf[T](in))
}

// DefineEvent makes T an event, in the same way.
func DefineEvent[T any](w *ecs.World, in Design) error {
	if in.name == "ecs" {
		return ecs.DefineEvent[T](w)
	}
	return ecs.DefineEventIn(w, storeOf[T](in))
}

func storeOf[T any](in Design) ecs.Store[T] {
	var traits kernel.Traits[T] // nothing is filled or hashed
	switch in.name {
	case "hashmap":
		return hashmap.NewColumn(traits)
	case "treemap":
		return treemap.NewColumn(traits)
	case "mapvalues":
		return mapvalues.NewColumn(traits)
	case "sortedslice":
		return sortedslice.NewColumn(traits)
	case "paged":
		return paged.NewColumn(traits, pagedBlock)
	}
	return seed.NewDenseColumn(traits)
}
