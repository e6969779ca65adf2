package game

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/kernel"
)

// Hash returns a hash of the entities and the score, without handles: storages with another
// visiting order give entities other handles.
func (g *Game) Hash() (sum uint64) {
	for _, e := range g.Entities() {
		h := fnv.New64a()
		hash[Position](g, h, e)
		hash[Velocity](g, h, e)
		hash[Health](g, h, e)
		hash[Rock](g, h, e)
		hash[Ship](g, h, e)
		hash[Bullet](g, h, e)
		sum += kernel.Mix(h.Sum64())
	}
	h := fnv.New64a()
	fmt.Fprintln(h, g.Ticks, g.Score)
	return sum + kernel.Mix(h.Sum64())
}

func hash[T any](g *Game, w io.Writer, e ecs.Entity) {
	if v, ok := ecs.Get[T](g.World, e); ok {
		fmt.Fprintf(w, "%T%v\n", v, v)
	}
}
