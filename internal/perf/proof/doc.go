// Package proof finds the benchmarks that cannot have changed between two revisions:
// all code and data that such a benchmark can reach are the same in both.
//
//  1. [Open] gets the object files of the tests of both revisions from the go command:
//     the output of the compiler, before the linker assigns addresses. They contain
//     every symbol, its bytes, and its references to other symbols.
//  2. [Tests.Difference] walks through both programs at once. It starts at the entry point,
//     at the initialisation of packages, at the references of the main package generated
//     by go test except its tables, and at the benchmark. It continues like the linker
//     (cmd/link/internal/ld/deadcode.go): to all referenced symbols, and to the methods
//     of types in interfaces that are called by name through an interface or by
//     reflection.
//  3. Both symbols of a pair must have the same bytes, sizes and flags. Their references
//     must be at the same places, of the same kind, and to pairs, one to one. The first
//     difference ends the walk, and the benchmark is measured.
//
// Symbols are paired by their references. Names, files and lines are not compared. Comments,
// formatting, moved and renamed functions, and unused functions make no difference. Whatever the
// compiler translates in another way is a difference: renamed variables and moved methods of generic
// types often are, because they order the stack and dictionaries. Such a benchmark is measured, and may
// pass by its instructions (package ab).
//
// # Why this is sound
//
// A process executes its program only, and the linker includes only what it reaches from
// the entry points. The walk has fewer entry points: of the tables of tests and
// benchmarks only the benchmark itself, because -test.run=^$ and -test.bench run nothing
// else. From there it reaches all that the linker reaches, and more: it follows weak
// references, matches methods by name only, and counts a type as used in interfaces if
// one side or any package of the program does. If all pairs are the same, the two
// programs are the same in everything that they can reach, except names and addresses.
//
// What is not compared cannot change the work: file names, line numbers and inlining in
// traces, debug information, names of symbols. Properties of a whole program are compared
// as a whole: the toolchain, GODEBUG, the size of the variables that the garbage collector
// reads. Code in C is never the same. Addresses differ and may cost or save time (see
// package ab), independent of the source. The caller compares the files that a benchmark
// reads.
//
// Anything unknown proves nothing, such as a new format of object files.
package proof
