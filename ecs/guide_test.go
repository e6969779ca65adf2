package ecs_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
)

func Example_components() {
	type Position struct{ X, Y float32 }
	type Frozen struct{} // a tag: no data

	world := ecs.New()
	try(ecs.Define[Position](world), ecs.Define[Frozen](world))

	rock, err := world.Spawn(Position{1, 2}, Frozen{})
	try(err)
	fmt.Print(world.Dump(rock))
	// Output:
	// e0.1
	//   Position {X:1 Y:2}
	//   Frozen {}
}

func Example_entities() {
	world := begin() // with Position, Velocity, Health, Frozen and the event Hit
	var movers ecs.Map2[Position, Velocity]
	var healths ecs.Map1[Health]
	try(movers.Bind(world), healths.Bind(world))

	ball, err := movers.New(Position{0, 10}, Velocity{2, -1})
	try(err, healths.Add(ball, Health{3}))
	p, v := movers.Get(ball)
	p.X += v.X
	fmt.Println(*p, healths.Get(ball).Points)

	try(healths.Remove(ball), world.Destroy(ball))
	fmt.Println(world.Destroy(ball))
	// Output:
	// {2 10} 3
	// destroy e0.1: it is dead: drop the handle, or call Alive before
}

func Example_queries() {
	world := begin()
	create(world, Position{3, 0}, Velocity{1, 0})
	create(world, Position{1, 0}, Velocity{2, 0}, Health{7})
	create(world, Position{2, 0}, Velocity{3, 0}, Frozen{})

	var q ecs.Query2[Position, ecs.Read[Velocity]] // writes positions, reads velocities
	try(q.Bind(world, ecs.Without[Frozen]{}))
	for p, v := range q.All() {
		p.X += v.Get().X
	}
	for e, c := range q.Each() { // with handles
		fmt.Println(e, c.A.X)
	}
	var hurt ecs.Query2[Position, ecs.Maybe[Health]]
	try(hurt.Bind(world))
	byX := func(x, y ecs.Item2[Position, ecs.Maybe[Health]]) int { return cmp.Compare(x.A.X, y.A.X) }
	for _, c := range hurt.Sorted(byX) {
		if h := c.B.Get(); h != nil {
			fmt.Println("health", h.Points)
		} else {
			fmt.Println("at", c.A.X)
		}
	}
	// Output:
	// e0.1 4
	// e1.1 3
	// at 2
	// health 7
	// at 4
}

func Example_systems() {
	world := begin()
	create(world, Position{0, 3}, Velocity{0, -1})
	score := 0
	try(world.Provide(&score)) // a resource
	try(world.Add("fall", func(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
		for p, v := range q.All() {
			p.Y += v.Get().Y * float32(dt)
		}
	}))
	try(world.Add("land", func(q *ecs.Query1[ecs.Read[Position]], do *ecs.Commands, score *int) {
		for e, p := range q.Each() {
			if p.Get().Y <= 0 {
				_ = do.Destroy(e) // when the tick ends
				*score += 10
			}
		}
	}))
	for range 4 {
		try(world.Tick(1))
	}
	fmt.Println(score, world.Len())
	// Output: 10 0
}

func Example_commands() {
	world := begin()
	create(world, Position{1, 0}, Health{0})
	var wrecks ecs.Map2[Position, Frozen]
	try(wrecks.Bind(world))
	try(world.Add("explode", func(q *ecs.Query2[ecs.Read[Position], ecs.Read[Health]], do *ecs.Commands) error {
		for e, c := range q.Each() {
			if c.B.Get().Points > 0 {
				continue
			}
			wreck, err := wrecks.NewLater(do, c.A.Get(), Frozen{}) // its handle, at once
			try(err, do.Name(wreck, "wreck"))
			smoke := do.Spawn(Position{0, 1})
			try(do.Attach(smoke, wreck), do.Destroy(e))
		}
		return nil
	}))
	try(world.Tick(1))
	wreck, found := world.Find("wreck")
	for smoke := range world.Children(wreck) {
		fmt.Println(found, world.Alive(smoke))
	}
	// Output: true true
}

