package sortedslice

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// joined is a world that finds members the way of seed 003, by merging.
//
// A system that requires more than its kernel works on, or nothing, is no join
// of typed slices: it walks over the signatures.
type joined struct{ world }

// Update is impls.World.Update.
func (w *joined) Update(system int, dt float32) int {
	s := &w.Systems[system]
	if s.Kernel == impls.Idle || !slices.Equal(s.Requires, s.Kernel.Requires()) {
		return w.world.Update(system, dt)
	}
	return w.columns.join(s.Kernel, dt)
}

func (c *columns) join(k impls.Kernel, dt float32) (visited int) {
	switch k {
	case impls.DriftPos:
		return eachDrift(c.position.rows, dt)
	case impls.MovePos:
		return joinMove(c.position.rows, c.velocity.rows, dt)
	case impls.MoveScaled:
		return joinMoveByMass(c.position.rows, c.velocity.rows, c.mass.rows, dt)
	case impls.PlaceModel:
		return joinPlace(c.position.rows, c.transform.rows)
	case impls.CountItems:
		return eachCount(c.inventory.rows)
	case impls.AnimateAll:
		return eachAnimate(c.bones.rows, dt)
	}
	return 0
}

// catchUp is the step of the join: a slice that stands below the highest
// entity moves on by one. It is inlined into the loops.
func catchUp[T any](rows []row[T], at int, highest ecs.ID) int {
	if rows[at].id < highest {
		at++
	}
	return at
}

// In the joins, the first branch is what happens when all slices step
// together, which is nearly always.

func joinMove(ps []row[impls.Position], vs []row[impls.Velocity], dt float32) (visited int) {
	p, v := 0, 0
	for p < len(ps) && v < len(vs) {
		if ps[p].id == vs[v].id {
			impls.Move(&ps[p].value, &vs[v].value, dt)
			visited++
			p, v = p+1, v+1
			continue
		}
		highest := max(ps[p].id, vs[v].id)
		p, v = catchUp(ps, p, highest), catchUp(vs, v, highest)
	}
	return visited
}

func joinMoveByMass(ps []row[impls.Position], vs []row[impls.Velocity], ms []row[impls.Mass], dt float32) (visited int) {
	p, v, m := 0, 0, 0
	for p < len(ps) && v < len(vs) && m < len(ms) {
		if ps[p].id == vs[v].id && vs[v].id == ms[m].id {
			impls.MoveByMass(&ps[p].value, &vs[v].value, &ms[m].value, dt)
			visited++
			p, v, m = p+1, v+1, m+1
			continue
		}
		highest := max(ps[p].id, vs[v].id, ms[m].id)
		p, v, m = catchUp(ps, p, highest), catchUp(vs, v, highest), catchUp(ms, m, highest)
	}
	return visited
}

func joinPlace(ps []row[impls.Position], ts []row[impls.Transform]) (visited int) {
	p, t := 0, 0
	for p < len(ps) && t < len(ts) {
		if ps[p].id == ts[t].id {
			impls.Place(&ps[p].value, &ts[t].value)
			visited++
			p, t = p+1, t+1
			continue
		}
		highest := max(ps[p].id, ts[t].id)
		p, t = catchUp(ps, p, highest), catchUp(ts, t, highest)
	}
	return visited
}

func eachDrift(ps []row[impls.Position], dt float32) int {
	for i := range ps {
		impls.Drift(&ps[i].value, dt)
	}
	return len(ps)
}

func eachCount(vs []row[impls.Inventory]) int {
	for i := range vs {
		impls.Count(&vs[i].value)
	}
	return len(vs)
}

func eachAnimate(bs []row[impls.Bones], dt float32) int {
	for i := range bs {
		impls.Animate(&bs[i].value, dt)
	}
	return len(bs)
}
