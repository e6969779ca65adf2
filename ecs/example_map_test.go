package ecs_test

import (
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
)

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
