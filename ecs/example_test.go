package ecs_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log"
	"reflect"
	"strings"

	"github.com/ecsbench/ecsbench/ecs"
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

// begin returns a world with the components of the examples.
func begin() *ecs.World {
	world := ecs.New()
	try(ecs.Define[Position](world), ecs.Define[Velocity](world), ecs.Define[Health](world), ecs.Define[Frozen](world), ecs.DefineEvent[Hit](world))
	return world
}

func try(errs ...error) {
	for _, err := range errs {
		if err != nil {
			log.Fatal(err)
		}
	}
}

func flush(world *ecs.World) {
	_, err := world.Flush()
	try(err)
}

func create(world *ecs.World, components ...any) ecs.Entity {
	e, err := world.Spawn(components...)
	try(err)
	return e
}

// A whole program: two component types, a system, an entity, a tick.
func Example() {
	world := ecs.New()
	try(ecs.Define[Position](world))
	try(ecs.Define[Velocity](world))

	try(world.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
		for p, v := range q.All() {
			p.X += v.Get().X * float32(dt)
			p.Y += v.Get().Y * float32(dt)
		}
	}))

	ball, err := world.Spawn(Position{0, 10}, Velocity{2, -1})
	try(err)
	try(world.Tick(0.5))
	fmt.Print(world.Dump(ball))
	// Output:
	// e0.1
	//   Position {X:1 Y:9.5}
	//   Velocity {X:2 Y:-1}
}

func ExampleDefine() {
	world := ecs.New()
	try(ecs.Define[Position](world))
	try(ecs.Define[Frozen](world)) // a tag
	try(ecs.Define[string](world))
	fmt.Println(world.Components())
	// Output: [Position Frozen string]
}

func ExampleWorld_Spawn() {
	world := begin()
	e, err := world.Spawn(Position{1, 2}, Health{3})
	fmt.Println(e, err, world.Len())
	_, err = world.Spawn("a string")
	fmt.Println(err)
	// Output:
	// e0.1 <nil> 1
	// spawn: string is no component type: call Define[string] first
}

func ExampleWorld_Destroy() {
	world := begin()
	e := create(world, Position{})
	try(world.Destroy(e))
	fmt.Println(world.Alive(e), world.Destroy(e))
	// Output: false destroy e0.1: it is dead: drop the handle, or call Alive before
}

func ExampleSet() {
	world := begin()
	e := create(world, Position{})
	try(ecs.Set(world, e, Health{3})) // adds it
	try(ecs.Set(world, e, Health{2})) // replaces it
	h, ok := ecs.Get[Health](world, e)
	fmt.Println(h.Points, ok)
	// Output: 2 true
}

func ExampleGet() {
	world := begin()
	e := create(world, Position{1, 2})
	p, ok := ecs.Get[Position](world, e)
	fmt.Println(p, ok)
	_, ok = ecs.Get[Health](world, e)
	fmt.Println(ok)
	// Output:
	// {1 2} true
	// false
}

func ExampleMut() {
	world := begin()
	e := create(world, Health{3})
	if h := ecs.Mut[Health](world, e); h != nil {
		h.Points--
	}
	h, _ := ecs.Get[Health](world, e)
	fmt.Println(h)
	// Output: {2}
}

func ExampleTryRemove() {
	world := begin()
	e := create(world, Position{}, Frozen{})
	try(ecs.TryRemove[Frozen](world, e))
	try(ecs.TryRemove[Frozen](world, e)) // it had none
	fmt.Println(ecs.Has[Frozen](world, e))
	// Output: false
}

// A query outside of systems is bound once and used many times.
func ExampleQuery1_Bind() {
	world := begin()
	create(world, Position{1, 0})
	create(world, Position{2, 0}, Frozen{})
	var warm ecs.Query1[Position]
	try(warm.Bind(world, ecs.Without[Frozen]{}))
	for p := range warm.All() {
		fmt.Println(p.X)
	}
	// Output: 1
}

// A loop that needs handles uses Each. Two components or more are an item.
func ExampleQuery2_Each() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0})
	var moving ecs.Query2[Position, ecs.Read[Velocity]]
	try(moving.Bind(world))
	for e, c := range moving.Each() {
		c.A.X += c.B.Get().X
		fmt.Println(e, *c.A)
	}
	// Output: e0.1 {3 0}
}

