// Package game is asteroids, a game that plays itself: ships hunt rocks, which break into smaller
// ones. The main program in its parent folder draws it, and package storages measures its frames.
//
// A tick is these systems, in this order:
//
//	index    files the rocks by where they are           writes Grid
//	steer    ships turn to the nearest rock and fire     reads Grid
//	move     everything moves, around the edges          in parallel
//	age      bullets burn out
//	strike   bullets that meet a rock emit Hits          in parallel, reads Grid
//	crash    ships that meet a rock emit Hits            reads Grid
//	damage   handles Hits: health goes down
//	die      what has no health left dies; rocks break
//	populate new rocks and ships come in                 writes Random
//
// A seed determines every tick of the game, with every storage and every schedule.
package game

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/storages"
)

// The components.
type (
	Position struct{ X, Y float32 }
	Velocity struct{ X, Y float32 } // units a second
	Health   struct{ Points int32 } // dead at 0
	Rock     struct{ Radius float32 }
	Ship     struct {
		Angle float32 // of the nose
		Ready float32 // seconds until the gun is
	}
	Bullet struct{ Left float32 } // seconds to live
)

// A Hit is the event that something hit a rock.
type Hit struct{ By, Rock ecs.Entity }

// The resources.
type (
	// Arena is the space: a square whose edges meet.
	Arena struct{ Side float32 }
	// Score counts what happened.
	Score struct{ Shots, Hits, Rocks, Ships int }
	// Random draws numbers. Systems that have it run one after the other.
	Random struct{ *rand.Rand }
)

// Config is how a game begins.
type Config struct {
	Seed    uint64
	Rocks   int    // of full size, which come back when they are gone
	Ships   int    // the same
	Storage string // of all components; one of storages.Names
	ecs.Schedule
}

// A Game is a game in progress.
type Game struct {
	*ecs.World
	Arena Arena
	Score Score
	Ticks int

	config Config
	random Random
	grid   Grid
}

// The rules.
const (
	Frame       = ecs.Seconds(1.0 / 60) // length of a tick
	rockRadius  = 8
	leastRadius = 2
	rockSpeed   = 24
	shipSpeed   = 20
	shipRadius  = 2
	shipHealth  = 3
	bulletSpeed = 120
	bulletLife  = 1.2
	reload      = 0.25
	turnRate    = 3 // radians a second
	room        = 48
)

// New begins a game.
func New(c Config) (*Game, error) {
	if c.Rocks < 0 || c.Ships < 0 {
		return nil, fmt.Errorf("game of %d rocks and %d ships: want none or more", c.Rocks, c.Ships)
	}
	design, err := storages.Find(c.Storage)
	if err != nil {
		return nil, err
	}
	w := ecs.New()
	side := room * float32(math.Ceil(math.Sqrt(float64(c.Rocks+1))))
	g := &Game{
		World:  w,
		Arena:  Arena{Side: max(side, 4*room)},
		config: c,
		random: Random{rand.New(rand.NewPCG(c.Seed, 0))},
	}
	if err := errors.Join(
		storages.Define[Position](w, design), storages.Define[Velocity](w, design), storages.Define[Health](w, design), storages.Define[Rock](w, design), storages.Define[Ship](w, design), storages.Define[Bullet](w, design),
		ecs.DefineEvent[Hit](w),
	); err != nil {
		return nil, err
	}
	return g, errors.Join(
		w.Provide(&g.Arena), w.Provide(&g.Score), w.Provide(&g.random), w.Provide(&g.grid), w.Provide(&g.config),
		w.Add("index", index),
		w.Add("steer", steer),
		w.Add("move", move),
		w.Add("age", age),
		w.Add("strike", strike),
		w.Add("crash", crash),
		w.Handle("damage", damage),
		w.Add("die", die),
		w.Add("populate", populate),
		w.SetSchedule(c.Schedule),
	)
}

// Step plays a tick.
func (g *Game) Step() error {
	g.Ticks++
	return g.Tick(Frame)
}

