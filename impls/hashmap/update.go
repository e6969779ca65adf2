package hashmap

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

// world is an impls.World.
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

// run is the loops. What does not change is taken out of each column before
// the loop, so that what is left of an entity's cost is the look-ups.
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
	p, pAt := position.Values, position.position
	for _, id := range members {
		impls.Drift(&p[pAt[id]], dt)
	}
}

func move(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) {
	p, pAt := position.Values, position.position
	v, vAt := velocity.Values, velocity.position
	for _, id := range members {
		impls.Move(&p[pAt[id]], &v[vAt[id]], dt)
	}
}

func moveByMass(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) {
	p, pAt := position.Values, position.position
	v, vAt := velocity.Values, velocity.position
	m, mAt := mass.Values, mass.position
	for _, id := range members {
		impls.MoveByMass(&p[pAt[id]], &v[vAt[id]], &m[mAt[id]], dt)
	}
}

func place(members []ecs.ID, position *Column[impls.Position], transform *Column[impls.Transform]) {
	p, pAt := position.Values, position.position
	t, tAt := transform.Values, transform.position
	for _, id := range members {
		impls.Place(&p[pAt[id]], &t[tAt[id]])
	}
}

func count(members []ecs.ID, inventory *Column[impls.Inventory]) {
	i, at := inventory.Values, inventory.position
	for _, id := range members {
		impls.Count(&i[at[id]])
	}
}

func animate(members []ecs.ID, bones *Column[impls.Bones], dt float32) {
	b, at := bones.Values, bones.position
	for _, id := range members {
		impls.Animate(&b[at[id]], dt)
	}
}
