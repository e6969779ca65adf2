package ecs_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/kernel"
)

type (
	Position struct{ X, Y float32 }
	Velocity struct{ X, Y float32 }
	Health   struct{ Points int }
	Frozen   struct{}
	Hit      struct {
		Target ecs.Entity
		Damage int
	}
)

// begin returns a simulation that knows the components of the examples.
func begin() *ecs.Sim {
	sim, err := ecs.NewSim(ecs.Options{})
	try(err, ecs.Define[Position](sim), ecs.Define[Velocity](sim), ecs.Define[Health](sim), ecs.Define[Frozen](sim), ecs.DefineEvent[Hit](sim))
	return sim
}

func try(errs ...error) {
	for _, err := range errs {
		if err != nil {
			log.Fatal(err)
		}
	}
}

func create(sim *ecs.Sim, components ...any) ecs.Entity {
	e, err := sim.Spawn(components...)
	try(err)
	return e
}

// A whole program: two component types, a system, an entity, a tick.
func Example() {
	sim, err := ecs.NewSim(ecs.Options{})
	try(err)
	try(ecs.Define[Position](sim))
	try(ecs.Define[Velocity](sim))

	try(sim.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
		for p, v := range q.All() {
			p.X += v.Get().X * float32(dt)
			p.Y += v.Get().Y * float32(dt)
		}
	}))

	ball, err := sim.Spawn(Position{0, 10}, Velocity{2, -1})
	try(err)
	try(sim.Tick(0.5))
	fmt.Print(sim.Dump(ball))
	// Output:
	// e0.1
	//   Position {X:1 Y:9.5}
	//   Velocity {X:2 Y:-1}
}

// A component that few entities have is better off in small blocks.
func ExampleDefine() {
	sim, err := ecs.NewSim(ecs.Options{})
	try(err)
	try(ecs.Define[Position](sim))                                                     // in a sparse set
	try(ecs.Define[Health](sim, paged.NewColumn[Health](kernel.Traits[Health]{}, 16))) // in blocks of 16
	fmt.Println(sim.Components())
	// Output: [Position Health]
}

func ExampleSim_Spawn() {
	sim := begin()
	e, err := sim.Spawn(Position{1, 2}, Health{3})
	fmt.Println(e, err, sim.Len())
	_, err = sim.Spawn("a string")
	fmt.Println(err)
	// Output:
	// e0.1 <nil> 1
	// spawn: string is no component type: call Define[string] first
}

func ExampleSim_Kill() {
	sim := begin()
	e := create(sim, Position{})
	try(sim.Kill(e))
	fmt.Println(sim.Alive(e), sim.Kill(e))
	// Output: false kill e0.1, which is dead: drop the handle, or ask sim.Alive or a Lookup first
}

func ExampleSet() {
	sim := begin()
	e := create(sim, Position{})
	try(ecs.Set(sim, e, Health{3})) // adds it
	try(ecs.Set(sim, e, Health{2})) // replaces it
	h, ok := ecs.Get[Health](sim, e)
	fmt.Println(h.Points, ok)
	// Output: 2 true
}

func ExampleGet() {
	sim := begin()
	e := create(sim, Position{1, 2})
	p, ok := ecs.Get[Position](sim, e)
	fmt.Println(p, ok)
	_, ok = ecs.Get[Health](sim, e)
	fmt.Println(ok)
	// Output:
	// {1 2} true
	// false
}

func ExampleMut() {
	sim := begin()
	e := create(sim, Health{3})
	if h := ecs.Mut[Health](sim, e); h != nil {
		h.Points--
	}
	h, _ := ecs.Get[Health](sim, e)
	fmt.Println(h)
	// Output: {2}
}

func ExampleTryRemove() {
	sim := begin()
	e := create(sim, Position{}, Frozen{})
	try(ecs.TryRemove[Frozen](sim, e))
	try(ecs.TryRemove[Frozen](sim, e)) // it had none
	fmt.Println(ecs.Has[Frozen](sim, e))
	// Output: false
}

