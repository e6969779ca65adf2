package ecs_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/ecs"
)

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
