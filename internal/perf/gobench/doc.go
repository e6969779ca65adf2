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
// # Injected work
//
// An arbitrary benchmark has no parameter that makes it slower by 5%. Scaling its result, or
// running it 5% longer, would test arithmetic only. So both sides are built with two changed
// lines in the standard library's testing package, by `go test -overlay`. When a benchmark
// function returns, and before the clock is read, a loop of dependent integer operations runs.
// Its steps per iteration give the requested slowdown, and are 0 otherwise. The processor really
// does this work while the clock runs, unseen by the user's code. The duration of a step is
// measured beforehand.
//
// The changed package also reads the clock and the noise probe of the core
// ([timing.ReadCore]) before and after the timed part, and reports both as metrics. It
// subtracts the time that the process waited for a processor ([timing.ProcessTurns]).
//
// Base and head need the changed lines too. Without them, their functions would have other
// places than those of the injected program. That can cost some percent, and would look like
// injected work.
//
// # Other programs
//
// A [ProgramPair] is the part of a source that has nothing to do with test binaries: the programs of
// a main package of two revisions, or any two programs, with their copies, orders of functions and
// settings. The scenarios and worlds of ecsbench are compared by it.
//
// # Variants
//
// Base and head may be built and run with other settings (package variant): another toolchain, flags, a
// profile, variables. Then programs differ everywhere, so nothing is proved equal and no change of code
// is traced. A toolchain in the module cache, where the go command replaces no files, is used through a
// folder of links. [OpenLayouts] builds one revision in several orders of functions.
//
// # Copies
//
// A [CopySet] keeps the programs of an experiment as files that are replaced by fresh copies
// before every round.
//
// The kernel keeps a program in memory from its first start on, so all processes of one file
// share the physical pages of its code. The place of these pages determines how they share the
// caches and the TLB. Two copies of one binary differed by 10% as long as they existed. A copy
// is one sample of placement, so a round needs a new one.
//
// # Attribution
//
// A [SourceTree] finds the function of a line of one side. A [TreePair] names the functions that
// cause a change of work, and the commits that changed them.
//
// # Scores
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
//     more instructions by at least the threshold: it detects the slowdown.
//
// Without valgrind nothing is injected. A benchmark is then expected to detect a slowdown if
// slowdown times share of the time reaches the threshold. This is as precise as a sampling profiler.
package gobench