// Shrink frees the memory that a world keeps for new entities.
func ExampleWorld_Shrink() {
	world := begin()
	var positions ecs.Map1[Position]
	var all ecs.Query1[Position]
	try(positions.Bind(world), all.Bind(world))
	try(positions.NewBatch(100_000, nil))
	_, err := world.DestroyBatch(&all)
	try(err, world.Shrink())
	sets, spare := world.Stats()
	fmt.Println(sets[0].Entities, sets[0].Unused+spare)
	// Output: 0 0
}

// From three components on, a query yields the first and a row of the others.
func ExampleQuery3() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0}, Health{3})
	try(world.Add("move the living", func(q *ecs.Query3[Position, ecs.Read[Velocity], Health]) {
		for p, r := range q.All() {
			if r.C.Points > 0 {
				p.X += r.B.Get().X
				r.C.Points--
			}
			fmt.Println(p.X, r.C.Points)
		}
	}))
	try(world.Tick(1))
	// Output: 3 2
}

// Chunks are slices: one bounds check for many entities, and no look-up.
func ExampleQuery2_Chunks() {
	world := begin()
	for i := range 4 {
		create(world, Position{}, Velocity{float32(i), 0})
	}
	try(world.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
		for ps, vs := range q.Chunks() {
			for i := range ps {
				ps[i].X += vs[i].Get().X
			}
			fmt.Println(len(ps), ps[3].X)
		}
	}))
	try(world.Tick(1))
	// Output: 4 3
}

func ExampleQuery1_Parallel() {
	world := begin()
	do := world.Later()
	for range 10_000 {
		do.Spawn(Health{10})
	}
	flush(world)
	try(world.SetSchedule(ecs.Schedule{Way: ecs.Pooled}))
	defer world.Close()
	try(world.Add("wither", func(q *ecs.Query1[Health]) {
		q.Parallel(func(part *ecs.Query1[Health], do *ecs.Commands) {
			for h := range part.All() {
				if h.Points--; h.Points == 9 && part.Entity(h).ID()%2 == 0 {
					_ = do.Destroy(part.Entity(h))
				}
			}
		})
	}))
	try(world.Tick(1))
	fmt.Println(world.Len())
	// Output: 5000
}

func ExampleMaybe() {
	world := begin()
	create(world, Position{1, 0})
	create(world, Position{2, 0}, Health{7})
	try(world.Add("show", func(q *ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Health]]]) {
		for p, h := range q.All() {
			if health := h.Get(); health != nil {
				fmt.Println(p.Get().X, "has", health.Get().Points)
			} else {
				fmt.Println(p.Get().X, "has none")
			}
		}
	}))
	try(world.Tick(1))
	// Output:
	// 1 has none
	// 2 has 7
}

// A system that accesses other entities has a map.
func ExampleMap1_Get() {
	world := begin()
	victim := create(world, Health{3})
	create(world, Hit{Target: victim, Damage: 2})
	try(world.Add("hurt", func(q *ecs.Query1[ecs.Read[Hit]], health *ecs.Map1[Health]) {
		for hit := range q.All() {
			if h := health.Get(hit.Get().Target); h != nil {
				h.Points -= hit.Get().Damage
			}
		}
	}))
	try(world.Tick(1))
	h, _ := ecs.Get[Health](world, victim)
	fmt.Println(h.Points)
	// Output: 1
}

// The handle of an entity that is created later is final: components, parents and names may refer
// to it at once.
func ExampleMap2_NewLater() {
	world := begin()
	var bodies ecs.Map2[Position, Velocity]
	try(bodies.Bind(world))
	do := world.Later()
	ship, err := bodies.NewLater(do, Position{3, 4}, Velocity{})
	try(err)
	gun, err := bodies.NewLater(do, Position{}, Velocity{})
	try(err)
	try(do.Attach(gun, ship))
	try(do.Name(ship, "flagship"))
	fmt.Println(world.Alive(ship))
	flush(world)
	found, _ := world.Find("flagship")
	fmt.Println(found == ship, world.Parent(gun) == ship)
	// Output:
	// false
	// true true
}

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

func ExampleWorld_Name() {
	world := begin()
	e := create(world, Position{1, 2}, Health{3})
	try(world.Name(e, "player"))
	player, ok := world.Find("player")
	fmt.Println(ok)
	fmt.Print(world.Dump(player))
	// Output:
	// true
	// "player" (e0.1)
	//   Position {X:1 Y:2}
	//   Health {Points:3}
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

func ExampleOwner() {
	world := begin()
	e := create(world, Health{3})
	h := ecs.Mut[Health](world, e)
	fmt.Println(ecs.Owner(world, h) == e)
	// Output: true
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

func ExampleWorld_Alive() {
	world := begin()
	e := create(world, Health{3})
	try(world.Destroy(e))
	next := create(world, Health{5}) // reuses the ID of e
	fmt.Println(world.Alive(e), world.Alive(next), ecs.Has[Health](world, e), e.ID() == next.ID())
	// Output: false true false true
}

// A system with a Read component may run beside other readers.
func ExampleRead() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0})
	try(world.Add("look", func(q *ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]) {
		for p, v := range q.All() {
			fmt.Println(p.Get().X, v.Get().X)
		}
	}))
	try(world.Tick(1))
	// Output: 1 2
}

