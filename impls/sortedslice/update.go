package sortedslice

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The loops over members, for the ways to keep membership that are not joins.

func drift(members []ecs.ID, position *Column[impls.Position], dt float32) {
	for _, id := range members {
		impls.Drift(position.At(id), dt)
	}
}

func move(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) {
	for _, id := range members {
		impls.Move(position.At(id), velocity.At(id), dt)
	}
}

func moveByMass(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) {
	for _, id := range members {
		impls.MoveByMass(position.At(id), velocity.At(id), mass.At(id), dt)
	}
}

func place(members []ecs.ID, position *Column[impls.Position], transform *Column[impls.Transform]) {
	for _, id := range members {
		impls.Place(position.At(id), transform.At(id))
	}
}

func count(members []ecs.ID, inventory *Column[impls.Inventory]) {
	for _, id := range members {
		impls.Count(inventory.At(id))
	}
}

func animate(members []ecs.ID, bones *Column[impls.Bones], dt float32) {
	for _, id := range members {
		impls.Animate(bones.At(id), dt)
	}
}
