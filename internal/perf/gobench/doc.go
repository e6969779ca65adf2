// Package gobench makes the Go benchmarks of any module a source of package ab.
//
//  1. [Open] takes two built test binaries as they are, or writes both revisions
//     into folders of their own (package snapshot) and compiles the test binaries
//     of their packages with `go test -c`, the module's own way: its go.mod, vendor
//     folder and environment apply, and nothing is downloaded that the module does
//     not need anyway.
//  2. [Source.Inventory] runs every benchmark once to learn its sub-benchmarks,
//     but for those that cannot have changed (package proof). One that does not
//     come to its end is a failed case, not a missing one.
//  3. [Source.Run] starts one process of a binary for one trial, in the
//     package's folder of its revision, with a fixed number of iterations, and
//     with the limits of package child.
//
// All paths that a process can see have the same length on every side. The length of arguments
// and environment moves the stack, and changes the speed (T. Mytkowicz et al., "Producing wrong
// data without doing anything obviously wrong!", 2009). Binaries are built with -trimpath, so
// equal revisions give equal binaries.
//
// Both sides are built with two changed lines in the standard library's testing package, which add the
// injected work and read the clock and the noise probe of the core (inject.go).
//
// A [ProgramPair] is the part of a source that has nothing to do with test binaries: the programs of
// a main package of two revisions, or any two programs, with their copies, orders of functions and
// settings. The scenarios and worlds of ecsbench are compared by it.
//
// Base and head may be built and run with other settings (package variant): another toolchain, flags, a
// profile, variables. Then programs differ everywhere, so nothing is proved equal and no change of code
// is traced. A toolchain in the module cache, where the go command replaces no files, is used through a
// folder of links. [OpenLayouts] builds one revision in several orders of functions.
//
// A [CopySet] keeps the programs of an experiment as files that are replaced by fresh copies
// before every round (copies.go).
//
// A [SourceTree] finds the function of a line of one side. A [TreePair] names the functions that
// cause a change of work, and the commits that changed them.
//
// [RunScore] finds the exported functions of Go packages that could become slower without
// any benchmark noticing.
package gobench