// A query outside of systems is bound once and used as often as one likes.
func ExampleSim_Bind() {
	sim := begin()
	create(sim, Position{1, 0})
	create(sim, Position{2, 0}, Frozen{})
	var warm ecs.Query1[Position]
	try(sim.Bind(&warm, ecs.Without[Frozen]{}))
	for p := range warm.All() {
		fmt.Println(warm.Entity(), p.X)
	}
	// Output: e0.1 1
}

// From three components on, a query yields the first and a row of the others.
func ExampleQuery3() {
	sim := begin()
	create(sim, Position{1, 0}, Velocity{2, 0}, Health{3})
	try(sim.Add("move the living", func(q *ecs.Query3[Position, ecs.Read[Velocity], Health]) {
		for p, r := range q.All() {
			if r.C.Points > 0 {
				p.X += r.B.Get().X
				r.C.Points--
			}
			fmt.Println(p.X, r.C.Points)
		}
	}))
	try(sim.Tick(1))
	// Output: 3 2
}

// Chunks are slices: one bounds check for many entities, and no look-up.
func ExampleQuery2_Chunks() {
	sim := begin()
	for i := range 4 {
		create(sim, Position{}, Velocity{float32(i), 0})
	}
	try(sim.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
		for ps, vs := range q.Chunks() {
			for i := range ps {
				ps[i].X += vs[i].Get().X
			}
			fmt.Println(len(ps), ps[3].X)
		}
	}))
	try(sim.Tick(1))
	// Output: 4 3
}

// The workers of a tick share the parts of a loop.
func ExampleQuery1_Parallel() {
	sim := begin()
	do := sim.Later()
	for range 10_000 {
		do.Spawn(Health{10})
	}
	try(sim.Flush())
	try(sim.SetSchedule(ecs.Schedule{Way: ecs.Pooled}))
	defer sim.Close()
	try(sim.Add("wither", func(q *ecs.Query1[Health]) {
		q.Parallel(func(part *ecs.Query1[Health], do *ecs.Commands) {
			for h := range part.All() {
				if h.Points--; h.Points == 9 && part.Entity().ID()%2 == 0 {
					do.Kill(part.Entity())
				}
			}
		})
	}))
	try(sim.Tick(1))
	fmt.Println(sim.Len())
	// Output: 5000
}

func ExampleMaybe() {
	sim := begin()
	create(sim, Position{1, 0})
	create(sim, Position{2, 0}, Health{7})
	try(sim.Add("show", func(q *ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Health]]]) {
		for p, h := range q.All() {
			if health := h.Get(); health != nil {
				fmt.Println(p.Get().X, "has", health.Get().Points)
			} else {
				fmt.Println(p.Get().X, "has none")
			}
		}
	}))
	try(sim.Tick(1))
	// Output:
	// 1 has none
	// 2 has 7
}

// A system that is aimed at other entities has a look-up.
func ExampleLookup() {
	sim := begin()
	victim := create(sim, Health{3})
	create(sim, Hit{Target: victim, Damage: 2})
	try(sim.Add("hurt", func(q *ecs.Query1[ecs.Read[Hit]], health *ecs.Lookup[Health]) {
		for hit := range q.All() {
			if h := health.Get(hit.Get().Target); h != nil {
				h.Points -= hit.Get().Damage
			}
		}
	}))
	try(sim.Tick(1))
	h, _ := ecs.Get[Health](sim, victim)
	fmt.Println(h.Points)
	// Output: 1
}

// What systems ask for is done once all of them are through.
func ExampleCommands() {
	sim := begin()
	create(sim, Health{0})
	create(sim, Health{5})
	try(sim.Add("die", func(q *ecs.Query1[ecs.Read[Health]], do *ecs.Commands) {
		for h := range q.All() {
			if h.Get().Points == 0 {
				do.Kill(q.Entity())
				ghost := do.Spawn(Position{})
				try(ecs.Set(do, ghost, Frozen{}))
			}
		}
		fmt.Println(q.Len(), "in the system")
	}))
	try(sim.Tick(1))
	try(sim.Tick(1))
	fmt.Println(sim.Len(), "in all")
	// Output:
	// 2 in the system
	// 1 in the system
	// 2 in all
}