// Filters stand behind the query that they narrow.
func ExampleWithout() {
	world := begin()
	create(world, Position{1, 0}, Health{1})
	create(world, Position{2, 0}, Health{1}, Frozen{})
	create(world, Position{3, 0})
	try(world.Add("thaw", func(q *ecs.Query1[Position], _ ecs.With[Health], _ ecs.Without[Frozen]) {
		for p := range q.All() {
			fmt.Println(p.X)
		}
	}))
	try(world.Tick(1))
	// Output: 1
}

// With more than two components a query yields the first one and a row of the others.
func ExampleQuery5() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0}, Health{3}, Hit{Damage: 1}, Frozen{})
	var q ecs.Query5[Position, ecs.Read[Velocity], Health, ecs.Read[Hit], Frozen]
	try(q.Bind(world))
	for p, row := range q.All() {
		p.X += row.B.Get().X
		row.C.Points -= row.D.Get().Damage
		fmt.Println(p.X, row.C.Points)
	}
	// Output: 3 2
}

// A filter narrows the query before it. Len counts without visiting.
func ExampleQuery1() {
	world := begin()
	create(world, Health{3})
	try(world.Add("count", func(all *ecs.Query1[Health], cold *ecs.Query1[Health], _ ecs.With[Frozen]) {
		fmt.Println(all.Len(), cold.Len())
	}))
	try(world.Tick(1))
	// Output: 1 0
}

