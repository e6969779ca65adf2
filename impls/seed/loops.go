package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
)

// A loop runs a kernel over the members of a system.
type loop func(members []ecs.ID, dt float32)

// bound is an impls.World whose loops know the columns that they work on.
type bound struct {
	*World
	loops []loop // by kernel; nil for Idle
}

// Update is impls.World.Update.
func (b *bound) Update(system int, dt float32) int {
	members := b.Members(system)
	if run := b.loops[b.Systems[system].Kernel]; run != nil {
		run(members, dt)
	}
	return len(members)
}

// Bind makes an impls.World of a backend's loops over members, one for each
// kernel. P, V, M, T, I and B are the backend's own types of the columns of
// Position, Velocity, Mass, Transform, Inventory and Bones; a loop is only run
// if the types that its kernel works on are registered.
func Bind[P, V, M, T, I, B any](
	w *World,
	drift func([]ecs.ID, P, float32),
	move func([]ecs.ID, P, V, float32),
	moveByMass func([]ecs.ID, P, V, M, float32),
	place func([]ecs.ID, P, T),
	count func([]ecs.ID, I),
	animate func([]ecs.ID, B, float32),
) impls.World {
	position, velocity, mass := Column[P](w, impls.PositionID), Column[V](w, impls.VelocityID), Column[M](w, impls.MassID)
	transform, inventory, bones := Column[T](w, impls.TransformID), Column[I](w, impls.InventoryID), Column[B](w, impls.BonesID)
	return &bound{w, []loop{
		impls.Idle:       nil,
		impls.DriftPos:   func(ids []ecs.ID, dt float32) { drift(ids, position, dt) },
		impls.MovePos:    func(ids []ecs.ID, dt float32) { move(ids, position, velocity, dt) },
		impls.MoveScaled: func(ids []ecs.ID, dt float32) { moveByMass(ids, position, velocity, mass, dt) },
		impls.PlaceModel: func(ids []ecs.ID, dt float32) { place(ids, position, transform) },
		impls.CountItems: func(ids []ecs.ID, dt float32) { count(ids, inventory) },
		impls.AnimateAll: func(ids []ecs.ID, dt float32) { animate(ids, bones, dt) },
	}}
}

// BindLate is [Bind] for component numbers that are handed out at run time:
// each update looks its columns up by numbers that the compiler does not know.
func BindLate[P, V, M, T, I, B any](
	w *World,
	drift func([]ecs.ID, P, float32),
	move func([]ecs.ID, P, V, float32),
	moveByMass func([]ecs.ID, P, V, M, float32),
	place func([]ecs.ID, P, T),
	count func([]ecs.ID, I),
	animate func([]ecs.ID, B, float32),
) impls.World {
	return &bound{w, []loop{
		impls.Idle: nil,
		impls.DriftPos: func(ids []ecs.ID, dt float32) {
			drift(ids, Column[P](w, impls.PositionID), dt)
		},
		impls.MovePos: func(ids []ecs.ID, dt float32) {
			move(ids, Column[P](w, impls.PositionID), Column[V](w, impls.VelocityID), dt)
		},
		impls.MoveScaled: func(ids []ecs.ID, dt float32) {
			moveByMass(ids, Column[P](w, impls.PositionID), Column[V](w, impls.VelocityID), Column[M](w, impls.MassID), dt)
		},
		impls.PlaceModel: func(ids []ecs.ID, dt float32) {
			place(ids, Column[P](w, impls.PositionID), Column[T](w, impls.TransformID))
		},
		impls.CountItems: func(ids []ecs.ID, dt float32) {
			count(ids, Column[I](w, impls.InventoryID))
		},
		impls.AnimateAll: func(ids []ecs.ID, dt float32) {
			animate(ids, Column[B](w, impls.BonesID), dt)
		},
	}}
}

// A join runs a kernel over whatever it meets in the columns, and returns how
// many entities these were.
type join func(dt float32) (visited int)

// joined is an impls.World that finds members in the storages.
type joined struct {
	impls.World
	systems []impls.System
	joins   []join // by kernel; nil for Idle
}

// Update is impls.World.Update. A system that requires more than its kernel
// works on, or nothing, is no join of the kernel's columns: it walks over the
// signatures.
func (j *joined) Update(system int, dt float32) int {
	s := &j.systems[system]
	if s.Kernel == impls.Idle || !slices.Equal(s.Requires, s.Kernel.Requires()) {
		return j.World.Update(system, dt)
	}
	return j.joins[s.Kernel](dt)
}

// BindJoin makes an impls.World of a backend's joins, one for each kernel, each
// of which returns how many entities it visited. Systems that are no join are
// left to over, which [Bind] made of the same world.
func BindJoin[P, V, M, T, I, B any](
	w *World, over impls.World,
	drift func(P, float32) int,
	move func(P, V, float32) int,
	moveByMass func(P, V, M, float32) int,
	place func(P, T) int,
	count func(I) int,
	animate func(B, float32) int,
) impls.World {
	position, velocity, mass := Column[P](w, impls.PositionID), Column[V](w, impls.VelocityID), Column[M](w, impls.MassID)
	transform, inventory, bones := Column[T](w, impls.TransformID), Column[I](w, impls.InventoryID), Column[B](w, impls.BonesID)
	return &joined{over, w.Systems, []join{
		impls.Idle:       nil,
		impls.DriftPos:   func(dt float32) int { return drift(position, dt) },
		impls.MovePos:    func(dt float32) int { return move(position, velocity, dt) },
		impls.MoveScaled: func(dt float32) int { return moveByMass(position, velocity, mass, dt) },
		impls.PlaceModel: func(dt float32) int { return place(position, transform) },
		impls.CountItems: func(dt float32) int { return count(inventory) },
		impls.AnimateAll: func(dt float32) int { return animate(bones, dt) },
	}}
}