func ExampleSim_Barrier() {
	sim := begin()
	try(sim.Add("spawn", func(do *ecs.Commands) { do.Spawn(Health{1}) }))
	sim.Barrier()
	try(sim.Add("count", func(q *ecs.Query1[ecs.Read[Health]]) { fmt.Println(q.Len()) }))
	try(sim.Tick(1))
	// Output: 1
}

// Resources are what there is one of: a pointer writes, a value reads.
func ExampleSim_Provide() {
	type Score struct{ Frozen int }
	sim := begin()
	create(sim, Frozen{})
	try(sim.Provide(&Score{}))
	try(sim.Add("count", func(q *ecs.Query1[ecs.Read[Frozen]], s *Score) { s.Frozen += q.Len() }))
	try(sim.Add("show", func(s Score) { fmt.Println(s.Frozen) }))
	try(sim.Tick(1))
	// Output: 1
}

func ExampleOnRemoved() {
	sim := begin()
	try(sim.Add("move", func(*ecs.Query1[Position], ecs.Without[Frozen]) {},
		ecs.OnAdded(func(e ecs.Entity) { fmt.Println(e, "moves") }),
		ecs.OnRemoved(func(e ecs.Entity) { fmt.Println(e, "stops") }),
	))
	e := create(sim, Position{})
	try(ecs.Set(sim, e, Frozen{}))
	// Output:
	// e0.1 moves
	// e0.1 stops
}

// Events are components of entities that live until all handlers have seen them.
func ExampleEmit() {
	sim := begin()
	rock := create(sim, Health{3})
	try(sim.Add("collide", func(do *ecs.Commands) { try(ecs.Emit(do, Hit{rock, 2})) }))
	try(sim.Handle("hurt", func(hits *ecs.Query1[ecs.Read[Hit]], health *ecs.Lookup[Health]) {
		for hit := range hits.All() {
			h := health.Get(hit.Get().Target)
			h.Points -= hit.Get().Damage
			fmt.Println(h.Points)
		}
	}))
	try(sim.Handle("bang", func(hits *ecs.Query1[ecs.Read[Hit]]) { fmt.Println("bang,", hits.Len()) }))
	try(sim.Tick(1))
	fmt.Println(sim.Len())
	// Output:
	// 1
	// bang, 1
	// 1
}

// The state after a tick does not depend on the schedule.
func ExampleSim_SetSchedule() {
	sim := begin()
	try(sim.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 2}))
	defer sim.Close()
	try(sim.Add("a", func(*ecs.Query1[Position]) {})) // these two may run
	try(sim.Add("b", func(*ecs.Query1[Velocity]) {})) // at the same time
	fmt.Println(sim.Tick(1))
	// Output: <nil>
}

func ExampleSim_System() {
	sim := begin()
	try(sim.Add("greet", func() { fmt.Println("hello") }))
	try(sim.Tick(1))
	sim.System("greet").Enable(false)
	try(sim.Tick(1))
	for _, s := range sim.Systems() {
		_, calls := s.Mean()
		fmt.Println(s.Name(), calls, s.Enabled(), s.Took() > 0)
	}
	// Output:
	// hello
	// greet 1 false true
}

func ExampleSim_Name() {
	sim := begin()
	e := create(sim, Position{1, 2}, Health{3})
	try(sim.Name(e, "player"))
	player, ok := sim.Find("player")
	fmt.Println(ok)
	fmt.Print(sim.Dump(player))
	// Output:
	// true
	// "player" (e0.1)
	//   Position {X:1 Y:2}
	//   Health {Points:3}
}

