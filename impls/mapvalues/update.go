package mapvalues

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The loops over members.

func drift(members []ecs.ID, position *Column[impls.Position], dt float32) {
	for _, id := range members {
		impls.Drift(position.values[id], dt)
	}
}

func move(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) {
	p, v := position.values, velocity.values
	for _, id := range members {
		impls.Move(p[id], v[id], dt)
	}
}

func moveByMass(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) {
	p, v, m := position.values, velocity.values, mass.values
	for _, id := range members {
		impls.MoveByMass(p[id], v[id], m[id], dt)
	}
}

func place(members []ecs.ID, position *Column[impls.Position], transform *Column[impls.Transform]) {
	p, t := position.values, transform.values
	for _, id := range members {
		impls.Place(p[id], t[id])
	}
}

func count(members []ecs.ID, inventory *Column[impls.Inventory]) {
	for _, id := range members {
		impls.Count(inventory.values[id])
	}
}

func animate(members []ecs.ID, bones *Column[impls.Bones], dt float32) {
	for _, id := range members {
		impls.Animate(bones.values[id], dt)
	}
}
