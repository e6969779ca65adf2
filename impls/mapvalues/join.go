package mapvalues

import "github.com/ecsbench/ecsbench/impls"

// The joins find members the way of seed 002: they iterate the smallest map of
// those that a kernel needs, and look the others up.

func joinDrift(position *Column[impls.Position], dt float32) int {
	for _, p := range position.values {
		impls.Drift(p, dt)
	}
	return len(position.values)
}

func joinCount(inventory *Column[impls.Inventory]) int {
	for _, i := range inventory.values {
		impls.Count(i)
	}
	return len(inventory.values)
}

func joinAnimate(bones *Column[impls.Bones], dt float32) int {
	for _, b := range bones.values {
		impls.Animate(b, dt)
	}
	return len(bones.values)
}

func joinMove(position *Column[impls.Position], velocity *Column[impls.Velocity], dt float32) (visited int) {
	positions, velocities := position.values, velocity.values
	if len(positions) <= len(velocities) {
		for id, p := range positions {
			if v := velocities[id]; v != nil {
				impls.Move(p, v, dt)
				visited++
			}
		}
		return visited
	}
	for id, v := range velocities {
		if p := positions[id]; p != nil {
			impls.Move(p, v, dt)
			visited++
		}
	}
	return visited
}

func joinMoveByMass(position *Column[impls.Position], velocity *Column[impls.Velocity], mass *Column[impls.Mass], dt float32) (visited int) {
	positions, velocities, masses := position.values, velocity.values, mass.values
	switch min(len(positions), len(velocities), len(masses)) {
	case len(positions):
		for id, p := range positions {
			v, m := velocities[id], masses[id]
			if v != nil && m != nil {
				impls.MoveByMass(p, v, m, dt)
				visited++
			}
		}
	case len(velocities):
		for id, v := range velocities {
			p, m := positions[id], masses[id]
			if p != nil && m != nil {
				impls.MoveByMass(p, v, m, dt)
				visited++
			}
		}
	default:
		for id, m := range masses {
			p, v := positions[id], velocities[id]
			if p != nil && v != nil {
				impls.MoveByMass(p, v, m, dt)
				visited++
			}
		}
	}
	return visited
}

func joinPlace(position *Column[impls.Position], transform *Column[impls.Transform]) (visited int) {
	positions, transforms := position.values, transform.values
	if len(positions) <= len(transforms) {
		for id, p := range positions {
			if t := transforms[id]; t != nil {
				impls.Place(p, t)
				visited++
			}
		}
		return visited
	}
	for id, t := range transforms {
		if p := positions[id]; p != nil {
			impls.Place(p, t)
			visited++
		}
	}
	return visited
}
