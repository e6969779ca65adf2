package ecs_test

import (
	"errors"
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
)

// Changes requested by systems are made after all of them have run.
func ExampleCommands() {
	world := begin()
	create(world, Health{0})
	create(world, Health{5})
	try(world.Add("die", func(q *ecs.Query1[ecs.Read[Health]], do *ecs.Commands) {
		for h := range q.All() {
			if h.Get().Points == 0 {
				_ = do.Destroy(q.Entity(h))
				ghost := do.Spawn(Position{})
				try(ecs.Set(do, ghost, Frozen{}))
			}
		}
		fmt.Println(q.Len(), "in the system")
	}))
	try(world.Tick(1))
	try(world.Tick(1))
	fmt.Println(world.Len(), "in all")
	// Output:
	// 2 in the system
	// 1 in the system
	// 2 in all
}

func ExampleWorld_Barrier() {
	world := begin()
	try(world.Add("spawn", func(do *ecs.Commands) { do.Spawn(Health{1}) }))
	world.Barrier()
	try(world.Add("count", func(q *ecs.Query1[ecs.Read[Health]]) { fmt.Println(q.Len()) }))
	try(world.Tick(1))
	// Output: 1
}

// Resources are single values: a pointer writes, a value reads.
func ExampleWorld_Provide() {
	type Score struct{ Frozen int }
	world := begin()
	create(world, Frozen{})
	try(world.Provide(&Score{}))
	try(world.Add("count", func(q *ecs.Query1[ecs.Read[Frozen]], s *Score) { s.Frozen += q.Len() }))
	try(world.Add("show", func(s Score) { fmt.Println(s.Frozen) }))
	try(world.Tick(1))
	// Output: 1
}

func ExampleOnRemoved() {
	world := begin()
	try(world.Add("move", func(*ecs.Query1[Position], ecs.Without[Frozen]) {},
		ecs.OnAdded(func(e ecs.Entity) { fmt.Println(e, "moves") }),
		ecs.OnRemoved(func(e ecs.Entity) { fmt.Println(e, "stops") }),
	))
	e := create(world, Position{})
	try(ecs.Set(world, e, Frozen{}))
	// Output:
	// e0.1 moves
	// e0.1 stops
}

// Events are components of entities that live until all handlers have run.
func ExampleEmit() {
	world := begin()
	rock := create(world, Health{3})
	try(world.Add("collide", func(do *ecs.Commands) { try(ecs.Emit(do, Hit{rock, 2})) }))
	try(world.Handle("hurt", func(hits *ecs.Query1[ecs.Read[Hit]], health *ecs.Map1[Health]) {
		for hit := range hits.All() {
			h := health.Get(hit.Get().Target)
			h.Points -= hit.Get().Damage
			fmt.Println(h.Points)
		}
	}))
	try(world.Handle("bang", func(hits *ecs.Query1[ecs.Read[Hit]]) { fmt.Println("bang,", hits.Len()) }))
	try(world.Tick(1))
	fmt.Println(world.Len())
	// Output:
	// 1
	// bang, 1
	// 1
}

// The state after a tick does not depend on the schedule.
func ExampleWorld_SetSchedule() {
	world := begin()
	try(world.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 2}))
	defer world.Close()
	try(world.Add("a", func(*ecs.Query1[Position]) {})) // these two may run
	try(world.Add("b", func(*ecs.Query1[Velocity]) {})) // at the same time
	fmt.Println(world.Tick(1))
	// Output: <nil>
}

func ExampleWorld_System() {
	world := begin()
	try(world.Add("greet", func() { fmt.Println("hello") }))
	try(world.Tick(1))
	world.System("greet").Enable(false)
	try(world.Tick(1))
	for _, s := range world.Systems() {
		_, calls := s.Mean()
		fmt.Println(s.Name(), calls, s.Enabled(), s.Took() > 0)
	}
	// Output:
	// hello
	// greet 1 false true
}

// A loop must not change structure.
func ExampleWorld_Later() {
	world := begin()
	create(world, Health{0})
	var mortal ecs.Query1[Health]
	try(mortal.Bind(world))
	for h := range mortal.All() {
		fmt.Println(world.Destroy(mortal.Entity(h)))
		_ = world.Later().Destroy(mortal.Entity(h))
	}
	flush(world)
	fmt.Println(world.Len())
	// Output:
	// destroy e0.1 while a loop over Query1[Health] is under way: record the change with World.Later and call Flush after the loop. If the loop ended in a panic, call World.Recover
	// 0
}

// Tick returns the errors of systems; the other systems run.
func ExampleWorld_Tick() {
	world := begin()
	try(world.Add("fail", func() error { return errors.New("out of fuel") }))
	try(world.Add("go on", func(dt ecs.Seconds) { fmt.Println("went on for", dt) }))
	fmt.Println(world.Tick(0.5))
	// Output:
	// went on for 0.5
	// system "fail": out of fuel
}

