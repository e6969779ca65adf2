// Package ecs is the reference run-time of the seed backends: entities,
// signatures, systems and their membership, into which each backend plugs its
// own component storage.
//
// # The story
//
// An [Entity] is a handle made of a 32-bit [ID] and a generation; a [Pool]
// hands out IDs and reuses them. What an entity has is its [Signature], one bit
// for each component type. The components of one type live in a [Storage], and
// every backend brings its own. A system states a [Requirement]; which entities
// satisfy it is kept in one of four ways, its [Dispatch]. A [World] ties these
// together:
//
//	w, _ := ecs.New(ecs.Options{Dispatch: ecs.Shared, NewSet: ecs.NewSparseSet})
//	position, _ := ecs.Register(w, dense.NewColumn(positionTraits))
//	velocity, _ := ecs.Register(w, dense.NewColumn(velocityTraits))
//	move, _ := w.AddSystem(ecs.NewRequirement(position.Component(), velocity.Component()))
//	...
//	for _, id := range w.Members(move) { ... }
//
// # Slices, not single entities
//
// All structural changes take slices, because a dynamic call for a pass costs
// nothing and a dynamic call for an entity costs more than the work itself. The
// world cuts a slice into runs of entities with equal signatures and hands each
// run on as a whole.
package ecs
