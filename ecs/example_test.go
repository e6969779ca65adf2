package ecs_test

import (
	"fmt"
	"log"

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

func ExampleOwner() {
	world := begin()
	e := create(world, Health{3})
	h := ecs.Mut[Health](world, e)
	fmt.Println(ecs.Owner(world, h) == e)
	// Output: true
}

func ExampleWorld_Alive() {
	world := begin()
	e := create(world, Health{3})
	try(world.Destroy(e))
	next := create(world, Health{5}) // reuses the ID of e
	fmt.Println(world.Alive(e), world.Alive(next), ecs.Has[Health](world, e), e.ID() == next.ID())
	// Output: false true false true
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