func ExampleOnAdded() {
	world := begin()
	try(world.Add("heal", func(*ecs.Query1[Health]) {}, ecs.OnAdded(func(e ecs.Entity) {
		h, _ := ecs.Get[Health](world, e)
		fmt.Println(e, "has", h.Points)
	})))
	create(world, Health{3})
	// Output: e0.1 has 3
}

// Flush, or the next tick, makes changes recorded between ticks.
func ExampleWorld_Flush() {
	world := begin()
	do := world.Later()
	created := do.Spawn(Health{1})
	try(ecs.Set(do, created, Health{2})) // the handle is that of the entity
	fmt.Println(world.Len())
	flush(world)
	fmt.Println(world.Len())
	// Output:
	// 0
	// 1
}

func ExampleDefineEvent() {
	world := ecs.New()
	try(ecs.DefineEvent[Hit](world))
	try(world.Add("shoot", func(do *ecs.Commands) { try(ecs.Emit(do, Hit{Damage: 11})) }))
	try(world.Handle("tell", func(q *ecs.Query1[ecs.Read[Hit]]) {
		for h := range q.All() {
			fmt.Println("hit with", h.Get().Damage)
		}
	}))
	try(world.Tick(1))
	// Output: hit with 11
}

// A handler may emit events. The handlers run again for those.
func ExampleWorld_Handle() {
	world := begin()
	try(world.Add("begin", func(do *ecs.Commands) { try(ecs.Emit(do, Hit{Damage: 2})) }))
	try(world.Handle("echo", func(q *ecs.Query1[ecs.Read[Hit]], do *ecs.Commands) {
		for h := range q.All() {
			fmt.Println(h.Get().Damage)
			if h.Get().Damage > 0 {
				try(ecs.Emit(do, Hit{Damage: h.Get().Damage - 1}))
			}
		}
	}))
	try(world.Tick(1))
	// Output:
	// 2
	// 1
	// 0
}

// A system changes structure through Commands; immediate changes are rejected.
func ExampleWorld_Add() {
	world := begin()
	e := create(world, Health{0})
	try(world.Add("reap", func(mortals *ecs.Query1[ecs.Read[Health]], do *ecs.Commands) {
		for h := range mortals.All() {
			if h.Get().Points <= 0 {
				fmt.Println(world.Destroy(e))
				_ = do.Destroy(mortals.Entity(h))
			}
		}
	}))
	_ = world.Tick(1)
	fmt.Println(world.Len())
	// Output:
	// destroy e0.1 while system "reap" is running: a system changes structure later, through a parameter *ecs.Commands
	// 0
}

func ExampleWorld_Observe() {
	world := begin()
	try(world.Observe(ecs.Enters, func(e ecs.Entity) { fmt.Println(e, "is hurt") }, ecs.With[Health]{}, ecs.Without[Frozen]{}))
	create(world, Health{3})
	// Output: e0.1 is hurt
}

// A panic leaves its loop open, and an open loop locks the world.
func ExampleWorld_Recover() {
	world := begin()
	e := create(world, Health{3})
	var mortals ecs.Query1[Health]
	try(mortals.Bind(world))
	func() {
		defer func() { fmt.Println("recovered from:", recover()) }()
		for range mortals.All() {
			panic("out of luck")
		}
	}()
	world.Recover()
	fmt.Println(world.Destroy(e))
	// Output:
	// recovered from: out of luck
	// <nil>
}

func ExampleObserver() {
	world := begin()
	var births ecs.Observer
	try(births.Bind(world, ecs.Enters, func(e ecs.Entity) { fmt.Println("born", e) }, ecs.With[Health]{}))
	create(world, Health{3})
	try(births.Remove())
	create(world, Health{3})
	// Output:
	// born e0.1
}

func ExampleSystem_Remove() {
	world := begin()
	try(world.Add("tutorial", func() { fmt.Println("press a key") }))
	try(world.Tick(1))
	try(world.System("tutorial").Remove())
	try(world.Tick(1))
	// Output:
	// press a key
}

type paused bool

func ExampleWhen() {
	world := begin()
	stop := paused(false)
	try(world.Provide(&stop))
	try(world.Add("run", func() { fmt.Println("runs") }, ecs.When(func(stop paused) bool { return !bool(stop) })))
	try(world.Tick(1))
	stop = true
	try(world.Tick(1))
	// Output: runs
}

// The world moves in steps of a quarter of a second, and is drawn in each frame.
func ExampleFixedStep() {
	world := begin()
	create(world, Position{})
	try(world.Add("move", func(q *ecs.Query1[Position]) {
		for p := range q.All() {
			p.X++
		}
	}))
	try(world.Add("draw", func(q *ecs.Query1[ecs.Read[Position]], part ecs.Seconds) {
		for p := range q.All() {
			fmt.Printf("%v and %.1f\n", p.Get().X, part)
		}
	}, ecs.In("draw")))
	step := ecs.FixedStep{Length: 0.25}
	for _, frame := range []ecs.Seconds{0.125, 0.1875, 0.6875} {
		part, err := step.Tick(world, frame)
		try(err)
		try(world.Run("draw", ecs.Seconds(part)))
	}
	// Output:
	// 0 and 0.5
	// 1 and 0.2
	// 4 and 0.0
}
