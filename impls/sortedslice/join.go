package sortedslice

import (
	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// The joins find members the way of seed 003, by merging.

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

func joinMove(position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) (visited int) {
	ps, vs := position.rows, velocity.rows
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

func joinMoveByMass(position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) (visited int) {
	ps, vs, ms := position.rows, velocity.rows, mass.rows
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

func joinPlace(position *Column[impls.Position], transform *Column[impls.Transform]) (visited int) {
	ps, ts := position.rows, transform.rows
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

func joinDrift(position *Column[impls.Position], dt float32) int {
	ps := position.rows
	for i := range ps {
		impls.Drift(&ps[i].value, dt)
	}
	return len(ps)
}

func joinCount(inventory *Column[impls.Inventory]) int {
	vs := inventory.rows
	for i := range vs {
		impls.Count(&vs[i].value)
	}
	return len(vs)
}

func joinAnimate(bones *Column[impls.Bones], dt float32) int {
	bs := bones.rows
	for i := range bs {
		impls.Animate(&bs[i].value, dt)
	}
	return len(bs)
}
