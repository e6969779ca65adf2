package dense

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The loops. The arrays of each column are taken out before the loop: the
// compiler must assume that a write to a component changes the column's slice
// headers, and would load them anew for every entity.

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
