// Package columns makes the stores of the seeds by name, for programs written with
// package ecs whose components can be kept in any of them.
package columns

import (
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/seed/core"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/kernel"
)

// Names lists the stores. That of ecs is the library's own tables.
var Names = []string{"ecs", "dense", "hashmap", "treemap", "mapvalues", "sortedslice", "paged"}

// block is how many components a block of paged has: seed 001's default.
const block = 64

// A Design is a way to keep the components of one program.
type Design struct{ name string }

// Named returns the design of a name.
func Named(name string) (Design, error) {
	if !slices.Contains(Names, name) {
		return Design{}, fmt.Errorf("storage %q is not known%s", name, display.DidYouMean(name, Names))
	}
	return Design{name}, nil
}

// Define makes T a component type of a world, kept as the design says.
func Define[T any](w *ecs.World, in Design) error {
	if in.name == "ecs" {
		return ecs.Define[T](w)
	}
	return ecs.DefineIn(w, store[T](in))
}

// DefineEvent makes T an event, in the same way.
func DefineEvent[T any](w *ecs.World, in Design) error {
	if in.name == "ecs" {
		return ecs.DefineEvent[T](w)
	}
	return ecs.DefineEventIn(w, store[T](in))
}

func store[T any](in Design) ecs.Store[T] {
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
	}
	return core.NewColumn(traits)
}
