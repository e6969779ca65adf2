// Package gobench lets the Go benchmarks of any module take part in an
// experiment of package ab.
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
// All paths that a process can see have the same length for every side: the
// length of arguments and environment moves the stack, and with it the speed
// (T. Mytkowicz et al., "Producing wrong data without doing anything obviously
// wrong!", 2009). Binaries are built with -trimpath, so that two equal
// revisions give equal binaries.
//
// # Injected work
//
// An arbitrary benchmark has no knob that makes it slower by 5%. To scale its
// result would test arithmetic, and to let it run 5% longer does the same in
// disguise. So both sides are built with two changed lines in the standard library's
// testing package, by way of `go test -overlay`: when a benchmark function returns,
// and before its clock is read, a loop of dependent integer operations runs, so many
// steps per iteration as the case needs to take the share longer that is asked for;
// elsewhere no steps. The processor really does this work while the clock runs, and
// the user's code does not know of it. How long a step takes on this machine is
// measured beforehand.
//
// The changed package also reads the clock and the noise probe of the core (package
// spin) before and after the timed part, and reports both as metrics.
//
// That base and head have the changed line too matters: were they built without,
// their functions would lie elsewhere than those of the injected program, which
// alone can make some percent, and would be seen as injected work.
package gobench
