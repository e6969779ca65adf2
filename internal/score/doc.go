// Package score finds the exported functions of Go packages that could become slower
// without any benchmark noticing.
//
//  1. [Load] lists the exported functions and builds the tests of each package with
//     counters of coverage. Runs of two lengths of each benchmark show how often an
//     operation calls each function. A function that no benchmark calls is unguarded.
//  2. A profile of the processor shows which share of a benchmark's time is spent in a
//     function and what it calls. The instructions of an operation are counted under
//     valgrind. Both state how many instructions make a call of the function slower by
//     the slowdown, such as 10%.
//  3. That many instructions are injected into the function, in an overlay of its file,
//     and the benchmarks that call it are counted again, the likeliest one first, until
//     one executes more instructions by at least the threshold: it notices.
//
// Without valgrind nothing is injected: a benchmark is then expected to notice where
// slowdown times share of the time reaches the threshold, which is as precise as a
// sampling profiler.
package score