func steer(ships *ecs.Query3[Ship, Velocity, ecs.Read[Position]], grid Grid, arena Arena, do *ecs.Commands, score *Score, dt ecs.Seconds) {
	for s, r := range ships.All() {
		v, p := r.B, r.C.Get()
		if target, found := grid.nearest(p); found {
			dx, dy := arena.offset(p, target.Position)
			turn := wrapAngle(angle(dx, dy) - s.Angle)
			most := float32(turnRate * dt)
			s.Angle = wrapAngle(s.Angle + min(max(turn, -most), most))
		}
		sin, cos := sincos(s.Angle)
		v.X, v.Y = float32(cos*shipSpeed), float32(sin*shipSpeed)
		if s.Ready -= float32(dt); s.Ready <= 0 {
			s.Ready += reload
			do.Spawn(p, Velocity{float32(cos * bulletSpeed), float32(sin * bulletSpeed)}, Bullet{bulletLife})
			score.Shots++
		}
	}
}

func move(q *ecs.Query2[Position, ecs.Read[Velocity]], arena Arena, dt ecs.Seconds) {
	q.Parallel(func(part *ecs.Query2[Position, ecs.Read[Velocity]], _ *ecs.Commands) {
		for p, v := range part.All() {
			*p = v.Get().from(*p, arena, dt)
		}
	})
}

// from returns the position reached from p in this time.
func (v Velocity) from(p Position, arena Arena, dt ecs.Seconds) Position {
	return Position{arena.around(p.X + float32(v.X*float32(dt))), arena.around(p.Y + float32(v.Y*float32(dt)))}
}

func age(bullets *ecs.Query1[Bullet], do *ecs.Commands, dt ecs.Seconds) {
	for b := range bullets.All() {
		if b.Left -= float32(dt); b.Left <= 0 {
			_ = do.Destroy(bullets.Entity(b))
		}
	}
}

func strike(bullets *ecs.Query1[ecs.Read[Position]], _ ecs.With[Bullet], grid Grid) {
	bullets.Parallel(func(part *ecs.Query1[ecs.Read[Position]], do *ecs.Commands) {
		for p := range part.All() {
			if rock, met := grid.within(p.Get(), 0); met {
				_ = do.Destroy(part.Entity(p))
				_ = ecs.Emit(do, Hit{part.Entity(p), rock})
			}
		}
	})
}

func crash(ships *ecs.Query1[ecs.Read[Position]], _ ecs.With[Ship], grid Grid, do *ecs.Commands) {
	for p := range ships.All() {
		if rock, met := grid.within(p.Get(), shipRadius); met {
			_ = ecs.Emit(do, Hit{ships.Entity(p), rock})
		}
	}
}

func damage(hits *ecs.Query1[ecs.Read[Hit]], health *ecs.Query1[Health], score *Score) {
	for h := range hits.All() {
		for _, e := range [2]ecs.Entity{h.Get().Rock, h.Get().By} {
			if points, ok := health.Get(e); ok {
				points.Points--
			}
		}
		score.Hits++
	}
}

func die(mortals *ecs.Query4[ecs.Read[Health], ecs.Read[Position], ecs.Read[Velocity], ecs.Maybe[ecs.Read[Rock]]], arena Arena, do *ecs.Commands, score *Score) {
	for h, r := range mortals.All() {
		if h.Get().Points > 0 {
			continue
		}
		_ = do.Destroy(mortals.Entity(h))
		rock := r.D.Get()
		if rock == nil {
			score.Ships++
			continue
		}
		score.Rocks++
		if radius := rock.Get().Radius / 2; radius >= leastRadius {
			p, v := r.B.Get(), r.C.Get()
			for _, side := range [2]float32{1, -1} { // two halves fly off to the sides, a frame apart
				half := Velocity{float32(v.X - side*v.Y), float32(v.Y + side*v.X)}
				do.Spawn(half.from(p, arena, Frame), half, Rock{radius}, rockHealth(radius))
			}
		}
	}
}

func rockHealth(radius float32) Health { return Health{int32(radius / leastRadius)} }

func populate(rocks *ecs.Query1[ecs.Read[Rock]], ships *ecs.Query1[ecs.Read[Ship]], random *Random, arena Arena, c Config, do *ecs.Commands) {
	whole := 0
	for r := range rocks.All() {
		if r.Get().Radius == rockRadius {
			whole++
		}
	}
	for range c.Rocks - whole {
		sin, cos := sincos(random.Float32() * 2 * math.Pi)
		speed := rockSpeed * (0.5 + random.Float32())
		do.Spawn(arena.somewhere(random), Velocity{float32(cos * speed), float32(sin * speed)}, Rock{rockRadius}, rockHealth(rockRadius))
	}
	for range c.Ships - ships.Len() {
		do.Spawn(arena.somewhere(random), Velocity{}, Ship{Angle: random.Float32()}, Health{shipHealth})
	}
}
