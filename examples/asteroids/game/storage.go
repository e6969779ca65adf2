package game

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
)

// Storages lists what components can be kept in.
var Storages = []string{"dense", "hashmap", "treemap", "mapvalues", "sortedslice", "paged"}

// define makes T a component type in the storage of the game.
func define[T any](g *Game) error {
	var none ecs.Traits[T]
	switch g.config.Storage {
	case "dense", "":
		return ecs.Define[T](g.Sim)
	case "hashmap":
		return ecs.Define[T](g.Sim, hashmap.NewColumn(none))
	case "treemap":
		return ecs.Define[T](g.Sim, treemap.NewColumn(none))
	case "mapvalues":
		return ecs.Define[T](g.Sim, mapvalues.NewColumn(none))
	case "sortedslice":
		return ecs.Define[T](g.Sim, sortedslice.NewColumn(none))
	case "paged":
		return ecs.Define[T](g.Sim, paged.NewColumn(none, 64))
	}
	return fmt.Errorf("storage %q: want one of %v", g.config.Storage, Storages)
}

// Hash returns a hash of the whole state: of every entity with its components,
// and of the score.
func (g *Game) Hash() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, g.Ticks, g.Score)
	for _, e := range g.Entities() {
		fmt.Fprintln(h, e)
		hash[Position](g, h, e)
		hash[Velocity](g, h, e)
		hash[Health](g, h, e)
		hash[Rock](g, h, e)
		hash[Ship](g, h, e)
		hash[Bullet](g, h, e)
	}
	return h.Sum64()
}

func hash[T any](g *Game, w io.Writer, e ecs.Entity) {
	if v, ok := ecs.Get[T](g.Sim, e); ok {
		fmt.Fprintf(w, "%T%v\n", v, v)
	}
}
