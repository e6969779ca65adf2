package treemap

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The loops. What does not change is taken out of each column before the loop,
// so that what is left of an entity's cost is the look-ups.

func drift(members []ecs.ID, position *Column[impls.Position], dt float32) {
	p, pAt := position.Values, &position.position
	for _, id := range members {
		impls.Drift(&p[at(pAt, id)], dt)
	}
}

func move(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) {
	p, pAt := position.Values, &position.position
	v, vAt := velocity.Values, &velocity.position
	for _, id := range members {
		impls.Move(&p[at(pAt, id)], &v[at(vAt, id)], dt)
	}
}

func moveByMass(members []ecs.ID, position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) {
	p, pAt := position.Values, &position.position
	v, vAt := velocity.Values, &velocity.position
	m, mAt := mass.Values, &mass.position
	for _, id := range members {
		impls.MoveByMass(&p[at(pAt, id)], &v[at(vAt, id)], &m[at(mAt, id)], dt)
	}
}

func place(members []ecs.ID, position *Column[impls.Position], transform *Column[impls.Transform]) {
	p, pAt := position.Values, &position.position
	t, tAt := transform.Values, &transform.position
	for _, id := range members {
		impls.Place(&p[at(pAt, id)], &t[at(tAt, id)])
	}
}

func count(members []ecs.ID, inventory *Column[impls.Inventory]) {
	i, iAt := inventory.Values, &inventory.position
	for _, id := range members {
		impls.Count(&i[at(iAt, id)])
	}
}

func animate(members []ecs.ID, bones *Column[impls.Bones], dt float32) {
	b, bAt := bones.Values, &bones.position
	for _, id := range members {
		impls.Animate(&b[at(bAt, id)], dt)
	}
}
