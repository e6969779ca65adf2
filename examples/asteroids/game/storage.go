package game

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/ecsbench/ecsbench/ecs"
)

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
