// Package columns makes the storages of backends by name, for programs written
// with package ecs that run on all of them.
package columns

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
	"github.com/ecsbench/ecsbench/internal/words"
	"github.com/ecsbench/ecsbench/kernel"
)

// Names lists the storages. That of archetype is [ecs.Tables].
var Names = []string{"dense", "hashmap", "treemap", "mapvalues", "sortedslice", "paged", "archetype"}

// block is how many components a block of paged has: seed 001's default.
const block = 64

// A Design is a storage for the components of one program.
type Design struct {
	name   string
	tables *ecs.Tables
}

// Named returns the design of a name.
func Named(name string) (Design, error) {
	if !slices.Contains(Names, name) {
		return Design{}, fmt.Errorf("storage %q is not known%s", name, words.DidYouMean(name, Names))
	}
	return Design{name, ecs.NewTables()}, nil
}

// Define makes T a component type of a simulation, kept in storage of the design.
func Define[T any](s *ecs.Sim, in Design) error { return ecs.Define(s, storage[T](in)) }

// DefineEvent makes T an event, in the same way.
func DefineEvent[T any](s *ecs.Sim, in Design) error { return ecs.DefineEvent(s, storage[T](in)) }

func storage[T any](in Design) ecs.StorageOf[T] {
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
		return paged.NewColumn(traits, block)
	case "archetype":
		return ecs.InTables[T](in.tables)
	}
	return ecs.NewColumn(ecs.Traits[T]{})
}
