// Package play writes the programs that measure a world, builds and runs them: fresh
// processes, libraries in random order, every final state compared with the reference.
//
// [Library.Sources] writes a small Go module per library, with a struct for each
// component type, a typed loop for each system and the library's documented calls for
// each change. A [Build] turns it into a program in the user's cache folder; a world
// that has not changed is not built again. An [Experiment] runs programs and keeps what
// they measured.
//
// A program consists of
//
//	go.mod         the library at the version that ecsbench measures
//	components.go  the component types, their initial values and hashes
//	frame.go       the frame: steps in order, the table of handles
//	game.go        the systems and changes in the idiom of the library
//	repeated.go    likewise what there is many of: sets of components, copies of systems
//	fillers.go     component types that no entity has
//	drive/         package drive, which selects entities, measures and verifies
//	timing/        package timing, which times measured steps
//
// An author reviews game.go. It comes from a template per library
// (templates/ark.tmpl and so on). The body of a system is the same text in all
// of them (templates/shared.tmpl). The template reference is a plain slice of
// structs without a library; its final state is the one that all others have to reach.
package play
