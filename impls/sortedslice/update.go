package sortedslice

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/seed"
)

// columns are those that kernels work on, under their static types.
type columns struct {
	position  *Column[impls.Position]
	velocity  *Column[impls.Velocity]
	mass      *Column[impls.Mass]
	transform *Column[impls.Transform]
	inventory *Column[impls.Inventory]
	bones     *Column[impls.Bones]
}

func newColumns(w *seed.World) columns {
	return columns{
		position:  seed.Column[*Column[impls.Position]](w, impls.PositionID),
		velocity:  seed.Column[*Column[impls.Velocity]](w, impls.VelocityID),
		mass:      seed.Column[*Column[impls.Mass]](w, impls.MassID),
		transform: seed.Column[*Column[impls.Transform]](w, impls.TransformID),
		inventory: seed.Column[*Column[impls.Inventory]](w, impls.InventoryID),
		bones:     seed.Column[*Column[impls.Bones]](w, impls.BonesID),
	}
}

// world is an impls.World whose dispatch knows the members.
type world struct {
	*seed.World
	columns columns
}

// Update is impls.World.Update.
func (w *world) Update(system int, dt float32) int {
	members := w.Members(system)
	w.columns.run(w.Systems[system].Kernel, members, dt)
	return len(members)
}

// run is the loops over members, each of which is searched for.
func (c *columns) run(k impls.Kernel, members []ecs.ID, dt float32) {
	switch k {
	case impls.DriftPos:
		drift(members, c.position, dt)
	case impls.MovePos:
		move(members, c.position, c.velocity, dt)
	case impls.MoveScaled:
		moveByMass(members, c.position, c.velocity, c.mass, dt)
	case impls.PlaceModel:
		place(members, c.position, c.transform)
	case impls.CountItems:
		count(members, c.inventory)
	case impls.AnimateAll:
		animate(members, c.bones, dt)
	}
}

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
