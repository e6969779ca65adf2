// Package core is the run-time of the seed storages: entities, signatures,
// storages by component, and the membership of systems.
//
// An [Entity] is a handle made of a 32-bit [ID] and a generation; a [Pool] hands
// out IDs and reuses them. What an entity has is its [Signature], one bit for
// each component type. The components of one type live in a [Storage]. A system
// states a [Requirement]. A [Dispatch] is one of four ways to keep the entities
// that satisfy it:
//
//	w, _ := core.New(core.Options{Dispatch: core.Shared, NewSet: core.NewSparseSet})
//	position, _ := w.RegisterStorage(core.NewColumn(positionTraits))
//	velocity, _ := w.RegisterStorage(core.NewColumn(velocityTraits))
//	move, _ := w.AddSystem(core.NewRequirement(position, velocity))
//	...
//	for _, id := range w.Members(move) { ... }
//
// All structural changes of a World take slices. A dynamic call per pass costs
// nothing; a dynamic call per entity costs more than the work itself. The world
// cuts a slice into runs of entities with equal signatures and passes each run
// to the storages as a whole.
package core
