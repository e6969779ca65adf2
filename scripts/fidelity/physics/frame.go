//go:build physics

// Physics records and times a program of others as it is: the circles that collide in package
// bench of github.com/unitoftime/ecs. This file is built beside the file of that package (see
// scripts/fidelity), whose world and systems it calls. Frame follows benchPhysicsOptimized.
package main

import (
	"fmt"
	"math/rand"
	"os"
	"time"

	"github.com/unitoftime/ecs"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/recorder"
)

const (
	circles    = 1000
	collisions = 10 // that end a circle
	settled    = 100
	recorded   = 600
	tick       = 0.015 // seconds
)

type physics struct {
	world    *ecs.World
	moving   *ecs.View2[Position, Velocity]
	counting *ecs.View3[Position, Collider, Count]
	others   *ecs.View2[Position, Collider]
	deaths   int
}

func newPhysics() *physics {
	w := createWorld(circles)
	p := &physics{
		world: w, moving: ecs.Query2[Position, Velocity](w),
		counting: ecs.Query3[Position, Collider, Count](w), others: ecs.Query2[Position, Collider](w),
	}
	for range settled {
		p.frame(nil)
	}
	return p
}

// frame plays a frame; ran is called after each system, unless it is nil.
func (p *physics) frame(ran func(system string)) {
	if ran == nil {
		ran = func(string) {}
	}
	moveCircles(p.moving, tick, maxPosition)
	ran("move")
	p.deaths = 0
	checkCollisions(p.world, p.counting, p.others, collisions, &p.deaths)
	ran("collide")
	for range p.deaths {
		id := p.world.NewId()
		e := ecs.NewEntity(
			ecs.C(Position{maxPosition * rand.Float64(), maxPosition * rand.Float64()}),
			ecs.C(Velocity{maxSpeed * rand.Float64(), maxSpeed * rand.Float64()}),
			ecs.C(Collider{Radius: maxCollider * rand.Float64()}),
			ecs.C(Count{}),
		)
		e.Write(p.world, id)
	}
}

// alive returns the circles alive.
func (p *physics) alive() map[ecs.Id]bool {
	ids := make(map[ecs.Id]bool)
	p.others.MapId(func(id ecs.Id, _ *Position, _ *Collider) { ids[id] = true })
	return ids
}

func record(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r := recorder.New(file)
	for name, bytes := range map[string]int{"Position": 16, "Velocity": 16, "Collider": 8, "Count": 4} {
		r.Component(name, bytes, false)
	}
	access := map[string]struct{ read, write []string }{
		"move":    {nil, []string{"Position", "Velocity"}},
		"collide": {[]string{"Position", "Collider"}, []string{"Count"}},
	}
	p := newPhysics()
	before := make(map[ecs.Id]bool)
	note := func() { // what has come and gone
		now := p.alive()
		for id := range before {
			if !now[id] {
				r.Destroy(uint64(id))
			}
		}
		for id := range now {
			if !before[id] {
				r.Spawn(uint64(id), "Position", "Velocity", "Collider", "Count")
			}
		}
		before = now
		r.Frame()
	}
	note()
	for range recorded {
		start := time.Now()
		p.frame(func(system string) {
			took := time.Since(start)
			r.System(system, access[system].read, access[system].write)
			r.Took(system, circles, took)
			start = time.Now()
		})
		note()
	}
	return r.Close()
}

func init() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "-record":
		err = record(os.Args[2])
	case len(os.Args) == 2 && os.Args[1] == "-time":
		p := newPhysics()
		err = drive.PlayByHand(os.Stdin, os.Stdout, func() error { p.frame(nil); return nil })
	default: // the program of others
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "physics:", err)
		os.Exit(1)
	}
	os.Exit(0)
}
