// Package ecs is an archetype Entity-Component-System library: entities are handles,
// components are plain Go values, systems are plain Go functions. It needs nothing
// but the standard library.
//
// # By task
//
// Begin:
//   - a world: [New]; component types: [Define]; there is one of it, like a score:
//     [World.Provide]
//   - queries and maps for use between ticks: [World.Bind]
//   - a tick: [World.Tick]; what went wrong: its error, [World.Err]
//
// Create, change and destroy entities:
//   - with types that the program knows: [Map2] and its like, one by one (New, Add,
//     Remove), many at once (NewBatch), those of a list (AddList) or of a query
//     (AddBatch); add some and remove others in one step: [Drop]
//   - with values at hand, more slowly: [World.Spawn], [Set], [TryRemove]
//   - [World.Destroy], [World.DestroyList], [World.DestroyBatch], [World.Clear]
//   - copies: [World.Clone]
//   - from systems, and in loops: the same on [Commands]; [World.Later],
//     [World.Flush]
//
// Look at one entity: [Map1] (Get, Mut, Has), [Get], [Mut], [Has], [Owner],
// [World.Alive].
//
// Visit many: [Query1] to [Query10], entity by entity (All), as slices (Chunks), on
// several processors (Parallel). What is only read: [Read]. What need not be there:
// [Maybe]. What must or must not be there: [With], [Without].
//
// Systems: [World.Add]; changes made in between: [World.Barrier]; found, timed,
// turned off: [World.System], [System.Took], [System.Enable]; several processors:
// [World.SetSchedule].
//
// Be told of changes: [World.Observe]; of a system's entities: [OnAdded], [OnRemoved];
// find what was written to: [Track], [World.Mark].
//
// Events: [DefineEvent], [Emit], [World.Handle].
//
// Parents and children: [World.Attach], [World.Children], [World.DestroyTree].
//
// Save and load: [World.Save], [World.Load].
//
// Names and diagnostics: [World.Name], [World.Find], [World.Called], [World.Dump],
// [World.Systems], [World.Components].
//
// Types that are known at run time only: [World.ComponentOf], [World.Change],
// [World.Filter], [World.Pointer].
//
// # A tick
//
// A system is a function, and its parameters declare what it needs:
//
//	func move(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
//		for p, v := range q.All() {
//			p.X += v.Get().X * float32(dt)
//		}
//	}
//
// From the types follows which systems may run at the same time: this one writes
// positions and reads velocities. The loop is compiled into the system and costs what
// a loop over slices costs.
//
// Structure (which entities there are, and what each has) changes between systems
// only, at a barrier or at the end of the tick, in an order that does not depend on
// how systems were spread over processors. So the state after a tick is the same
// under every [Schedule].
//
// # Storage
//
// Entities with equal sets of components are in one table, a row for each, a column
// for each component. Rows are in chunks of 256 to 4,096, which stay where they are
// when the table grows: nothing is copied, and at most one chunk is partly empty. The
// last row of a table takes the place of one that is removed. An entity costs twelve
// bytes beside its components. A component is found by handle through two arrays: the
// chunk and row of the entity, and the columns of the component by chunk. Neither is
// slower in a world that has aged.
//
// A component type can have a store of its own instead of columns: [DefineIn].
//
// # Errors
//
// Whatever changes structure returns an error that names the operation and the entity
// and says what to do, and has then changed nothing: [DeadError] for stale handles and
// those of other worlds, [MisfitError] for components that are there already or are
// missing, [BusyError] while a loop, a tick or an observer is under way.
package ecs
