// Package columns makes the storages of the seed backends by name, for programs
// written with package ecs that run on all of them.
package columns

import (
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
)

// Names lists the storages.
var Names = []string{"dense", "hashmap", "treemap", "mapvalues", "sortedslice", "paged"}

// block is how many components a block of paged has: seed 001's default.
const block = 64

// Of returns an empty storage for components of the type T.
func Of[T any](name string) (ecs.StorageOf[T], error) {
	var traits ecs.Traits[T] // nothing is filled or hashed
	switch name {
	case "dense":
		return ecs.NewColumn(traits), nil
	case "hashmap":
		return hashmap.NewColumn(traits), nil
	case "treemap":
		return treemap.NewColumn(traits), nil
	case "mapvalues":
		return mapvalues.NewColumn(traits), nil
	case "sortedslice":
		return sortedslice.NewColumn(traits), nil
	case "paged":
		return paged.NewColumn(traits, block), nil
	}
	return nil, fmt.Errorf("storage %q is not known%s", name, impls.DidYouMean(name, Names))
}
