// Package ecs is a small Entity-Component-System library: entities are handles,
// components are plain Go values, systems are plain Go functions.
//
// # By task
//
// Begin:
//   - a simulation: [NewSim]; component types: [Define], each in a storage of
//     your choice, or several in [Tables]; there is one of it, like a score:
//     [Sim.Provide]
//   - a tick: [Sim.Tick]; what went wrong: its error, [Sim.Err]
//
// Create and change, between ticks: [Sim.Spawn], [Sim.Kill], [Set], [TryRemove].
// From systems, and in loops: the same on [Commands]; [Sim.Later], [Sim.Flush].
//
// Look at one entity: [Get], [Mut], [Has], [Owner], [Sim.Alive]; from systems,
// [Lookup].
//
// Visit many: [Query1] to [Query5], entity by entity (All), as slices (Chunks),
// on several processors (Parallel). What is only read: [Read]. What need not be
// there: [Maybe]. What must or must not be there: [With], [Without]. Outside of
// systems: [Sim.Bind].
//
// Systems: [Sim.Add]; told of entities that come and go: [OnAdded], [OnRemoved];
// changes made in between: [Sim.Barrier]; found, timed, turned off: [Sim.System],
// [System.Took], [System.Enable].
//
// Events: [DefineEvent], [Emit], [Sim.Handle].
//
// Several processors: [Sim.SetSchedule].
//
// Names and diagnostics: [Sim.Name], [Sim.Find], [Sim.Called], [Sim.Dump],
// [Sim.Systems], [Sim.Components].
//
// # A tick
//
// A system is a function, and its parameters say what it needs:
//
//	func move(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
//		for p, v := range q.All() {
//			p.X += v.Get().X * float32(dt)
//		}
//	}
//
// From the types follows who may run at the same time as whom: this system
// writes positions and reads velocities. Loops over a sparse set are compiled
// into the system and cost what a loop by hand costs.
//
// Structure (who there is, and who has what) changes between systems only, at a
// barrier or at the end of the tick, in an order that does not depend on how
// systems were spread over processors. So the state after a tick is the same
// under every [Schedule].
//
// # The run-time underneath
//
// A [Sim] stands on a [World], which knows components by number and takes slices
// of entities. Backends that ecsbench measures plug their storages and loops
// into it directly; programs rather use a Sim. Both are in one package because
// the loops of queries and the making of changes read the signatures and
// memberships that a World keeps to itself.
//
// An [Entity] is a handle made of a 32-bit [ID] and a generation; a [Pool] hands
// out IDs and reuses them. What an entity has is its [Signature], one bit for
// each component type. The components of one type live in a [Storage]. A system
// states a [Requirement]; which entities satisfy it is kept in one of four ways,
// its [Dispatch]:
//
//	w, _ := ecs.New(ecs.Options{Dispatch: ecs.Shared, NewSet: ecs.NewSparseSet})
//	position, _ := w.RegisterStorage(ecs.NewColumn(positionTraits))
//	velocity, _ := w.RegisterStorage(ecs.NewColumn(velocityTraits))
//	move, _ := w.AddSystem(ecs.NewRequirement(position, velocity))
//	...
//	for _, id := range w.Members(move) { ... }
//
// All structural changes of a World take slices, because a dynamic call for a
// pass costs nothing and a dynamic call for an entity costs more than the work
// itself. The world cuts a slice into runs of entities with equal signatures and
// hands each run on as a whole.
package ecs
