// Package seed is the run-time of the storages of the C++ originals: entities, signatures,
// storages by component, and the membership of systems.
//
// An [Entity] is a handle made of a 32-bit [ID] and a generation; a [Pool] hands
// out IDs and reuses them. What an entity has is its [Signature], one bit for
// each component type. The components of one type live in a [Storage]. A
// [Dispatch] is one of four ways to keep the entities that a system requires.
//
// All structural changes of a World take slices. A dynamic call per pass costs
// nothing; a dynamic call per entity costs more than the work itself. The world
// cuts a slice into runs of entities with equal signatures and passes each run
// to the storages as a whole.
//
// [Open] opens an [impls.World]. Each backend only fills in a [Backend]: its column type
// and its loops.
package seed
