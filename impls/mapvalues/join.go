package mapvalues

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// joined is a world that finds members the way of seed 002: it iterates the
// smallest map of those that a system needs, and looks the others up.
//
// A system that requires more than its kernel works on, or nothing, is no join
// of typed maps: it walks over the signatures.
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
		for _, p := range c.position.values {
			impls.Drift(p, dt)
		}
		return len(c.position.values)
	case impls.MovePos:
		return joinMove(c.position.values, c.velocity.values, dt)
	case impls.MoveScaled:
		return joinMoveByMass(c.position.values, c.velocity.values, c.mass.values, dt)
	case impls.PlaceModel:
		return joinPlace(c.position.values, c.transform.values)
	case impls.CountItems:
		for _, v := range c.inventory.values {
			impls.Count(v)
		}
		return len(c.inventory.values)
	case impls.AnimateAll:
		for _, b := range c.bones.values {
			impls.Animate(b, dt)
		}
		return len(c.bones.values)
	}
	return 0
}

func joinMove(positions map[ecs.ID]*impls.Position, velocities map[ecs.ID]*impls.Velocity, dt float32) (visited int) {
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

func joinMoveByMass(positions map[ecs.ID]*impls.Position, velocities map[ecs.ID]*impls.Velocity, masses map[ecs.ID]*impls.Mass, dt float32) (visited int) {
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

func joinPlace(positions map[ecs.ID]*impls.Position, transforms map[ecs.ID]*impls.Transform) (visited int) {
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