// In the loop itself structure must not change.
func ExampleSim_Later() {
	sim := begin()
	create(sim, Health{0})
	var mortal ecs.Query1[Health]
	try(sim.Bind(&mortal))
	for range mortal.All() {
		fmt.Println(sim.Kill(mortal.Entity()))
		sim.Later().Kill(mortal.Entity())
	}
	try(sim.Flush())
	fmt.Println(sim.Len())
	// Output:
	// kill e0.1 while a query is being iterated: take it down in sim.Later() and call Flush after the loop
	// 0
}

func ExampleOwner() {
	sim := begin()
	e := create(sim, Health{3})
	h := ecs.Mut[Health](sim, e)
	fmt.Println(ecs.Owner(sim, h) == e)
	// Output: true
}

// What goes wrong in a system is what Tick returns; the others run all the same.
func ExampleSim_Tick() {
	sim := begin()
	try(sim.Add("fail", func() error { return errors.New("out of fuel") }))
	try(sim.Add("go on", func(dt ecs.Seconds) { fmt.Println("went on for", dt) }))
	fmt.Println(sim.Tick(0.5))
	// Output:
	// went on for 0.5
	// system "fail": out of fuel
}

func ExampleSim_Alive() {
	sim := begin()
	e := create(sim, Health{3})
	try(sim.Kill(e))
	next := create(sim, Health{5}) // which lives where e has lived
	fmt.Println(sim.Alive(e), sim.Alive(next), ecs.Has[Health](sim, e), e.ID() == next.ID())
	// Output: false true false true
}

// A system that has its component as Read may run beside others that read it.
func ExampleRead() {
	sim := begin()
	create(sim, Position{1, 0}, Velocity{2, 0})
	try(sim.Add("look", func(q *ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]) {
		for p, v := range q.All() {
			fmt.Println(p.Get().X, v.Get().X)
		}
	}))
	try(sim.Tick(1))
	// Output: 1 2
}

// Filters stand behind the query that they narrow.
func ExampleWithout() {
	sim := begin()
	create(sim, Position{1, 0}, Health{1})
	create(sim, Position{2, 0}, Health{1}, Frozen{})
	create(sim, Position{3, 0})
	try(sim.Add("thaw", func(q *ecs.Query1[Position], _ ecs.With[Health], _ ecs.Without[Frozen]) {
		for p := range q.All() {
			fmt.Println(p.X)
		}
	}))
	try(sim.Tick(1))
	// Output: 1
}

// With more than two components a query yields the first one and a row of the others.
func ExampleQuery5() {
	sim := begin()
	create(sim, Position{1, 0}, Velocity{2, 0}, Health{3}, Hit{Damage: 1}, Frozen{})
	var q ecs.Query5[Position, ecs.Read[Velocity], Health, ecs.Read[Hit], Frozen]
	try(sim.Bind(&q))
	for p, row := range q.All() {
		p.X += row.B.Get().X
		row.C.Points -= row.D.Get().Damage
		fmt.Println(p.X, row.C.Points)
	}
	// Output: 3 2
}

// A filter narrows the query before it. Len counts without visiting.
func ExampleQuery1() {
	sim := begin()
	create(sim, Health{3})
	try(sim.Add("count", func(all *ecs.Query1[Health], cold *ecs.Query1[Health], _ ecs.With[Frozen]) {
		fmt.Println(all.Len(), cold.Len())
	}))
	try(sim.Tick(1))
	// Output: 1 0
}

func ExampleQuery2() {
	sim := begin()
	e := create(sim, Position{1, 2}, Velocity{3, 4})
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	try(sim.Bind(&q))
	p, v, ok := q.Get(e) // of one entity
	fmt.Println(*p, v.Get(), ok)
	// Output: {1 2} {3 4} true
}

func ExampleOnAdded() {
	sim := begin()
	try(sim.Add("heal", func(*ecs.Query1[Health]) {}, ecs.OnAdded(func(e ecs.Entity) {
		h, _ := ecs.Get[Health](sim, e)
		fmt.Println(e, "has", h.Points)
	})))
	create(sim, Health{3})
	// Output: e0.1 has 3
}

