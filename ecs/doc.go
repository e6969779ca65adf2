// Package ecs is an archetype Entity-Component-System library. Entities are handles,
// components are plain Go values, systems are plain Go functions. The package imports
// nothing but the standard library.
//
//	world := ecs.New()
//	err := ecs.Define[Position](world)             // a component type
//	e, err := world.Spawn(Position{X: 1})          // an entity
//	err = world.Add("fall", func(q *ecs.Query1[Position]) { // a system
//		for p := range q.All() {
//			p.Y--
//		}
//	})
//	err = world.Tick(1.0 / 60) // runs the systems
//
// # Index by task
//
// Set up:
//   - create a world, define component types: [New], [Define]
//   - share one value among systems: [World.Provide]
//   - bind queries and maps for use between ticks: [Query1.Bind], [Map1.Bind]
//   - run a tick, read its errors: [World.Tick], [World.Err]
//
// Create and destroy entities:
//   - create one, create many: [Map2.New], [Map2.NewBatch], [World.Spawn]
//   - copy one: [World.Clone]
//   - destroy one, a list, those of a query, all: [World.Destroy], [World.DestroyList], [World.DestroyBatch], [World.Clear]
//   - test a handle: [World.Alive]
//
// Change components:
//   - add and remove: [Map1.Add], [Map1.Remove]
//   - of a list, of all entities of a query: [Map1.AddList], [Map1.AddBatch]
//   - add some and remove others in one step: [Drop]
//   - add or replace, remove if present: [Set], [TryRemove]
//   - from systems and inside loops: [Commands], [World.Later], [World.Flush], [Map2.NewLater], [Map1.AddLater]
//
// Read components:
//   - of one entity: [Map1.Get], [Map1.Mut], [Map1.Has], [Get], [Mut], [Has]
//   - of the entity that a pointer belongs to: [Owner]
//   - of many, one by one: [Query2.All], with their handles: [Query2.Each]
//   - of many, as slices: [Query2.Chunks]
//   - of many, on several processors: [Query1.Parallel]
//   - the entity of a component in a loop: [Query1.Entity]
//   - read-only, optional: [Read], [Maybe]
//   - in an order: [Query2.Sorted]
//   - only entities that have, or lack, a type: [With], [Without]
//   - only entities that have one of several types, or no other types: [AnyOf], [Only]
//
// Write systems:
//   - add, order, find, disable, time: [World.Add], [World.Barrier], [World.System], [System.Enable], [System.Took]
//   - remove: [System.Remove]
//   - run on a condition: [When]
//   - run other systems for drawing, and steps of equal length: [In], [World.Run], [FixedStep]
//   - use several processors: [World.SetSchedule]
//
// React:
//   - to structural changes: [World.Observe], [Observer], [OnAdded], [OnRemoved]
//   - to writes: [Track], [World.Mark], [Query2.Changed], [Filtered.Changed]
//   - to events: [DefineEvent], [Emit], [World.Handle]
//
// Build hierarchies: [World.Attach], [World.Children], [World.DestroyTree].
//
// Relate entities to others: [DefineRelation], [Related], [CleanUp].
//
// Save and load:
//   - all entities, as binary data or JSON: [World.Save], [JSON], [World.Load]
//   - resources: [SaveResource]
//   - types that have changed or are gone: [Migrate], [SkipUnknown]
//   - find a loaded entity by its former handle: [World.Loaded]
//
// Name and inspect: [World.Name], [World.Find], [World.Dump], [World.Components].
//
// Use types known at run time only: [World.DefineType], [World.ComponentOf], [World.Change], [World.Filter], [World.Pointer],
// [World.TrackType], [WithType].
//
// Measure and free memory: [World.Stats], [World.Shrink].
//
// Continue after a panic: [World.Recover].
//
// Query1 to Query10 and Map1 to Map10 have the same methods.
//
// # Systems
//
// The parameters of a system declare what it needs:
//
//	func move(q *ecs.Query2[Position, ecs.Read[Velocity]], dt ecs.Seconds) {
//		for p, v := range q.All() {
//			p.X += v.Get().X * float32(dt)
//		}
//	}
//
// This system writes positions and reads velocities. From these declarations the world
// derives which systems may run at the same time. The compiler inlines the loop body
// into the system, so the loop costs little beyond a loop over slices. Closures returned by a
// small function are an exception: write systems as functions or methods, or mark that
// function go:noinline.
//
// Structural changes create or destroy entities and add or remove components. They
// happen between systems only, at a barrier or at the end of the tick. Their order does
// not depend on the processors that ran the systems, so the state after a tick is the
// same under every [Schedule].
//
// # Storage
//
// A table holds all entities with one set of components: a row for each entity, a column
// for each component type. Rows are grouped in chunks of some 250 to 4,000 rows. The first
// chunk of a table begins small, the next three with a quarter of their size, and they are
// copied when they grow. Chunks of full size keep their address. At most one chunk of a table
// is partly empty, and a table of 32 chunks or more has memory for up to an eighth more. The
// last row of a table replaces a row that is removed. An entity costs ten bytes beside its
// components.
//
// A component is found by handle through two arrays: the chunk and row of the entity, and
// the columns of the component type by chunk. Neither becomes slower in a world whose
// entities were created and destroyed many times.
//
// A component type can have a store of its own instead of columns: see [DefineIn].
//
// # What it lacks
//
// Ark has years of use and users. Bevy has plugins, states, assets and a renderer. flecs has several
// targets of a relation per entity, prefabs, a query language and an inspector. EnTT has groups, views
// without tables, and signals on writes. This package has none of these, and handles at most ten
// types in a query or map. docs/bias.md lists the cases in which other libraries are faster.
//
// # Errors
//
// A structural change returns an error that names the operation, the entity and the
// remedy, or succeeds completely. After an error nothing has changed.
//
//   - [DeadError]: the handle is stale or belongs to another world.
//   - [MisfitError]: the component to add is present, or the one to remove is missing.
//   - [BusyError]: a loop, a tick, a batch or an observer is running.
//
// Queries and maps that no world has bound cannot report errors and panic when used.
package ecs
