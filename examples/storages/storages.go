// Package storages keeps the components of package ecs in the seed storages of impls, instead of
// the tables of the library. Its benchmarks measure what that costs a program: the benchmark of a
// book about a small ECS, events that are entities, and the frames of a game. They verify the state
// of every entity after the timed part.
//
//	go test -C examples ./storages -run '^$' -bench .
//	cd examples && ecsbench bench --bench Frame ./storages    # a file for ecsbench compare and gate
package storages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
	"github.com/ecsbench/ecsbench/kernel"
)

// Names lists the storages of components. That of ecs is the tables of the library.
var Names = []string{"ecs", "dense", "hashmap", "treemap", "mapvalues", "sortedslice", "paged"}

// pagedBlock is the number of components per block of paged: the default of the C++ original.
const pagedBlock = 64

// A Storage is a way to keep the components of one program.
type Storage struct{ name string }

// Find returns the storage of a name.
func Find(name string) (Storage, error) {
	if !slices.Contains(Names, name) {
		return Storage{}, fmt.Errorf("storage %q is not known: use %s", name, strings.Join(Names, ", "))
	}
	return Storage{name}, nil
}

// Define makes T a component type of a world, kept in the storage.
func Define[T any](w *ecs.World, in Storage) error {
	if in.name == "ecs" {
		return ecs.Define[T](w)
	}
	return ecs.DefineIn(w, storeOf[T](in))
}

// DefineEvent makes T an event, in the same way.
func DefineEvent[T any](w *ecs.World, in Storage) error {
	if in.name == "ecs" {
		return ecs.DefineEvent[T](w)
	}
	return ecs.DefineEventIn(w, storeOf[T](in))
}

func storeOf[T any](in Storage) ecs.Store[T] {
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