// What was taken down between ticks is done by Flush, or by the next tick.
func ExampleSim_Flush() {
	sim := begin()
	do := sim.Later()
	promised := do.Spawn(Health{1})
	try(ecs.Set(do, promised, Health{2})) // the same Commands take the promise
	fmt.Println(sim.Len())
	try(sim.Flush())
	fmt.Println(sim.Len())
	// Output:
	// 0
	// 1
}

func ExampleDefineEvent() {
	sim, err := ecs.NewSim(ecs.Options{})
	try(err, ecs.DefineEvent[Hit](sim))
	try(sim.Add("shoot", func(do *ecs.Commands) { try(ecs.Emit(do, Hit{Damage: 11})) }))
	try(sim.Handle("tell", func(q *ecs.Query1[ecs.Read[Hit]]) {
		for h := range q.All() {
			fmt.Println("hit with", h.Get().Damage)
		}
	}))
	try(sim.Tick(1))
	// Output: hit with 11
}

// A handler may emit events too: the handlers run again for those.
func ExampleSim_Handle() {
	sim := begin()
	try(sim.Add("begin", func(do *ecs.Commands) { try(ecs.Emit(do, Hit{Damage: 2})) }))
	try(sim.Handle("echo", func(q *ecs.Query1[ecs.Read[Hit]], do *ecs.Commands) {
		for h := range q.All() {
			fmt.Println(h.Get().Damage)
			if h.Get().Damage > 0 {
				try(ecs.Emit(do, Hit{Damage: h.Get().Damage - 1}))
			}
		}
	}))
	try(sim.Tick(1))
	// Output:
	// 2
	// 1
	// 0
}

func ExampleSim_Find() {
	sim := begin()
	try(sim.Name(create(sim, Health{3}), "player"))
	e, ok := sim.Find("player")
	fmt.Println(sim.Called(e), ok)
	_, ok = sim.Find("nobody")
	fmt.Println(ok)
	// Output:
	// "player" (e0.1) true
	// false
}

func ExampleSim_Dump() {
	sim := begin()
	fmt.Print(sim.Dump(create(sim, Health{3}, Frozen{})))
	fmt.Println(sim.Components())
	// Output:
	// e0.1
	//   Health {Points:3}
	//   Frozen {}
	// [Position Velocity Health Frozen Hit]
}

// A system that changes structure asks for it; doing it at once is refused.
func ExampleSim_Add() {
	sim := begin()
	e := create(sim, Health{0})
	try(sim.Add("reap", func(mortals *ecs.Query1[ecs.Read[Health]], do *ecs.Commands) {
		for h := range mortals.All() {
			if h.Get().Points <= 0 {
				fmt.Println(sim.Kill(e))
				do.Kill(mortals.Entity())
			}
		}
	}))
	_ = sim.Tick(1)
	fmt.Println(sim.Len())
	// Output:
	// kill e0.1 while system "reap" is running: a system changes structure later, through a parameter *ecs.Commands
	// 0
}

// Components that are mostly visited together lie together in tables, and stay
// side by side however much comes and goes.
func ExampleNewTables() {
	sim, err := ecs.NewSim(ecs.Options{})
	try(err)
	tables := ecs.NewTables()
	try(ecs.Define(sim, ecs.InTables[Position](tables)), ecs.Define(sim, ecs.InTables[Velocity](tables)))
	try(ecs.Define[Frozen](sim)) // comes and goes often: kept elsewhere, it parts no table

	var all []ecs.Entity
	for i := range 6 {
		all = append(all, create(sim, Position{X: float32(i)}, Velocity{X: 1}))
	}
	try(sim.Kill(all[1]), sim.Kill(all[4]), ecs.Set(sim, all[2], Frozen{}))

	var moving ecs.Query2[Position, ecs.Read[Velocity]]
	try(sim.Bind(&moving))
	for ps, vs := range moving.Chunks() {
		fmt.Println("a chunk of", len(ps), len(vs))
	}
	// Output: a chunk of 4 4
}
