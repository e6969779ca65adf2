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
// An author reviews game.go. It comes from a template per library (ark.tmpl and so on), beside what
// is known about the library (ark.go). The body of a system is the same text in all
// of them (shared.tmpl). The template reference is a plain slice of
// structs without a library; its final state is the one that all others have to reach.
//
// # Templates
//
// A file such as ark.tmpl has the templates of a library, in the language of package text/template.
// Text between definitions is a comment. The data is a [Data], whose methods compute the
// printed text. A library defines
//
//	game        the file game.go
//	create      the creation of the entities of a [ComponentSet], which made lists
//	entity      the expression of the handle of an entity in the loop of a [Step]
//	system      the function of a system
//	change      the function of a change of components
//	fillers     the file fillers.go
//	idle query  the type of an [Idle] query
//	part        the loop of a goroutine, for "divided"
//
// and replaces what the definitions of shared.tmpl name.
package play
