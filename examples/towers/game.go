package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/ecs"
)

const (
	pathLength = 60.0
	towerCost  = 30
	firstLives = 10
	waveTicks  = 200
)

type (
	// Position is a place along the path. Towers have a place, too.
	Position struct{ At float64 }
	Enemy    struct{ Health, Speed, Reward int }
	Tower    struct {
		Range  float64
		Damage int
		Rest   int // ticks until the next shot
	}
	// Aims relates a tower to its enemy. It is removed when the enemy dies.
	Aims struct{ At ecs.Entity }
	// Killed and Leaked are events.
	Killed struct{ Reward int }
	Leaked struct{ Enemy ecs.Entity }
)

// A Game is the state that belongs to no entity: it is a resource, and saved.
type Game struct {
	Tick, Wave   int
	Gold, Lives  int
	Kills, Built int
	Random       rand.PCG
}

// Over reports whether the game is lost.
func (g *Game) Over() bool { return g.Lives <= 0 }

// newGame returns a world with the types and systems, and without entities: to play, or to load a
// savegame.
func newGame(seed uint64) (*ecs.World, *Game, error) {
	w, g := ecs.New(), &Game{Gold: 4 * towerCost, Lives: firstLives, Random: *rand.NewPCG(seed, 0)}
	err := errors.Join(
		ecs.Define[Position](w), ecs.Define[Enemy](w), ecs.Define[Tower](w),
		ecs.DefineRelation[Aims](w, ecs.RemoveRelation), ecs.DefineEvent[Killed](w), ecs.DefineEvent[Leaked](w),
		w.Provide(g), ecs.SaveResource[Game](w))
	playing := ecs.When(func(g Game) bool { return !g.Over() })
	err = errors.Join(err,
		w.Add("attack", attack, playing), w.Add("build", build, playing),
		w.Add("walk", walk, playing), w.Add("aim", aim, playing))
	w.Barrier()
	return w, g, errors.Join(err, w.Add("shoot", shoot, playing), w.Handle("reward", reward), w.Handle("lose", lose))
}

// attack sends a wave of enemies, each stronger than the one before.
func attack(do *ecs.Commands, enemies *ecs.Map2[Position, Enemy], g *Game) error {
	g.Tick++
	if g.Tick%waveTicks != 1 {
		return nil
	}
	g.Wave++
	random := rand.New(&g.Random)
	for i := range 4 + g.Wave {
		enemy := Enemy{Health: 5 + 2*g.Wave*g.Wave, Speed: 2 + random.IntN(4), Reward: 4}
		if _, err := enemies.NewLater(do, Position{-2 * float64(i)}, enemy); err != nil {
			return err
		}
	}
	return nil
}

// build sets a tower at a random place as soon as there is enough gold. Each one costs more.
func build(do *ecs.Commands, towers *ecs.Map2[Position, Tower], g *Game) error {
	cost := towerCost + 5*g.Built
	if g.Gold < cost {
		return nil
	}
	g.Gold -= cost
	g.Built++
	random := rand.New(&g.Random)
	tower, err := towers.NewLater(do, Position{5 + random.Float64()*(pathLength-10)}, Tower{Range: 6, Damage: 3})
	return errors.Join(err, do.Name(tower, fmt.Sprint("tower ", g.Built)))
}

func walk(q *ecs.Query2[Position, ecs.Read[Enemy]], do *ecs.Commands, dt ecs.Seconds) {
	for e, enemy := range q.Each() {
		if enemy.A.At += float64(enemy.B.Get().Speed) * float64(dt); enemy.A.At >= pathLength {
			_ = ecs.Emit(do, Leaked{e})
			_ = do.Destroy(e)
		}
	}
}

// aim chooses the first enemy in range for towers without one, and gives up those that are away.
func aim(towers *ecs.Query3[ecs.Read[Position], ecs.Read[Tower], ecs.Maybe[ecs.Read[Aims]]], enemies *ecs.Query2[ecs.Read[Position], ecs.Read[Enemy]], do *ecs.Commands) {
	type item = ecs.Item2[ecs.Read[Position], ecs.Read[Enemy]]
	foremost := func(x, y item) int { return int(math.Copysign(1, y.A.Get().At-x.A.Get().At)) }
	for e, tower := range towers.Each() {
		at, inRange := tower.A.Get().At, tower.B.Get().Range
		if aims := tower.C.Get(); aims != nil {
			if p, _, ok := enemies.Get(aims.Get().At); !ok || math.Abs(p.Get().At-at) > inRange {
				_ = ecs.TryRemove[Aims](do, e)
			}
			continue
		}
		for enemy, it := range enemies.Sorted(foremost) {
			if math.Abs(it.A.Get().At-at) <= inRange {
				_ = ecs.Set(do, e, Aims{enemy})
				break
			}
		}
	}
}

func shoot(towers *ecs.Query2[Tower, ecs.Read[Aims]], enemies *ecs.Map1[Enemy], do *ecs.Commands) {
	for tower, aims := range towers.All() {
		if tower.Rest--; tower.Rest > 0 {
			continue
		}
		tower.Rest = 15
		target := aims.Get().At
		enemy := enemies.Mut(target)
		if enemy == nil || enemy.Health <= 0 {
			continue
		}
		if enemy.Health -= tower.Damage; enemy.Health <= 0 {
			_ = ecs.Emit(do, Killed{enemy.Reward})
			_ = do.Destroy(target)
		}
	}
}

func reward(q *ecs.Query1[ecs.Read[Killed]], g *Game) {
	for k := range q.All() {
		g.Kills++
		g.Gold += k.Get().Reward
	}
}

func lose(q *ecs.Query1[ecs.Read[Leaked]], g *Game) { g.Lives -= q.Len() }
