package game_test

import (
	"fmt"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/asteroids/game"
	"github.com/ecsbench/ecsbench/examples/storages"
)

// played returns a game after so many ticks.
func played(t testing.TB, c game.Config, ticks int) *game.Game {
	t.Helper()
	g, err := game.New(c)
	for i := 0; i < ticks && err == nil; i++ {
		err = g.Step()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

var sequential = ecs.Schedule{Way: ecs.Sequential}

func TestAGameIsPlayed(t *testing.T) {
	g := played(t, game.Config{Seed: 1, Storage: "dense", Rocks: 40, Ships: 12, Schedule: sequential}, 600)
	if s := g.Score; s.Shots < 100 || s.Hits < 50 || s.Rocks < 20 || s.Ships < 1 {
		t.Errorf("after 10 seconds the score is %+v", s)
	}
	var bodies ecs.Query1[game.Position]
	if err := bodies.Bind(g.World); err != nil {
		t.Fatal(err)
	}
	for p := range bodies.All() {
		if p.X < 0 || p.X >= g.Arena.Side || p.Y < 0 || p.Y >= g.Arena.Side {
			t.Errorf("%v has left the arena: %v", bodies.Entity(p), p)
		}
	}
}

func TestOneSeedIsOneGameOnEveryStorage(t *testing.T) {
	c := game.Config{Seed: 7, Storage: "dense", Rocks: 20, Ships: 6, Schedule: sequential}
	want := played(t, c, 200).Hash()
	large := c
	large.Rocks, large.Ships = 200, 50
	wantLarge := played(t, large, 400).Hash()
	for _, name := range storages.Names {
		c.Storage, large.Storage = name, name
		if got := played(t, c, 200).Hash(); got != want {
			t.Errorf("%s plays another game: state %#x, want %#x", name, got, want)
		}
		if name != "sortedslice" && name != "treemap" { // slow
			if got := played(t, large, 400).Hash(); got != wantLarge {
				t.Errorf("%s plays another large game: state %#x, want %#x", name, got, wantLarge)
			}
		}
	}
	c.Seed++
	if played(t, c, 200).Hash() == want {
		t.Error("another seed plays the same game")
	}
}

// exact is the whole state with all handles, which schedules do not change.
func exact(g *game.Game) string {
	all := fmt.Sprint(g.Ticks, g.Score)
	for _, e := range g.Entities() {
		p, _ := ecs.Get[game.Position](g.World, e)
		v, _ := ecs.Get[game.Velocity](g.World, e)
		h, _ := ecs.Get[game.Health](g.World, e)
		all += fmt.Sprintln(e, p, v, h)
	}
	return all
}

// TestSchedulesPlayOneGame plays the same game under 1,000 random schedules.
func TestSchedulesPlayOneGame(t *testing.T) {
	schedules := 1000
	if testing.Short() {
		schedules = 50
	}
	c := game.Config{Seed: 3, Storage: "dense", Rocks: 12, Ships: 6, Schedule: sequential}
	const ticks = 40
	want := exact(played(t, c, ticks))
	for i := range schedules {
		c.Schedule = ecs.Schedule{Way: ecs.Ways[i%len(ecs.Ways)], Workers: 1 + i%4, Shuffle: uint64(i)}
		g := played(t, c, ticks)
		if got := exact(g); got != want {
			t.Fatalf("%+v plays another game: %s\nwant %s", c.Schedule, got, want)
		}
		g.Close()
	}
}

func TestBadGames(t *testing.T) {
	_, unknown := game.New(game.Config{Storage: "tape", Schedule: sequential})
	_, negative := game.New(game.Config{Rocks: -1})
	for _, err := range []error{unknown, negative} {
		if err == nil {
			t.Error("a bad game begins")
		}
	}
}
