package main

import (
	"math"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/ecs"
)

const (
	width, height = 120.0, 40.0 // of a torus
	sight         = 4.0         // how far a boid sees others
	closest       = 1.0         // distance that it keeps
	least, most   = 4.0, 9.0    // speed per second
)

type (
	Position struct{ X, Y float64 }
	Velocity struct{ X, Y float64 }
	// Steering is the acceleration that a boid has chosen. Systems that read the velocities of
	// others write to it, so they can run in parallel.
	Steering struct{ X, Y float64 }
)

// A Grid lists the boids by cell: it is a resource. Cells are as large as boids see.
type Grid struct{ cells [][]ecs.Entity }

const columns, rows = int(width / sight), int(height / sight)

func cell(p Position) (column, row int) {
	return int(p.X/sight) % columns, int(p.Y/sight) % rows
}

// newFlock returns a world with boids at random places.
func newFlock(boids int, seed uint64) (*ecs.World, error) {
	w := ecs.New()
	grid := &Grid{make([][]ecs.Entity, columns*rows)}
	for _, err := range []error{
		ecs.Define[Position](w), ecs.Define[Velocity](w), ecs.Define[Steering](w), w.Provide(grid),
		w.Add("index", index), w.Add("steer", steer), w.Add("move", move),
	} {
		if err != nil {
			return nil, err
		}
	}
	var flock ecs.Map3[Position, Velocity, Steering]
	if err := flock.Bind(w); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	return w, flock.NewBatch(boids, func(_ []ecs.Entity, ps []Position, vs []Velocity, _ []Steering) {
		for i := range ps {
			ps[i] = Position{random.Float64() * width, random.Float64() * height}
			sin, cos := math.Sincos(random.Float64() * 2 * math.Pi)
			vs[i] = Velocity{cos * least, sin * least}
		}
	})
}

// index fills the grid.
func index(q *ecs.Query1[ecs.Read[Position]], grid *Grid) {
	for i := range grid.cells {
		grid.cells[i] = grid.cells[i][:0]
	}
	for e, p := range q.Each() {
		column, row := cell(p.Get())
		at := row*columns + column
		grid.cells[at] = append(grid.cells[at], e)
	}
}

// steer lets each boid avoid those that are close, and follow the others that it sees.
func steer(q *ecs.Query2[ecs.Read[Position], Steering], others *ecs.Map2[ecs.Read[Position], ecs.Read[Velocity]], grid Grid) {
	q.Parallel(func(part *ecs.Query2[ecs.Read[Position], Steering], _ *ecs.Commands) {
		for e, boid := range part.Each() {
			*boid.B = grid.choose(e, boid.A.Get(), others)
		}
	})
}

func (grid Grid) choose(self ecs.Entity, p Position, others *ecs.Map2[ecs.Read[Position], ecs.Read[Velocity]]) (s Steering) {
	var away, heading, centre Steering
	seen := 0.0
	column, row := cell(p)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			at := (row+dy+rows)%rows*columns + (column+dx+columns)%columns
			for _, other := range grid.cells[at] {
				op, ov := others.Get(other)
				x, y := offset(op.Get().X-p.X, width), offset(op.Get().Y-p.Y, height)
				distance := math.Hypot(x, y)
				if other == self || distance > sight {
					continue
				}
				seen++
				heading.X, heading.Y = heading.X+ov.Get().X, heading.Y+ov.Get().Y
				centre.X, centre.Y = centre.X+x, centre.Y+y
				if distance < closest {
					away.X, away.Y = away.X-x, away.Y-y
				}
			}
		}
	}
	if seen > 0 {
		s.X = 8*away.X + heading.X/seen + centre.X/seen/4
		s.Y = 8*away.Y + heading.Y/seen + centre.Y/seen/4
	}
	return s
}

// offset is the shorter way around the torus.
func offset(d, size float64) float64 { return math.Remainder(d, size) }

func move(q *ecs.Query3[Position, Velocity, ecs.Read[Steering]], dt ecs.Seconds) {
	t := float64(dt)
	for p, row := range q.All() {
		v, s := row.B, row.C.Get()
		v.X, v.Y = v.X+s.X*t, v.Y+s.Y*t
		if speed := math.Hypot(v.X, v.Y); speed > 0 {
			to := min(max(speed, least), most) / speed
			v.X, v.Y = v.X*to, v.Y*to
		}
		p.X, p.Y = math.Mod(p.X+v.X*t+width, width), math.Mod(p.Y+v.Y*t+height, height)
	}
}

// order is 1 if all boids fly in one direction, and near 0 if they fly in all directions.
func order(w *ecs.World) (float64, error) {
	var q ecs.Query1[ecs.Read[Velocity]]
	if err := q.Bind(w); err != nil {
		return 0, err
	}
	var x, y float64
	for v := range q.All() {
		speed := math.Hypot(v.Get().X, v.Get().Y)
		x, y = x+v.Get().X/speed, y+v.Get().Y/speed
	}
	return math.Hypot(x, y) / float64(max(1, q.Len())), nil
}
