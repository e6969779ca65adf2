// Bullethell is a game that plays itself, written by hand on Ark: enemies fire fans of
// bullets, and homing shots hunt the enemies.
//
//	go run ./fidelity/bullethell -record recording.jsonl   record it, for ecsbench world fit
//	go run ./fidelity/bullethell -time < world.json        time its frames, see scripts/fidelity
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"github.com/mlange-42/ark/ecs"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/recorder"
)

// The components.
type (
	Position struct{ X, Y float32 }
	Velocity struct{ X, Y float32 } // units a frame
	Lifetime struct{ Frames int32 }
	Health   struct{ Points int32 }
	Gun      struct {
		Angle, Turn float32
		Wait, Every int32 // frames
	}
	Homing struct{ Target ecs.Entity }
)

// The rules.
const (
	side        = 1024
	enemies     = 200
	enemyHealth = 8
	fan         = 3 // bullets of an enemy
	bulletLife  = 120
	bulletSpeed = 3
	shots       = 8 // homing ones per frame
	shotLife    = 60
	shotSpeed   = 9
	hitDistance = 8
	settled     = 2 * bulletLife
)

type game struct {
	world   *ecs.World
	random  *rand.Rand
	enemies []ecs.Entity
	gone    []ecs.Entity // destroyed at the end of the frame
	fired   []bullet     // created at the end of the frame
	hits    int
	lookups int
	stale   int

	newEnemy  *ecs.Map4[Position, Velocity, Health, Gun]
	newBullet *ecs.Map3[Position, Velocity, Lifetime]
	newShot   *ecs.Map4[Position, Velocity, Lifetime, Homing]
	position  *ecs.Map[Position]
	health    *ecs.Map[Health]

	homing *ecs.Filter3[Position, Velocity, Homing]
	guns   *ecs.Filter2[Position, Gun]
	moving *ecs.Filter2[Position, Velocity]
	ageing *ecs.Filter1[Lifetime]
	mortal *ecs.Filter1[Health]
}

type bullet struct {
	Position
	Velocity
}

func newGame() *game {
	w := ecs.NewWorld()
	g := &game{
		world: w, random: rand.New(rand.NewPCG(1, 2)),
		newEnemy: ecs.NewMap4[Position, Velocity, Health, Gun](w), newBullet: ecs.NewMap3[Position, Velocity, Lifetime](w),
		newShot:  ecs.NewMap4[Position, Velocity, Lifetime, Homing](w),
		position: ecs.NewMap[Position](w), health: ecs.NewMap[Health](w),
		homing: ecs.NewFilter3[Position, Velocity, Homing](w).Register(), guns: ecs.NewFilter2[Position, Gun](w).Register(),
		moving: ecs.NewFilter2[Position, Velocity](w).Register(), ageing: ecs.NewFilter1[Lifetime](w).Register(),
		mortal: ecs.NewFilter1[Health](w).Register(),
	}
	for range enemies {
		g.enemies = append(g.enemies, g.enemy())
	}
	for range settled {
		g.frame(nil)
	}
	return g
}

func (g *game) somewhere() Position {
	return Position{g.random.Float32() * side, g.random.Float32() * side}
}

func (g *game) enemy() ecs.Entity {
	p, v := g.somewhere(), Velocity{g.random.Float32() - 0.5, g.random.Float32() - 0.5}
	every := 4 + g.random.Int32N(5)
	return g.newEnemy.NewEntity(&p, &v, &Health{enemyHealth}, &Gun{Turn: 0.3, Every: every, Wait: g.random.Int32N(every)})
}

// frame plays a frame: the systems, then their changes.
func (g *game) frame(r *recorder.Recorder) {
	for _, s := range []struct {
		name        string
		read, write []string
		run         func() (visited int)
	}{
		{"aim", []string{"Position", "Homing"}, []string{"Velocity"}, g.aim},
		{"shoot", []string{"Position"}, []string{"Gun"}, g.shoot},
		{"move", []string{"Velocity"}, []string{"Position"}, g.move},
		{"age", nil, []string{"Lifetime"}, g.age},
		{"die", []string{"Health"}, nil, g.die},
	} {
		if r == nil {
			s.run()
			continue
		}
		start := time.Now()
		visited := s.run()
		took := time.Since(start)
		r.System(s.name, s.read, s.write)
		r.Took(s.name, visited, took)
		for i := range g.lookups {
			r.Lookup("Position", i < g.stale)
		}
		for range g.hits {
			r.Set("Health")
		}
		g.hits, g.lookups, g.stale = 0, 0, 0
	}
	g.change()
}

