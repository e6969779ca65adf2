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
// The changed package also reads the clock and the noise probe of the core
// ([measure.ReadCore]) before and after the timed part, and reports both as metrics. It
// subtracts the time that the process waited for a processor ([measure.ProcessTurns]).
//
// That base and head have the changed line too matters: were they built without,
// their functions would lie elsewhere than those of the injected program, which
// alone can make some percent, and would be seen as injected work.
//
// # Other sides
//
// [OpenScenarios] makes two revisions of ecsbench, two built programs, or two versions of a
// [LibraryVersion] the sides of an experiment: they run ecsbench's own scenarios as workers,
// which verify their work before a value counts and do injected work inside the timed part.
// [OpenWorld] compares the programs of one world file on two versions of a library.
//
// # Copies
//
// A [CopySet] keeps the programs of an experiment as files that are replaced by fresh copies
// before every round.
//
// The kernel keeps a program in memory from its first start on, so all processes of one file
// share the physical pages of its code. The place of these pages decides how they share the
// caches and the TLB. Two copies of one binary differed by 10% for as long as they existed.
// A copy is one sample of placement, so a round needs a new one.
//
// # Attribution
//
// A [SourceTree] names the function that a line of one side belongs to. A [TreePair] names
// the functions from which a change of work comes, and the commits that changed them.
//
// # Profiles and scores
//
// [Profile] takes the looks of package profiler at the benchmarks of the working tree, each
// in a fresh process.
//
// [RunScore] finds the exported functions of Go packages that could become slower without
// any benchmark noticing.
//
//  1. It lists the exported functions and builds the tests of each package with counters of
//     coverage. Runs of two lengths of each benchmark show how often an operation calls
//     each function. A function that no benchmark calls is unguarded.
//  2. A CPU profile shows which share of a benchmark's time is spent in a function and what
//     it calls. The instructions of an operation are counted under valgrind. Both state how
//     many instructions make a call of the function slower by the slowdown, such as 10%.
//  3. That many instructions are injected into the function, in an overlay of its file. The
//     benchmarks that call it are counted again, the likeliest one first, until one executes
//     more instructions by at least the threshold: it notices.
//
// Without valgrind nothing is injected. A benchmark is then expected to notice if slowdown
// times share of the time reaches the threshold, which is as precise as a sampling profiler.
package gobench
