package main

import (
	"errors"
	"os"
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/asteroids/game"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/recorder"
)

// The game is of the size that BenchmarkFrame of examples/storages measures. It is recorded and timed
// after half a minute, when the numbers of fragments and bullets have settled.
var asteroids = game.Config{Seed: 1, Rocks: 1000, Ships: 250, Storage: "ecs", Schedule: ecs.Schedule{Way: ecs.Sequential}}

const settled = 1800

func newGame() (*game.Game, error) {
	g, err := game.New(asteroids)
	for err == nil && g.Ticks < settled {
		err = g.Step()
	}
	return g, err
}

func playAsteroids() error {
	g, err := newGame()
	if err != nil {
		return err
	}
	return drive.PlayByHand(os.Stdin, os.Stdout, g.Step)
}

// access lists what the systems read and write, and the entities that they visit.
var access = []struct {
	system, visits string
	read, write    []string
}{
	{"index", "Rock", []string{"Position", "Rock"}, nil},
	{"steer", "Ship", []string{"Position"}, []string{"Ship", "Velocity"}},
	{"move", "Velocity", []string{"Velocity"}, []string{"Position"}},
	{"age", "Bullet", nil, []string{"Bullet"}},
	{"strike", "Bullet", []string{"Position", "Bullet"}, nil},
	{"crash", "Ship", []string{"Position", "Ship"}, nil},
	{"die", "Health", []string{"Health", "Position", "Velocity"}, nil},
	{"populate", "Rock", []string{"Rock"}, nil},
	{"damage", "Hit", []string{"Hit"}, nil},
}

// recordAsteroids writes a recording of the game.
func recordAsteroids(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	g, err := newGame()
	if err != nil {
		return err
	}
	r := recorder.New(file)
	for name, bytes := range map[string]uintptr{
		"Position": unsafe.Sizeof(game.Position{}), "Velocity": unsafe.Sizeof(game.Velocity{}), "Health": unsafe.Sizeof(game.Health{}),
		"Rock": unsafe.Sizeof(game.Rock{}), "Ship": unsafe.Sizeof(game.Ship{}), "Bullet": unsafe.Sizeof(game.Bullet{}), "Hit": unsafe.Sizeof(game.Hit{}),
	} {
		r.Component(name, int(bytes), false)
	}
	counts := make(map[string]int)
	names := func(e ecs.Entity) (list []string) {
		add := func(name string, has bool) {
			if has {
				list = append(list, name)
			}
		}
		add("Position", ecs.Has[game.Position](g.World, e))
		add("Velocity", ecs.Has[game.Velocity](g.World, e))
		add("Health", ecs.Has[game.Health](g.World, e))
		add("Rock", ecs.Has[game.Rock](g.World, e))
		add("Ship", ecs.Has[game.Ship](g.World, e))
		add("Bullet", ecs.Has[game.Bullet](g.World, e))
		add("Hit", ecs.Has[game.Hit](g.World, e))
		return list
	}
	count := func(e ecs.Entity, n int) {
		for _, name := range names(e) {
			counts[name] += n
		}
	}
	spawn := func(e ecs.Entity) { count(e, 1); r.Spawn(uint64(e), names(e)...) }
	for _, e := range g.Entities() {
		spawn(e)
	}
	r.Frame()
	destroy := func(e ecs.Entity) { count(e, -1); r.Destroy(uint64(e)) }
	if err := errors.Join(
		g.Observe(ecs.Enters, spawn, ecs.With[game.Position]{}), g.Observe(ecs.Leaves, destroy, ecs.With[game.Position]{}),
		g.Observe(ecs.Enters, spawn, ecs.With[game.Hit]{}), g.Observe(ecs.Leaves, destroy, ecs.With[game.Hit]{}),
	); err != nil {
		return err
	}
	for range 600 {
		before, hits := map[string]int{}, g.Score.Hits
		for name, n := range counts {
			before[name] = n
		}
		if err := g.Step(); err != nil {
			return err
		}
		before["Hit"] = g.Score.Hits - hits
		for _, a := range access {
			r.System(a.system, a.read, a.write)
			if a.visits != "Hit" || before["Hit"] > 0 {
				r.Took(a.system, before[a.visits], g.System(a.system).Took())
			}
		}
		for range 2 * before["Hit"] { // by damage
			r.Set("Health")
		}
		r.Frame()
	}
	return r.Close()
}