// aim turns shots to their targets. Those whose target is gone choose another one.
func (g *game) aim() (visited int) {
	query := g.homing.Query()
	for query.Next() {
		visited++
		p, v, h := query.Get()
		g.lookups++
		if !g.world.Alive(h.Target) {
			g.stale++
			h.Target = g.enemies[g.random.IntN(len(g.enemies))]
		}
		t := g.position.GetUnchecked(h.Target)
		dx, dy := t.X-p.X, t.Y-p.Y
		distance := float32(math.Sqrt(float64(dx*dx + dy*dy)))
		if distance < hitDistance {
			g.health.GetUnchecked(h.Target).Points--
			g.hits++
			g.gone = append(g.gone, query.Entity())
			continue
		}
		v.X, v.Y = shotSpeed*dx/distance, shotSpeed*dy/distance
	}
	return visited
}

func (g *game) shoot() (visited int) {
	query := g.guns.Query()
	for query.Next() {
		visited++
		p, gun := query.Get()
		if gun.Wait--; gun.Wait > 0 {
			continue
		}
		gun.Wait = gun.Every
		gun.Angle += gun.Turn
		for i := range fan {
			sin, cos := math.Sincos(float64(gun.Angle) + 0.2*float64(i))
			g.fired = append(g.fired, bullet{*p, Velocity{float32(cos) * bulletSpeed, float32(sin) * bulletSpeed}})
		}
	}
	return visited
}

func (g *game) move() (visited int) {
	query := g.moving.Query()
	for query.Next() {
		visited++
		p, v := query.Get()
		p.X, p.Y = around(p.X+v.X), around(p.Y+v.Y)
	}
	return visited
}

// around brings a coordinate back from beyond an edge.
func around(x float32) float32 {
	if x < 0 {
		return x + side
	}
	if x >= side {
		return x - side
	}
	return x
}

func (g *game) age() (visited int) {
	query := g.ageing.Query()
	for query.Next() {
		visited++
		l := query.Get()
		if l.Frames--; l.Frames == 0 {
			g.gone = append(g.gone, query.Entity())
		}
	}
	return visited
}

func (g *game) die() (visited int) {
	query := g.mortal.Query()
	for query.Next() {
		visited++
		if query.Get().Points <= 0 {
			g.gone = append(g.gone, query.Entity())
		}
	}
	return visited
}

// change destroys what is gone and creates what was fired.
func (g *game) change() {
	for _, e := range g.gone {
		if g.world.Alive(e) {
			g.world.RemoveEntity(e)
		}
	}
	g.gone = g.gone[:0]
	for i, e := range g.enemies {
		if !g.world.Alive(e) {
			g.enemies[i] = g.enemy()
		}
	}
	for i := range g.fired {
		g.newBullet.NewEntity(&g.fired[i].Position, &g.fired[i].Velocity, &Lifetime{bulletLife})
	}
	g.fired = g.fired[:0]
	for range shots {
		p := g.somewhere()
		g.newShot.NewEntity(&p, &Velocity{}, &Lifetime{shotLife}, &Homing{g.enemies[g.random.IntN(len(g.enemies))]})
	}
}

// record writes a recording of so many frames.
func (g *game) record(path string, frames int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r := recorder.New(file)
	for _, id := range ecs.ComponentIDs(g.world) {
		info, _ := ecs.ComponentInfo(g.world, id)
		r.Component(info.Type.Name(), int(info.Type.Size()), false)
	}
	spawned := func(e ecs.Entity) {
		var names []string
		ids := g.world.Unsafe().IDs(e)
		for i := range ids.Len() {
			info, _ := ecs.ComponentInfo(g.world, ids.Get(i))
			names = append(names, info.Type.Name())
		}
		r.Spawn(uint64(e.ID()), names...)
	}
	query := g.moving.Query()
	for query.Next() {
		spawned(query.Entity())
	}
	r.Frame()
	g.hits, g.lookups, g.stale = 0, 0, 0
	ecs.Observe(ecs.OnCreateEntity).Do(spawned).Register(g.world)
	ecs.Observe(ecs.OnRemoveEntity).Do(func(e ecs.Entity) { r.Destroy(uint64(e.ID())) }).Register(g.world)
	for range frames {
		g.frame(r)
		r.Frame()
	}
	return r.Close()
}

func main() {
	recording := flag.String("record", "", "write a recording of 600 frames to this `file`")
	timed := flag.Bool("time", false, "time frames")
	flag.Parse()
	g := newGame()
	var err error
	switch {
	case *recording != "":
		err = g.record(*recording, 600)
	case *timed:
		err = drive.PlayByHand(os.Stdin, os.Stdout, func() error { g.frame(nil); return nil })
	default:
		g.hits = 0
		for range 600 {
			g.frame(nil)
		}
		fmt.Printf("600 frames, %d hits, %d entities\n", g.hits, g.world.Stats().Entities.Used)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bullethell:", err)
		os.Exit(1)
	}
}