func Example_relations() {
	type Inside struct{ Room ecs.Entity }

	world := begin()
	try(ecs.DefineRelation[Inside](world, ecs.DestroyRelated))
	ship := create(world, Position{})
	create(world, Health{1}, Inside{ship})
	create(world, Health{2}, Inside{ship})
	for passenger := range ecs.Related[Inside](world, ship) {
		h, _ := ecs.Get[Health](world, passenger)
		fmt.Println(h.Points)
	}
	try(world.Destroy(ship)) // with all inside
	fmt.Println(world.Len())
	// Output:
	// 2
	// 1
	// 0
}

func Example_events() {
	world := begin()
	target := create(world, Health{10})
	try(world.Observe(ecs.Leaves, func(e ecs.Entity) {
		h, _ := ecs.Get[Health](world, e)
		fmt.Println("gone with", h.Points)
	}, ecs.With[Health]{}))
	try(world.Add("shoot", func(do *ecs.Commands) {
		try(ecs.Emit(do, Hit{target, 4}))
	}))
	try(world.Handle("hurt", func(hits *ecs.Query1[ecs.Read[Hit]], healths *ecs.Map1[Health]) {
		for hit := range hits.All() {
			if h := healths.Mut(hit.Get().Target); h != nil {
				h.Points -= hit.Get().Damage
			}
		}
	}))
	try(world.Tick(1), world.Tick(1), world.Destroy(target))
	// Output: gone with 2
}

func Example_changes() {
	world := ecs.New()
	try(ecs.Define[Position](world), ecs.Track[Position](world))
	var positions ecs.Map1[Position]
	var q ecs.Query1[ecs.Read[Position]]
	try(positions.Bind(world), q.Bind(world))
	try(positions.NewBatch(1000, nil))

	mark := world.Mark()
	positions.Mut(world.Entities()[7]).X = 1
	for p := range q.Changed(mark) { // those written to since then
		fmt.Println(q.Entity(p), p.Get().X)
	}
	// Output: e7.1 1
}

func Example_schedules() {
	world := begin()
	var movers ecs.Map2[Position, Velocity]
	try(movers.Bind(world), movers.NewBatch(10_000, nil))
	try(world.SetSchedule(ecs.Schedule{Way: ecs.Pooled})) // all processors
	defer world.Close()
	try(world.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
		q.Parallel(func(part *ecs.Query2[Position, ecs.Read[Velocity]], _ *ecs.Commands) {
			for p, v := range part.All() {
				p.X += v.Get().X * float32(dt)
			}
		})
	}))
	frames := 0
	try(world.Add("draw", func(*ecs.Query1[ecs.Read[Position]]) { frames++ }, ecs.In("draw")))
	step := ecs.FixedStep{Length: 1.0 / 64} // ticks of equal length
	for range 3 {
		part, err := step.Tick(world, 1.0/32)
		try(err, world.Run("draw", ecs.Seconds(part)))
	}
	_, ticks := world.System("move").Mean()
	fmt.Println(ticks, "ticks,", frames, "frames")
	// Output: 6 ticks, 3 frames
}

func Example_savegames() {
	world := begin()
	score := 42
	try(world.Provide(&score), ecs.SaveResource[int](world))
	try(world.Name(create(world, Position{1, 2}), "hero"))
	var file bytes.Buffer
	try(world.Save(&file, ecs.JSON()))

	other := begin()
	restored := 0
	try(other.Provide(&restored), ecs.SaveResource[int](other), other.Load(&file))
	hero, _ := other.Find("hero")
	p, _ := ecs.Get[Position](other, hero)
	fmt.Println(p, restored)
	// Output: {1 2} 42
}

func Example_speed() {
	world := begin()
	var movers ecs.Map2[Position, Velocity]
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	try(movers.Bind(world), q.Bind(world))
	try(movers.NewBatch(1000, func(_ []ecs.Entity, ps []Position, vs []Velocity) {
		for i := range ps { // one call for many entities
			ps[i], vs[i] = Position{float32(i), 0}, Velocity{1, 0}
		}
	}))
	var sum float32
	for ps, vs := range q.Chunks() { // slices of components
		for i := range ps {
			sum += ps[i].X * vs[i].Get().X
		}
	}
	sets, spare := world.Stats()
	entities := slices.IndexFunc(sets, func(s ecs.Stats) bool { return s.Entities == 1000 })
	fmt.Println(sum, entities >= 0, spare)
	// Output: 499500 true 0
}