func ExampleQuery2() {
	world := begin()
	e := create(world, Position{1, 2}, Velocity{3, 4})
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	try(q.Bind(world))
	p, v, ok := q.Get(e) // of one entity
	fmt.Println(*p, v.Get(), ok)
	// Output: {1 2} {3 4} true
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

func ExampleWorld_Find() {
	world := begin()
	try(world.Name(create(world, Health{3}), "player"))
	e, ok := world.Find("player")
	fmt.Println(world.Called(e), ok)
	_, ok = world.Find("nobody")
	fmt.Println(ok)
	// Output:
	// "player" (e0.1) true
	// false
}

func ExampleWorld_Dump() {
	world := begin()
	fmt.Print(world.Dump(create(world, Health{3}, Frozen{})))
	fmt.Println(world.Components())
	// Output:
	// e0.1
	//   Health {Points:3}
	//   Frozen {}
	// [Position Velocity Health Frozen Hit]
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

// Maps are bound once and kept. They create entities, add components and reach them.
func ExampleMap2() {
	world := begin()
	var movers ecs.Map2[Position, Velocity]
	var health ecs.Map1[Health]
	try(movers.Bind(world), health.Bind(world))
	e, err := movers.New(Position{1, 2}, Velocity{3, 4})
	try(err)
	try(health.Add(e, Health{5}))
	if p, v := movers.Get(e); p != nil && v != nil {
		p.X += v.X
	}
	try(movers.Remove(e))
	fmt.Print(world.Dump(e))
	// Output:
	// e0.1
	//   Health {Points:5}
}

func ExampleMap2_NewBatch() {
	world := begin()
	var movers ecs.Map2[Position, Velocity]
	try(movers.Bind(world))
	try(movers.NewBatch(1000, func(_ []ecs.Entity, ps []Position, vs []Velocity) {
		for i := range ps {
			ps[i], vs[i] = Position{float32(i), 0}, Velocity{1, 1}
		}
	}))
	fmt.Println(world.Len())
	// Output: 1000
}

// Add and Drop in one step: the entity moves once.
func ExampleDrop() {
	world := begin()
	var launch ecs.Map1[Velocity]
	try(launch.Bind(world, ecs.Drop[Frozen]{}))
	e := create(world, Position{}, Frozen{})
	try(launch.Add(e, Velocity{1, 0}))
	fmt.Println(ecs.Has[Velocity](world, e), ecs.Has[Frozen](world, e))
	fmt.Println(launch.Add(e, Velocity{}))
	// Output:
	// true false
	// add Velocity, remove Frozen of e0.1: it has no Frozen
}

// All entities of a query gain a component, table by table.
func ExampleMap1_AddBatch() {
	world := begin()
	for range 3 {
		create(world, Position{})
	}
	var still ecs.Query1[Position]
	var frozen ecs.Map1[Frozen]
	try(still.Bind(world, ecs.Without[Velocity]{}), frozen.Bind(world))
	fmt.Println(frozen.AddBatch(&still, nil))
	fmt.Println(world.DestroyBatch(&still))
	// Output:
	// 3 <nil>
	// 3 <nil>
}

func ExampleWorld_Observe() {
	world := begin()
	try(world.Observe(ecs.Enters, func(e ecs.Entity) { fmt.Println(e, "is hurt") }, ecs.With[Health]{}, ecs.Without[Frozen]{}))
	create(world, Health{3})
	// Output: e0.1 is hurt
}

// Entities written to since a mark.
func ExampleTrack() {
	world := ecs.New()
	try(ecs.Define[Position](world), ecs.Track[Position](world))
	var positions ecs.Map1[Position]
	var q ecs.Query1[Position]
	try(positions.Bind(world), q.Bind(world))
	create(world, Position{1, 0})
	e := create(world, Position{2, 0})
	mark := world.Mark()
	positions.Mut(e).X = 3
	for p := range q.Changed(mark) {
		fmt.Println(p.X)
	}
	// Output: 3
}

func ExampleWorld_Attach() {
	world := begin()
	ship, gun := create(world, Position{}), create(world, Health{1})
	try(world.Attach(gun, ship))
	for child := range world.Children(ship) {
		fmt.Println(child == gun, world.Parent(child) == ship)
	}
	fmt.Println(world.DestroyTree(ship))
	// Output:
	// true true
	// 2 <nil>
}

func ExampleWorld_Save() {
	world := begin()
	e := create(world, Position{1, 2})
	var file bytes.Buffer
	try(world.Save(&file))
	other := begin()
	try(other.Load(&file))
	fmt.Print(other.Dump(other.Loaded(e)))
	// Output:
	// e0.1
	//   Position {X:1 Y:2}
}

// The copy has the same components and values, and no name, parent or children.
func ExampleWorld_Clone() {
	world := begin()
	e := create(world, Position{1, 2}, Health{3})
	copied, err := world.Clone(e)
	try(err)
	fmt.Print(world.Dump(copied))
	// Output:
	// e1.1
	//   Position {X:1 Y:2}
	//   Health {Points:3}
}

func ExampleMap1_Add() {
	world := begin()
	var frozen ecs.Map1[Frozen]
	try(frozen.Bind(world))
	e := create(world, Position{})
	fmt.Println(frozen.Add(e, Frozen{}), frozen.Has(e))
	fmt.Println(frozen.Remove(e), frozen.Has(e))
	fmt.Println(frozen.Remove(e))
	// Output:
	// <nil> true
	// <nil> false
	// remove Frozen of e0.1: it has no Frozen
}

// Component types of an editor or a script are defined at run time.
func ExampleWorld_Filter() {
	world := ecs.New()
	byName := map[string]reflect.Type{"position": reflect.TypeFor[Position](), "health": reflect.TypeFor[Health]()}
	try(world.DefineType(byName["position"]), world.DefineType(byName["health"]))
	position, err := world.ComponentOf(byName["position"])
	try(err)
	health, err := world.ComponentOf(byName["health"])
	try(err)

	add, err := world.Change([]ecs.Component{position}, nil)
	try(err)
	e, err := add.New()
	try(err)
	(*Position)(world.Pointer(e, position)).X = 5

	without, err := world.Filter([]ecs.Component{position}, []ecs.Component{health})
	try(err)
	for rows := range without.Chunks() {
		first := (*Position)(rows.First(position))
		fmt.Println(rows.Len(), first.X)
	}
	// Output: 1 5
}

// A query of types known to the compiler may have filters of types known at run time only.
func ExampleWithType() {
	world := begin()
	create(world, Position{X: 1})
	create(world, Position{X: 2}, Frozen{})
	excluded := reflect.TypeFor[Frozen]() // named by a script
	var q ecs.Query1[Position]
	try(q.Bind(world, ecs.WithoutType(excluded)))
	for p := range q.All() {
		fmt.Println(p.X)
	}
	// Output: 1
}

// Changes are found by number too.
func ExampleFiltered_Changed() {
	world := begin()
	health, err := world.ComponentOf(reflect.TypeFor[Health]())
	try(err, world.TrackType(reflect.TypeFor[Health]()))
	create(world, Health{1})
	e := create(world, Health{2})
	query, err := world.Filter([]ecs.Component{health}, nil)
	try(err)
	mark := world.Mark()
	ecs.Mut[Health](world, e).Points = 3
	for changed := range query.Changed(mark) {
		fmt.Println(changed == e, *(*Health)(world.Pointer(changed, health)))
	}
	// Output: true {3}
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

// The file has the fields of an earlier release.
func ExampleMigrate() {
	file := strings.NewReader(`{"format":"ecs world","version":1,"lives":[1],
		"shapes":[{"kind":"struct","fields":[{"name":"Hearts","shape":1}]},{"kind":"int32"}],
		"types":[{"name":"ecs_test.Health","shape":0}],
		"tables":[{"types":[0],"entities":[0],"columns":[[{"Hearts":3}]],"stamps":[null]}]}`)
	type HealthV1 struct{ Hearts int32 }

	world := begin()
	try(ecs.Migrate(world, func(old HealthV1) Health { return Health{Points: 10 * int(old.Hearts)} }))
	try(world.Load(file))
	fmt.Print(world.Dump(world.Entities()[0]))
	// Output:
	// e0.1
	//   Health {Points:30}
}

func ExampleSaveResource() {
	type Score struct{ Coins int }
	saves := func(score *Score) *ecs.World {
		world := begin()
		try(world.Provide(score), ecs.SaveResource[Score](world))
		return world
	}
	var file bytes.Buffer
	try(saves(&Score{Coins: 7}).Save(&file, ecs.JSON()))
	loaded := &Score{}
	try(saves(loaded).Load(&file))
	fmt.Println(loaded.Coins)
	// Output:
	// 7
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

func ExampleWorld_Loaded() {
	world := begin()
	player := create(world, Position{1, 2})
	var file bytes.Buffer
	try(world.Save(&file))
	_, err := world.Clear()
	try(err, world.Load(&file))
	fmt.Println(world.Alive(player))
	player = world.Loaded(player)
	fmt.Println(world.Alive(player))
	// Output:
	// false
	// true
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

// Inside relates things to the room in which they are.
type inside struct{ Room ecs.Entity }

func ExampleDefineRelation() {
	world := begin()
	try(ecs.DefineRelation[inside](world, ecs.DestroyRelated))
	kitchen, hall := create(world, Position{1, 0}), create(world, Position{2, 0})
	create(world, inside{kitchen}, Health{1})
	lamp := create(world, inside{kitchen}, Health{2})
	create(world, inside{hall}, Health{3})
	try(ecs.Set(world, lamp, inside{hall})) // it is carried
	for thing := range ecs.Related[inside](world, hall) {
		h, _ := ecs.Get[Health](world, thing)
		fmt.Println(h.Points)
	}
	try(world.Destroy(hall)) // with all in it
	fmt.Println(world.Len())
	// Output:
	// 2
	// 3
	// 2
}

func ExampleAnyOf() {
	world := begin()
	create(world, Position{1, 0}, Velocity{})
	create(world, Position{2, 0}, Frozen{})
	create(world, Position{3, 0}, Health{})
	var q ecs.Query1[Position]
	try(q.Bind(world, ecs.AnyOf[Velocity, Frozen]{}))
	fmt.Println(q.Len())
	try(q.Bind(world, ecs.AnyOf[Velocity, ecs.AnyOf[Frozen, Health]]{}))
	fmt.Println(q.Len())
	// Output:
	// 2
	// 3
}

func ExampleOnly() {
	world := begin()
	create(world, Position{1, 0})
	create(world, Position{2, 0}, Frozen{})
	try(world.Add("thaw", func(q *ecs.Query1[Position], _ ecs.Only) {
		for p := range q.All() {
			fmt.Println(p.X)
		}
	}))
	try(world.Tick(1))
	// Output: 1
}

func ExampleQuery2_Sorted() {
	world := begin()
	create(world, Position{3, 0}, Health{1})
	create(world, Position{1, 0}, Health{2})
	create(world, Position{2, 0}, Health{3})
	var q ecs.Query2[Position, ecs.Read[Health]]
	try(q.Bind(world))
	type item = ecs.Item2[Position, ecs.Read[Health]]
	for _, it := range q.Sorted(func(x, y item) int { return cmp.Compare(x.A.X, y.A.X) }) {
		fmt.Println(it.A.X, it.B.Get().Points)
	}
	// Output:
	// 1 2
	// 2 3
	// 3 1
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
