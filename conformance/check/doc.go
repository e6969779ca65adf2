// Package check verifies that an implementation does the work that impls.World
// describes. Package conformance runs it as tests. This package does not need package
// testing, so a program can check an implementation before it measures.
//
// The steps:
//
//  1. A [Model] keeps every entity as a map of values and runs kernels one by
//     one. It is slow and obviously right.
//  2. A [Machine] drives a world and the model through the same operations,
//     chosen by a [Source]: a random generator, a fuzzer, or rapid. After each
//     it compares the results: counts, values, stale handles.
//  3. [World] runs machines from fixed seeds, and fixed checks of rare cases:
//     all 512 component types, the closed form of long runs, the empty world
//     and a million entities.
package check
