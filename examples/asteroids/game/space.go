package game

import (
	"math"

	"github.com/ecsbench/ecsbench/ecs"
)

// around wraps a coordinate at the edges.
func (a Arena) around(x float32) float32 {
	if x < 0 {
		return min(x+a.Side, math.Nextafter32(a.Side, 0))
	}
	if x >= a.Side {
		return x - a.Side
	}
	return x
}

// offset returns the shortest way from one position to another.
func (a Arena) offset(from, to Position) (dx, dy float32) {
	return a.shortest(to.X - from.X), a.shortest(to.Y - from.Y)
}

func (a Arena) shortest(d float32) float32 {
	if d > a.Side/2 {
		return d - a.Side
	}
	if d < -a.Side/2 {
		return d + a.Side
	}
	return d
}

func (a Arena) somewhere(r *Random) Position {
	return Position{r.Float32() * a.Side, r.Float32() * a.Side}
}

func angle(dx, dy float32) float32 { return float32(math.Atan2(float64(dy), float64(dx))) }

func sincos(angle float32) (sin, cos float32) {
	s, c := math.Sincos(float64(angle))
	return float32(s), float32(c)
}

// wrapAngle wraps an angle to -π to π.
func wrapAngle(a float32) float32 {
	for a > math.Pi {
		a -= 2 * math.Pi
	}
	for a < -math.Pi {
		a += 2 * math.Pi
	}
	return a
}

// A Grid sorts the rocks by position into square cells.
type Grid struct {
	arena Arena
	cells int // along a side
	size  float32
	start []int32 // by cell: where its rocks begin in rocks; one more at the end
	rocks []filed
}

type filed struct {
	Position
	radius float32
	entity ecs.Entity
}

// index sorts the rocks: it counts them, assigns each cell its part, and fills the parts.
func index(rocks *ecs.Query2[ecs.Read[Position], ecs.Read[Rock]], grid *Grid, arena Arena) {
	g := grid
	g.arena = arena
	g.cells = max(3, int(arena.Side/(2*rockRadius)))
	g.size = arena.Side / float32(g.cells)
	g.start = append(g.start[:0], make([]int32, g.cells*g.cells+1)...)
	g.rocks = append(g.rocks[:0], make([]filed, rocks.Len())...)
	for p := range rocks.All() {
		g.start[g.cell(p.Get())]++
	}
	sum := int32(0)
	for i, n := range g.start {
		sum += n
		g.start[i] = sum
	}
	for e, rock := range rocks.Each() {
		position := rock.A.Get()
		at := g.cell(position)
		g.start[at]--
		g.rocks[g.start[at]] = filed{position, rock.B.Get().Radius, e}
	}
}

func (g *Grid) cell(p Position) int {
	return g.along(p.Y)*g.cells + g.along(p.X)
}

func (g *Grid) along(x float32) int { return min(g.cells-1, max(0, int(x/g.size))) }

// near calls f with the rocks in the cells around a position.
func (g *Grid) near(p Position, f func(*filed)) {
	column, row := g.along(p.X), g.along(p.Y)
	for dy := -1; dy <= 1; dy++ {
		y := (row + dy + g.cells) % g.cells
		for dx := -1; dx <= 1; dx++ {
			at := y*g.cells + (column+dx+g.cells)%g.cells
			for i := g.start[at]; i < g.start[at+1]; i++ {
				f(&g.rocks[i])
			}
		}
	}
}

// within returns the nearest rock that touches a circle.
func (g *Grid) within(p Position, radius float32) (rock ecs.Entity, met bool) {
	r, found := g.best(p, func(r *filed, distance float32) bool {
		reach := r.radius + radius
		return distance <= float32(reach*reach)
	})
	return r.entity, found
}

// nearest returns the nearest of the near rocks.
func (g *Grid) nearest(p Position) (rock filed, found bool) {
	return g.best(p, func(*filed, float32) bool { return true })
}

// best returns the nearest accepted rock. Of two at equal distance the position decides, not the
// order in the grid, so the game is the same on storages with another visiting order.
func (g *Grid) best(p Position, does func(r *filed, distance float32) bool) (rock filed, found bool) {
	least := float32(math.MaxFloat32)
	g.near(p, func(r *filed) {
		d := g.distance(p, r)
		if d > least || !does(r, d) {
			return
		}
		if d < least || r.X < rock.X || r.X == rock.X && r.Y < rock.Y {
			least, rock, found = d, *r, true
		}
	})
	return rock, found
}

// distance is squared.
func (g *Grid) distance(p Position, r *filed) float32 {
	dx, dy := g.arena.offset(p, r.Position)
	return float32(dx*dx) + float32(dy*dy)
}
